"""What the signatures of primitives and the fields of tables are written in; `rules.common.binding` reads by them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

Reader = Callable[[Any], Any]
Function = Callable[..., Any]
F = TypeVar("F", bound=Function)


@dataclass(frozen=True, slots=True, eq=False)
class ValueKind:
    """How a value is read, for `Annotated`; `words`, `choices` and `schema` describe it in documents."""

    words: str
    read: Reader | None = None  # None for a number or text as its schema says
    choices: Mapping[str, str] = field(default_factory=dict)
    schema: Mapping[str, Any] = field(default_factory=dict)  # as JSON Schema


def number(least: int, most: int) -> ValueKind:
    bounds = {"type": "integer", "minimum": least, "maximum": most}
    return ValueKind(f"a number from {least} to {most}", schema=bounds)


Count = Annotated[int, number(1, 99)]
Amount = Annotated[int, number(0, 99)]
Change = Annotated[int, number(-99, 99)]
Words = Annotated[str, ValueKind("a text", schema={"type": "string", "pattern": r"\S"})]


@dataclass(frozen=True, slots=True)
class Together:
    """How many of these fields a table must have."""

    names: tuple[str, ...]
    least: int
    most: int


TOGETHER: dict[Function, list[Together]] = {}


def needs_one_of(*names: str) -> Callable[[F], F]:
    """A table without any of these fields would have no effect."""
    return _together(Together(names, 1, len(names)))


def at_most_one_of(*names: str) -> Callable[[F], F]:
    """These fields exclude one another."""
    return _together(Together(names, 0, 1))


def _together(rule: Together) -> Callable[[F], F]:
    def mark(function: F) -> F:
        TOGETHER.setdefault(function, []).append(rule)
        return function

    return mark


@dataclass(frozen=True, slots=True)
class Effect:
    """A primitive bound to its arguments, and the conditions under which it applies. Shared by all positions."""

    do: str
    function: Function
    arguments: Mapping[str, Any]
    conditions: "tuple[Effect, ...]" = ()

    def __call__(self, *given: Any) -> Any:
        return self.function(*given, **self.arguments)

    def __deepcopy__(self, memo: object) -> "Effect":
        return self
