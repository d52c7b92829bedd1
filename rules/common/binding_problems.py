"""All problems of a table at once, for forms; `bind` stops at the first."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from rules.common.binding import Field, bind, fields_of, reader_of
from rules.common.fields import InvalidValue
from rules.common.messages import message as _
from rules.common.signatures import Function, Reader


def problems(function: Function, table: Any) -> list[InvalidValue]:
    """One problem per invalid field. Rules about several fields are checked once each of them is valid."""
    if type(table) is not dict:
        return [InvalidValue("wrong-type", _("a table is expected"))]
    found = list(_of_fields(function, table))
    if not found:
        try:
            function(**bind(function, table))
        except InvalidValue as wrong:
            found.append(wrong)
    return found


def _of_fields(function: Function, table: dict[str, Any]) -> Iterator[InvalidValue]:
    fields = fields_of(function)
    for name in table:
        if name not in fields:
            yield InvalidValue("unknown-field", _("`{field}` is not known here", field=name), f"/{name}")
    for each in fields.values():
        if each.name in table:
            yield from _below(each.name, _of_value(each, table[each.name]))
        elif each.required:
            yield InvalidValue("missing-field", _("`{field}` is missing", field=each.name), f"/{each.name}")


def _of_value(each: Field, value: Any) -> Iterator[InvalidValue]:
    annotation = _without_none(each.annotation)
    item = get_args(annotation)[0] if get_origin(annotation) is tuple else None
    if is_dataclass(annotation) and isinstance(annotation, type):
        yield from problems(annotation, value)
    elif is_dataclass(item) and isinstance(item, type) and type(value) is list:
        for place, row in enumerate(value):
            yield from _below(place, iter(problems(item, row)))
    elif item is not None and type(value) is list:
        for place, row in enumerate(value):
            yield from _below(place, _of_reading(reader_of(item), row))
    else:
        yield from _of_reading(each.read, value)


def _of_reading(read: Reader, value: Any) -> Iterator[InvalidValue]:
    try:
        read(value)
    except InvalidValue as wrong:
        yield wrong


def _below(place: str | int, found: Iterator[InvalidValue]) -> Iterator[InvalidValue]:
    for wrong in found:
        wrong.pointer = f"/{place}{wrong.pointer}"
        yield wrong


def _without_none(annotation: Any) -> Any:
    if get_origin(annotation) in (Union, UnionType):
        left = [each for each in get_args(annotation) if each is not NoneType]
        return left[0] if len(left) == 1 else annotation
    return annotation
