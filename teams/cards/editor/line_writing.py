"""The line of a spell, a power, a summon or a Demonic Reward, which `line_reading` reads back as the same."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, get_args

from rules.common.binding import Field, fields_of, without_none
from rules.common.signatures import Function
from teams.cards.editor.fields import DASH, KEPT, UNSEEN, is_list, takes_numbers, vocabulary_of, words_of
from teams.cards.editor.line_reading import ROWS

ALONE = ("limit", "kind", "area", "element", "rank", "equipment", "powers")  # their words need no name
GAUGES = ("ap", "mp", "hp")
NAMED = {"name", "french"}


def line_of(function: Function, body: Mapping[str, Any]) -> str:
    """Write a table in one line; empty if nothing is in it."""
    names = [_name(str(body[each])) for each in ("name", "french") if body.get(each)]
    parts = [*_parts(function, body)]
    if not names and not parts:
        return ""
    return f"{' / '.join(names)}: {', '.join(parts)}".strip()


def _name(name: str) -> str:
    return _quoted(name) if set(name) & set(':/"') else name


def _quoted(text: str) -> str:
    plain = " ".join(text.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _parts(function: Function, body: Mapping[str, Any]) -> Iterator[str]:
    for name, each in fields_of(function).items():
        if body.get(name) not in (None, []) and name not in (*NAMED, *KEPT, *ROWS, UNSEEN):
            yield from _part(name, each, body[name], body)
    if "effects" in body.get(UNSEEN, ()):
        yield "?"


def _part(name: str, field: Field, value: Any, body: Mapping[str, Any]) -> Iterator[str]:
    annotation = without_none(field.annotation)
    item = get_args(annotation)[0] if is_list(annotation) else None
    if item is not None and vocabulary_of(item) is not None and name == "effects":
        yield from (_effect(vocabulary_of(item), each) for each in value)
    elif item is not None and name in ALONE:
        yield from map(str, value)
    elif is_dataclass(annotation) and isinstance(annotation, type):
        yield from _inner(name, annotation, value, body)
    else:
        yield _said(name, annotation, value)


def _inner(name: str, table: Any, value: Any, body: Mapping[str, Any]) -> Iterator[str]:
    """Write a table inside: numbers with their names stand alone, and so does what begins with a word of its own."""
    fields = fields_of(table)
    if name == "cost" and "ap" not in value and "cost" not in body.get(UNSEEN, ()):
        yield f"{DASH} AP"
    if all(takes_numbers(each.annotation) for each in fields.values()):
        yield from (_said(each, fields[each].annotation, value[each]) for each in fields if each in value)
        return
    words = _words(table, value)
    first = next(iter(fields))
    if first in ALONE:
        yield words if value.get(first) != "unknown" else f"{name} {words}"
    else:
        yield f"{name} ({words})"


def _words(table: Function, value: Mapping[str, Any]) -> str:
    """Write the fields of a table without commas."""
    fields = fields_of(table)
    words = []
    for name, each in fields.items():
        if name == "min" and "max" in value:
            words.append(f"{value.get('min', 1)}-{value['max']}")
        elif name in value and not (name == "max" and words):
            is_count = each.required and len([one for one in fields.values() if one.required]) <= 2
            alone = is_count and takes_numbers(each.annotation)
            words.append(str(value[name]) if alone else _said(name, each.annotation, value[name]))
    return " ".join(words)


def _said(name: str, annotation: Any, value: Any) -> str:
    annotation = without_none(annotation)
    if isinstance(value, bool):
        return name if value else f"not {name}"
    if isinstance(value, int):
        return f"{value} {name.upper() if name in GAUGES else name}"
    words = _value(annotation, value)
    return words if name in ALONE and words != "?" and not is_list(annotation) else f"{name} {words}"


def _value(annotation: Any, value: Any) -> str:
    if is_list(annotation):
        return " + ".join(_value(get_args(annotation)[0], each) for each in value)
    vocabulary = vocabulary_of(annotation)
    if vocabulary is not None:
        return f"({_effect(vocabulary, value)})"
    if is_dataclass(annotation) and isinstance(annotation, type):
        return f"({_words(annotation, value)})"
    if value == "unknown" and "unknown" in words_of(annotation):
        return "?"
    return str(value) if _is_word(annotation, value) else _quoted(str(value))


def _is_word(annotation: Any, value: str) -> bool:
    """Whether the value is a word of the game, which no text is."""
    return value in words_of(annotation) or (value.replace("-", "").isalnum() and value == value.lower())


def _effect(vocabulary: Any, effect: Mapping[str, Any]) -> str:
    function = vocabulary.primitives.get(effect.get("do"))
    if function is None:
        return _quoted(str(effect.get("do", "")))
    return " ".join(filter(None, [effect["do"], _words(function, effect), *_conditions(vocabulary.conditions, effect)]))


def _conditions(conditions: Iterable[str], effect: Mapping[str, Any]) -> Iterator[str]:
    for name in conditions:
        value = effect.get(name)
        if value is True:
            yield name
        elif value is not None:
            yield f"{name}={value}" if isinstance(value, int) else f"{name} {_value(str, value)}"
