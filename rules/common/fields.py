"""Shapes of the values of a document, declared once for its reader and its JSON Schema.

A shape checks a value, reports where it breaks the contract, and describes itself as JSON Schema. The fields of an
object are a table: `{"cells": (count, True)}` is a required number. Unknown names are collected at every depth.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from rules.common.messages import Message
from rules.common.messages import message as _

LARGEST_INTEGER = 2**53
LONGEST_STRING = 10_000
MAX_ACTIONS = 5_000
MOST_KEPT = 500  # different sets of names of one kind of object

# A check returns the pointers of unknown names in the value, or None.
Check = Callable[[Any], list[str] | None]
Schema = dict[str, Any]


class InvalidValue(Exception):
    """A value of the wrong shape; callers prepend their step to the pointer."""

    def __init__(self, code: str, message: Message, pointer: str = "") -> None:
        super().__init__(code)
        self.code, self.message, self.pointer = code, message, pointer


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What a value may be. Other shapes in a schema are replaced by their schemas in tools.document_schemas."""

    check: Check
    schema: Schema
    name: str = ""  # the name under which a schema defines it once
    entry: "Shape | None" = None  # for a list of which every invalid entry is reported
    plain: type | None = None  # every value of this type is valid

    def __call__(self, value: Any) -> list[str] | None:
        return self.check(value)

    def named(self, name: str, description: str = "") -> "Shape":
        return replace(self, name=name).described(description)

    def described(self, description: str) -> "Shape":
        return replace(self, schema={"description": description, **self.schema}) if description else self


Fields = dict[str, tuple[Shape, bool]]  # whether the field is required


def check_fields(facts: dict[str, Any], fields: Fields) -> list[str]:
    """Check the fields of an object. Remove unknown names, so that nothing unchecked is ever read, and return the
    pointer of each at every depth."""
    known = 0
    unknown: list[str] = []
    for name, (shape, required) in fields.items():
        if name in facts:
            known += 1
            if type(facts[name]) is not shape.plain:
                _note(unknown, name, shape.check, facts[name])
        elif required:
            raise InvalidValue("missing-field", _("`{field}` is missing", field=name))
    if known == len(facts):
        return unknown
    strangers = [name for name in facts if name not in fields]
    for name in strangers:
        del facts[name]
    return unknown + strangers


class Reader:
    """Checks objects with these fields. Most have the same names as one before, of which it is known what to check."""

    def __init__(self, fields: Fields, *, named_by: str = "") -> None:
        """`named_by` is the field by which this reader was found: nothing is left to check of it."""
        self.fields = fields
        self.named_by = named_by
        self.known: dict[tuple[str, ...], list[tuple[str, type | None, Check]]] = {}  # by all names of an object

    def check(self, facts: dict[str, Any]) -> list[str]:
        to_check = self.known.get((*facts,))
        if to_check is None:
            return self._check_anew(facts)
        unknown: list[str] = []
        name = ""
        try:
            for name, plain, check in to_check:
                value = facts[name]
                if type(value) is not plain and (below := check(value)):
                    unknown.extend(_under(name, below))
        except InvalidValue as wrong:
            wrong.pointer = f"/{name}{wrong.pointer}"
            raise
        return unknown

    def _check_anew(self, facts: dict[str, Any]) -> list[str]:
        names = (*facts,)
        unknown = check_fields(facts, self.fields)
        if names == (*facts,) and len(self.known) < MOST_KEPT:
            left = {name: shape for name, (shape, _required) in self.fields.items() if name != self.named_by}
            self.known[names] = [(name, shape.plain, shape.check) for name, shape in left.items() if name in facts]
        return unknown


def _under(name: str, pointers: list[str]) -> list[str]:
    return [f"{name}/{each}" for each in pointers]


def fields_schema(fields: Fields) -> dict[str, Any]:
    required = [name for name, (_shape, is_required) in fields.items() if is_required]
    properties = {name: shape for name, (shape, _required) in fields.items()}
    return {"type": "object", **({"required": required} if required else {}), "properties": properties}


def fields_inside(shape: Shape) -> Fields:
    """The fields of an object's shape; none of every other shape."""
    required = shape.schema.get("required", ())
    return {name: (inner, name in required) for name, inner in shape.schema.get("properties", {}).items()}


