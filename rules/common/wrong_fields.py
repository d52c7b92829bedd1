"""All that is wrong with the fields of an object, where a reader of logs stops at the first."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rules.common.fields import Fields, InvalidValue, Shape

MOST_ENTRIES_REPORTED = 20  # of one list


def every_wrong(facts: Mapping[str, Any], fields: Fields) -> Iterator[InvalidValue]:
    """All errors, where `check_fields` stops at the first. A missing required field counts as null."""
    for name, (shape, required) in fields.items():
        if name in facts or required:
            yield from _wrong_in(shape, facts.get(name), f"/{name}")


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
