"""The JSON Schema of krosmaster-facts/1, made from the same signatures that read its facts (`manage.py card_texts`)."""

import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rules.arena.facts_document import FORMAT, GAME, KINDS, LONGEST_SLUG, LONGEST_SOURCE, MOST_FACTS
from rules.arena.power_names import PLAIN_POWERS, POWERS_WITH_ARGUMENT
from rules.arena.text_tables import VOCABULARIES
from rules.common.binding import TOGETHER, Field, Function, Kind, Vocabulary, fields_of

PATH = Path(__file__).parent.parent / "rules" / "arena" / "data" / "krosmaster-facts-1.schema.json"
Schema = dict[str, Any]
PLAIN = {int: {"type": "integer"}, str: {"type": "string"}, bool: {"type": "boolean"}}
SLUG: Schema = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": LONGEST_SLUG}


def text() -> str:
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def schema() -> Schema:
    needed: dict[str, Schema] = {"format": {"const": FORMAT}, "game": {"const": GAME}, "facts": _facts()}
    source: Schema = {"type": "string", "maxLength": LONGEST_SOURCE}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:krosmaster-facts:1",
        "title": FORMAT,
        "description": "Card texts and boards that people bring. What the fields mean stands in docs/card-texts.md.",
        **_object(
            needed,
            {"title": source, "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
        ),
        "$defs": {
            "power": _power(),
            **{_name(words): _effect(vocabulary) for words, vocabulary in VOCABULARIES.items()},
            **{kind: _table(table) for kind, table in KINDS.items()},
        },
    }


def _facts() -> Schema:
    return {"type": "array", "maxItems": MOST_FACTS, "items": {"oneOf": [_fact(kind) for kind in KINDS]}}


def _fact(kind: str) -> Schema:
    needed: dict[str, Schema] = {"kind": {"const": kind}, "slug": SLUG, "body": _at(kind)}
    return _object(needed, {"source": {"type": "string", "maxLength": LONGEST_SOURCE}})


def _object(needed: Mapping[str, Schema], others: Mapping[str, Schema] | None = None) -> Schema:
    fields = {**needed, **(others or {})}
    return {"type": "object", "required": [*needed], "properties": fields, "additionalProperties": False}


def _table(function: Function) -> Schema:
    """An object with the keyword arguments of this function as its fields."""
    fields = fields_of(function).values()
    needed = {field.name: _field(field) for field in fields if field.required}
    together = [_together(rule.names, rule.least, rule.most) for rule in TOGETHER.get(function, ())]
    return _object(needed, {f.name: _field(f) for f in fields if not f.required}) | (
        {"allOf": together} if together else {}
    )


def _together(names: tuple[str, ...], least: int, most: int) -> Schema:
    given = [{"required": [name]} for name in names]
    if least:
        return {"anyOf": given}
    return {"not": {"required": [*names]}} if most else {}


def _field(field: Field) -> Schema:
    return _value(field.annotation)


def _value(annotation: Any) -> Schema:
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kind(next(extra for extra in inside[1:] if isinstance(extra, Kind)))
    if origin in (Union, UnionType):
        several = [_value(each) for each in inside if each is not NoneType]
        return several[0] if len(several) == 1 else {"anyOf": several}
    if origin is Literal:
        return {"enum": [*inside]}
    if origin is tuple:
        return {"type": "array", "items": _value(inside[0])}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _value(inside[1])}
    if is_dataclass(annotation) and isinstance(annotation, type):
        return _table(annotation)
    return PLAIN[annotation]


def _kind(kind: Kind) -> Schema:
    if kind.words in VOCABULARIES:
        return _at(_name(kind.words))
    if kind.words == "a power":
        return _at("power")
    return dict(kind.schema) or {"type": "string"}


def _effect(vocabulary: Vocabulary) -> Schema:
    """One of the primitives, told by its `do`, with the conditions that may stand beside its arguments."""
    conditions = {name: _value(_only(function)) for name, function in vocabulary.conditions.items()}
    return {"oneOf": [_primitive(word, function, conditions) for word, function in vocabulary.primitives.items()]}


def _primitive(word: str, function: Function, conditions: Mapping[str, Schema]) -> Schema:
    table = _table(function)
    fields = {"do": {"const": word}, **table["properties"], **conditions}
    return {**table, "required": ["do", *table["required"]], "properties": fields}


def _only(function: Function) -> Any:
    (only,) = fields_of(function).values()
    return only.annotation


def _power() -> Schema:
    names = "|".join(f"{name}-[a-z0-9]+" for name in POWERS_WITH_ARGUMENT)
    return {"anyOf": [{"enum": [*PLAIN_POWERS]}, {"type": "string", "pattern": f"^({names})$"}]}


def _name(words: str) -> str:
    return words.replace(" ", "-")


def _at(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def problems() -> list[str]:
    if PATH.exists() and PATH.read_text("utf-8") == text():
        return []
    return [f"{PATH.name} is stale: run manage.py card_texts"]