def _note(unknown: list[str], name: str, check: Check, value: Any) -> None:
    """Check a value and note the unknown names in it, or report where it is invalid."""
    try:
        below = check(value)
    except InvalidValue as wrong:
        wrong.pointer = f"/{name.replace('~', '~0').replace('/', '~1')}{wrong.pointer}"
        raise
    if below:
        unknown.extend(_under(name, below))


def _text(value: Any) -> None:
    if type(value) is not str:
        raise InvalidValue("wrong-type", _("a text is expected"))


def _not_blank(value: Any) -> None:
    _text(value)
    if not value.strip():
        raise InvalidValue("empty", _("a text is expected"))


def _whole(value: Any) -> None:
    if type(value) is not int:
        raise InvalidValue("wrong-type", _("a whole number is expected"))


def _number(value: Any) -> None:
    if type(value) not in (int, float):
        raise InvalidValue("wrong-type", _("a number is expected"))


def _truth(value: Any) -> None:
    if type(value) is not bool:
        raise InvalidValue("wrong-type", _("true or false is expected"))


def _between(least: int, most: int, message: Message) -> Shape:
    def check(value: Any) -> None:
        _whole(value)
        if not least <= value <= most:
            raise InvalidValue("out-of-bounds", message)

    return Shape(check, {"type": "integer", "minimum": least, "maximum": most})


text = Shape(_text, {"type": "string", "maxLength": LONGEST_STRING}, plain=str)
text_not_blank = Shape(_not_blank, {"type": "string", "pattern": r"\S"})
text_of_any_length = Shape(_text, {"type": "string"}, plain=str)
whole = Shape(_whole, {"type": "integer", "minimum": -LARGEST_INTEGER, "maximum": LARGEST_INTEGER}, plain=int)
number = Shape(_number, {"type": "number"})
truth = Shape(_truth, {"type": "boolean"}, plain=bool)
anything = Shape(lambda _value: None, {})
count = _between(0, 1_000, _("a number from 0 to 1000 is expected"))
change = _between(-1_000, 1_000, _("a number from -1000 to 1000 is expected"))


def at_most(most: int) -> Shape:
    return _between(0, most, _("a number from 0 to {most} is expected", most=most))


def number_from(least: int, most: int) -> Shape:
    return _between(least, most, _("a number from {least} to {most} is expected", least=least, most=most))


def nullable(entry: Shape) -> Shape:
    def check(value: Any) -> list[str] | None:
        return None if value is None else entry.check(value)

    return Shape(check, {"anyOf": [{"type": "null"}, entry]})


text_or_null = nullable(text)


def one_of(*choices: Any) -> Shape:
    def check(value: Any) -> None:
        if type(value) not in (str, int) or value not in choices:
            named = [name for name in map(str, choices) if name]
            raise InvalidValue("not-a-choice", _("one of {choices} is expected", choices=named))

    return Shape(check, {"const": choices[0]} if len(choices) == 1 else {"enum": [*choices]})


def reported_as(shape: Shape, code: str, message: Message) -> Shape:
    """The same shape with another error message."""

    def check(value: Any) -> list[str] | None:
        try:
            return shape.check(value)
        except InvalidValue:
            raise InvalidValue(code, message) from None

    return replace(shape, check=check)


def list_of(entry: Shape) -> Shape:
    def check(value: Any) -> list[str]:
        if type(value) is not list:
            raise InvalidValue("wrong-type", _("a list is expected"))
        unknown: list[str] = []
        check_entry = entry.check
        for index, item in enumerate(value):
            try:
                below = check_entry(item)
            except InvalidValue as wrong:
                wrong.pointer = f"/{index}{wrong.pointer}"
                raise
            if below:
                unknown.extend(f"{index}/{each}" for each in below)
        return unknown

    return Shape(check, {"type": "array", "items": entry})


def list_of_actions(**schema: Any) -> Shape:
    """The actions of a log, which `check_actions` reads one by one."""

    def check(value: Any) -> None:
        if type(value) is not list:
            raise InvalidValue("wrong-type", _("a list of actions is expected"))
        if len(value) > MAX_ACTIONS:
            message = _("{count} actions; the limit is {most}", count=len(value), most=MAX_ACTIONS)
            raise InvalidValue("too-many-actions", message)

    return Shape(check, {"type": "array", "maxItems": MAX_ACTIONS, **schema})


