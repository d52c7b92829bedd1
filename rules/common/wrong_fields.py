"""All that is wrong with the fields of an object, where a reader of logs stops at the first."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rules.common.fields import Fields, InvalidValue, Shape, fields_inside
from rules.common.messages import message as _

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
