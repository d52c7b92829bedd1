"""Signatures as the schema of data: the keyword arguments of a function are the fields of a table.

    def push(cast: Cast, *, cells: Count) -> None:
        ...

reads `{ do = "push", cells = 3 }`. What does not fit the annotations is refused when the table is read, by the same
`InvalidValue` as the fields of a log, with a pointer to the field. A field is called as its parameter is, with hyphens
for underscores; the underscore at the end that Python needs after `with` is dropped. What stands before the `*` is no
field: it is given in play. The fields of a keyword-only dataclass are read in the same way.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from rules.common.fields import Check, InvalidValue, Shape, one_of, table_of, text, truth, whole
from rules.common.messages import message as _
from rules.common.signatures import TOGETHER, Effect, Function, Reader, Together, ValueKind


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    parameter: str
    annotation: Any
    read: Reader
    required: bool
    default: Any


@cache
def fields_of(function: Function) -> Mapping[str, Field]:
    """The keyword arguments of a function, by their field names."""
    hints = get_type_hints(function, include_extras=True)
    found = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            name, hint = parameter.name.rstrip("_").replace("_", "-"), hints[parameter.name]
            required = parameter.default is parameter.empty
            found[name] = Field(name, parameter.name, hint, reader_of(hint), required, parameter.default)
    return found


def bind(function: Function, table: Any) -> dict[str, Any]:
    """Read a table as keyword arguments of the function. Raises InvalidValue with a pointer to the invalid field."""
    if type(table) is not dict:
        raise InvalidValue("wrong-type", _("a table is expected"))
    fields = fields_of(function)
    for name in table:
        if name not in fields:
            raise InvalidValue("unknown-field", _("`{field}` is not known here", field=name), f"/{name}")
    for each in fields.values():
        if each.required and each.name not in table:
            raise InvalidValue("missing-field", _("`{field}` is missing", field=each.name), f"/{each.name}")
    for rule in TOGETHER.get(function, ()):
        _check_together(rule, table)
    return {fields[name].parameter: _read_at(name, fields[name].read, value) for name, value in table.items()}


def _check_together(rule: Together, table: Mapping[str, Any]) -> None:
    named = [name for name in rule.names if name in table]
    if len(named) < rule.least:
        raise InvalidValue("missing-field", _("at least one of {fields} is expected", fields=[*rule.names]))
    if len(named) > rule.most:
        raise InvalidValue(
            "contradiction", _("only one of {fields} can stand here", fields=[*rule.names]), f"/{named[-1]}"
        )


def _read_at(place: str | int, read: Reader, value: Any) -> Any:
    try:
        return read(value)
    except InvalidValue as wrong:
        wrong.pointer = f"/{place}{wrong.pointer}"
        raise


class Vocabulary:
    """The primitives that `do` may name, and the conditions allowed beside their arguments."""

    def __init__(
        self, words: str, primitives: Mapping[str, Function], conditions: Mapping[str, Function] | None = None
    ) -> None:
        self.primitives = primitives
        self.conditions = conditions or {}
        self.kind = ValueKind(words, self.read)

    def read(self, table: Any) -> Effect:
        if type(table) is not dict:
            raise InvalidValue("wrong-type", _("a table is expected"))
        function = self._function(table)
        conditions = tuple(self._condition(name, table[name]) for name in self.conditions if name in table)
        rest = {name: value for name, value in table.items() if name != "do" and name not in self.conditions}
        return Effect(table["do"], function, bind(function, rest), conditions)

    def _function(self, table: Mapping[str, Any]) -> Function:
        if "do" not in table:
            raise InvalidValue("missing-field", _("`{field}` is missing", field="do"), "/do")
        word = table["do"]
        if type(word) is not str:
            raise InvalidValue("wrong-type", _("a text is expected"), "/do")
        if word not in self.primitives:
            message = _("one of {choices} is expected", choices=[*self.primitives])
            raise InvalidValue("unknown-primitive", message, "/do")
        return self.primitives[word]

    def _condition(self, name: str, value: Any) -> Effect:
        """A condition has one argument, the value of its field."""
        function = self.conditions[name]
        (only,) = fields_of(function).values()
        return Effect(name, function, {only.parameter: _read_at(name, only.read, value)})


def _within(schema: Mapping[str, Any]) -> Reader:
    return _some_text if schema["type"] == "string" else _number_between(schema["minimum"], schema["maximum"])


def reader_of(annotation: Any) -> Reader:
    """The reader of values of this type."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        kind = next(extra for extra in inside[1:] if isinstance(extra, ValueKind))
        return kind.read or _within(kind.schema)
    if origin in (Union, UnionType):
        return _one_of([reader_of(each) for each in inside if each is not NoneType])
    if origin is Literal:
        return _checked(one_of(*inside))
    if origin is tuple:
        return _list_of(reader_of(inside[0]))
    if origin is Mapping:
        return _checked(table_of(Shape(_check_of(reader_of(inside[1])), {})))
    if annotation in PLAIN:
        return _checked(PLAIN[annotation])
    if is_dataclass(annotation) and isinstance(annotation, type):
        return _made(annotation)
    raise TypeError(f"nothing reads {annotation}")


def _number_between(least: int, most: int) -> Reader:
    def read(value: Any) -> int:
        whole(value)
        if not least <= value <= most:
            raise InvalidValue(
                "out-of-bounds", _("a number from {least} to {most} is expected", least=least, most=most)
            )
        return int(value)

    return read


PLAIN: Mapping[Any, Check] = {int: whole, str: text, bool: truth}


def _checked(check: Check) -> Reader:
    def read(value: Any) -> Any:
        check(value)
        return value

    return read


def _check_of(read: Reader) -> Check:
    def check(value: Any) -> None:
        read(value)

    return check


def _made(table: type) -> Reader:
    return lambda value: table(**bind(table, value))


def _list_of(read: Reader) -> Reader:
    def read_all(values: Any) -> tuple[Any, ...]:
        if type(values) is not list:
            raise InvalidValue("wrong-type", _("a list is expected"))
        return tuple(_read_at(index, read, value) for index, value in enumerate(values))

    return read_all


def _one_of(readers: Sequence[Reader]) -> Reader:
    """Try each type. If none fits, report an invalid value rather than a wrong type."""
    if len(readers) == 1:
        return readers[0]

    def read(value: Any) -> Any:
        wrongs = []
        for reader in readers:
            try:
                return reader(value)
            except InvalidValue as wrong:
                wrongs.append(wrong)
        raise next((wrong for wrong in wrongs if wrong.code != "wrong-type"), wrongs[-1])

    return read


def choice(words: str, choices: Mapping[str, str]) -> ValueKind:
    """A type that allows these words, each with its description for the documents."""
    return ValueKind(words, _checked(one_of(*choices)), choices, {"enum": [*choices]})


def _some_text(value: Any) -> str:
    text(value)
    if not value.strip():
        raise InvalidValue("empty", _("a text is expected"))
    return str(value)


# All problems of a table at once, for forms; `bind` stops at the first.
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
    annotation = without_none(each.annotation)
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


def without_none(annotation: Any) -> Any:
    if get_origin(annotation) in (Union, UnionType):
        left = [each for each in get_args(annotation) if each is not NoneType]
        return left[0] if len(left) == 1 else annotation
    return annotation