def check_actions(actions: list[Any], check: Callable[[Any], list[str]]) -> list[tuple[int, str]]:
    """Check all of them; answers the names of fields that mean nothing in their action."""
    unknown: list[tuple[int, str]] = []
    for index, action in enumerate(actions):
        try:
            unknown.extend((index, name) for name in check(action))
        except InvalidValue as wrong:
            wrong.pointer = f"/actions/{index}{wrong.pointer}"
            raise
    return unknown


def each_once(entries: Shape, message: Message) -> Shape:
    """The same list shape without repeated values."""

    def check(value: Any) -> list[str] | None:
        below = entries.check(value)
        seen: set[Any] = set()
        for index, item in enumerate(value):
            if item in seen:
                raise InvalidValue("twice", message, f"/{index}")
            seen.add(item)
        return below

    return replace(entries, check=check, schema={**entries.schema, "uniqueItems": True})


def table_of(entry: Shape) -> Shape:
    def check(value: Any) -> list[str]:
        if type(value) is not dict:
            raise InvalidValue("wrong-type", _("an object is expected"))
        unknown: list[str] = []
        for name, item in value.items():
            _note(unknown, name, entry.check, item)
        return unknown

    return Shape(check, {"type": "object", "additionalProperties": entry})


def object_with(**fields: tuple[Shape, bool]) -> Shape:
    reader = Reader(fields)

    def check(value: Any) -> list[str]:
        if type(value) is not dict:
            raise InvalidValue("wrong-type", _("an object is expected"))
        return reader.check(value)

    return Shape(check, fields_schema(fields))


def one_or_list_of(entry: Shape, most: int) -> Shape:
    """One value, or a list of limited length."""
    several = list_of(entry)

    def check(value: Any) -> list[str] | None:
        if type(value) is not list:
            return entry.check(value)
        if len(value) > most:
            raise InvalidValue("too-many", _("at most {most} entries", most=most))
        return several.check(value)

    return Shape(check, {"anyOf": [entry, {**several.schema, "maxItems": most}]})


def both(entry: Shape) -> Shape:
    return object_with(A=(entry, True), B=(entry, True))


def either(entry: Shape) -> Shape:
    return object_with(A=(entry, False), B=(entry, False))


# All that is wrong with the fields of an object, where a reader of logs stops at the first.
MOST_ENTRIES_REPORTED = 20  # of one list


def every_wrong(facts: Mapping[str, Any], fields: Fields) -> Iterator[InvalidValue]:
    """All errors, where `check_fields` stops at the first."""
    for name, (shape, required) in fields.items():
        if name in facts:
            yield from _wrong_in(shape, facts[name], f"/{name}")
        elif required:
            yield InvalidValue("missing-field", _("`{field}` is missing", field=name), f"/{name}")


def _wrong_in(shape: Shape, value: Any, pointer: str) -> Iterator[InvalidValue]:
    try:
        shape.check(value)
    except InvalidValue as wrong:
        wrong.pointer = f"{pointer}{wrong.pointer}"
        yield wrong
        return
    if shape.entry is not None:
        inside = (
            found for place, item in enumerate(value) for found in _wrong_in(shape.entry, item, f"{pointer}/{place}")
        )
        yield from islice(inside, MOST_ENTRIES_REPORTED)


def wrong_at_every_depth(facts: Mapping[str, Any], fields: Fields, pointer: str = "") -> Iterator[InvalidValue]:
    """All errors of the fields of an object, of the objects inside it and of the entries of its lists. The check of a
    whole object removes names that it does not know."""
    for name, (shape, required) in fields.items():
        if name in facts or required:
            yield from _wrong_inside(shape, facts.get(name), f"{pointer}/{name}")


def _wrong_inside(shape: Shape, value: Any, pointer: str) -> Iterator[InvalidValue]:
    inner, entry = fields_inside(shape), shape.schema.get("items")
    if inner and isinstance(value, dict):
        yield from wrong_at_every_depth(value, inner, pointer)
        return
    if entry is not None and isinstance(value, list):
        for place, item in enumerate(value):
            yield from _wrong_inside(entry, item, f"{pointer}/{place}")
    try:
        shape.check(value)
    except InvalidValue as wrong:
        if entry is None or not wrong.pointer:  # what is wrong inside a list was told already
            wrong.pointer = f"{pointer}{wrong.pointer}"
            yield wrong
