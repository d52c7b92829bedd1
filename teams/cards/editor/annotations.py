"""Interpretation of the type annotations of a table."""

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rules.arena.public import VOCABULARIES
from rules.common.binding import Vocabulary
from rules.common.signatures import Kind


def without_none(annotation: Any) -> Any:
    if get_origin(annotation) in (Union, UnionType):
        left = [each for each in get_args(annotation) if each is not NoneType]
        return left[0] if len(left) == 1 else annotation
    return annotation


def kind_of(annotation: Any) -> Kind | None:
    if get_origin(annotation) is not Annotated:
        return None
    return next(each for each in get_args(annotation)[1:] if isinstance(each, Kind))


def vocabulary_of(annotation: Any) -> Vocabulary | None:
    kind = kind_of(annotation)
    return VOCABULARIES.get(kind.words) if kind else None


def words_of(annotation: Any) -> tuple[str, ...]:
    """Return the possible words if the annotation allows only fixed words."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    kind = kind_of(annotation)
    return tuple(kind.choices) if kind else ()


def is_list(annotation: Any) -> bool:
    return get_origin(annotation) is tuple


def takes_numbers(annotation: Any) -> bool:
    if get_origin(annotation) in (Union, UnionType):
        return any(takes_numbers(each) for each in get_args(annotation))
    kind = kind_of(annotation)
    return annotation is int or (kind is not None and kind.schema.get("type") == "integer")
