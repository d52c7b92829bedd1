"""Documents that a JSON Schema accepts, and the same with something else in one place, for Hypothesis."""

import copy
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

NAMES = st.sampled_from(["a1", "b1", "ap", "A", "a/b", "name", "do", "cell"])
WORDS = st.sampled_from(["a1", "C3", "armour", "loot-3", "lock", "jade", "", "true"]) | st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=3
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-1002, 1002) | st.just(0.5) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)
OF_TYPE: Mapping[str, st.SearchStrategy[Any]] = {
    "null": st.none(),
    "boolean": st.booleans(),
    "number": st.integers(-5, 5) | st.just(0.5),
}


def documents(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """What the schema accepts."""
    return _value(schema, schema["$defs"])


def changed(document: Any) -> st.SearchStrategy[Any]:
    """The document with one value replaced, added or left out, wherever it stands."""
    return st.builds(_changed, st.just(document), st.randoms(use_true_random=False), ANYTHING)


def _value(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return st.deferred(lambda: _value(defs[name], defs))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([_value(each, defs) for each in schema["anyOf"]])
    if "allOf" in schema:
        return st.one_of([_value(each, defs) for each in _every_branch(schema)])
    if "else" in schema:
        return st.one_of([_value(branch, defs) for branch in _branches(schema)])
    if "type" not in schema:
        return ANYTHING
    return _of_type(schema, defs)


def _every_branch(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One schema for each way through the conditions; those without an `else` are left to the test."""
    found = [{word: part for word, part in schema.items() if word != "allOf"}]
    for condition in schema["allOf"]:
        if "else" in condition:
            found = [branch for each in found for branch in _branches({**each, **condition})]
    return found


def _branches(schema: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The two objects that an `if` over one field's value tells apart, each as a schema of its own."""
    ((name, fixed),) = schema["if"]["properties"].items()
    whole = {word: part for word, part in schema.items() if word not in ("if", "then", "else")}
    with_it = _narrowed(whole, schema["then"], {name: fixed})
    others = [choice for choice in schema["properties"][name]["enum"] if choice != fixed["const"]]
    without = _narrowed(whole, schema["else"], {name: {"enum": others}})
    return with_it | {"required": [*{*with_it["required"], name}]}, without


def _narrowed(schema: dict[str, Any], branch: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    own, properties = schema["properties"], {**branch.get("properties", {}), **chosen}
    required = [*schema.get("required", ()), *branch.get("required", ())]
    narrowed = {name: {**own.get(name, {}), **part} for name, part in properties.items()}
    return schema | {"properties": own | narrowed, "required": [*dict.fromkeys(required)]}


def _of_type(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    match schema["type"]:
        case "object":
            return _object(schema, defs)
        case "array":
            return st.lists(_value(schema["items"], defs), max_size=min(3, schema.get("maxItems", 3)))
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "string":
            return st.from_regex(schema["pattern"], fullmatch=True) if "pattern" in schema else WORDS
        case other:
            return OF_TYPE[other]


def _object(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    fields = {name: _value(inner, defs) for name, inner in schema.get("properties", {}).items()}
    required = {name: fields.pop(name) for name in schema.get("required", ())}
    known = st.fixed_dictionaries(required, optional=fields)
    if "additionalProperties" not in schema:
        return known
    names = NAMES.filter(lambda name: name not in schema.get("properties", {}))
    more = st.dictionaries(names, _value(schema["additionalProperties"], defs), max_size=2)
    return st.builds(lambda others, own: {**others, **own}, more, known)


def _changed(document: Any, rng: Any, value: Any) -> Any:
    document = copy.deepcopy(document)
    places = list(_places(document))
    inside, key = rng.choice(places)
    if rng.random() < 0.3:
        del inside[key]
    else:
        inside[key] = value
    if isinstance(inside, dict) and rng.random() < 0.2:
        inside["no-such-field"] = value
    return document


def _places(value: Any) -> Any:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in children:
        yield value, key
        yield from _places(inner)
