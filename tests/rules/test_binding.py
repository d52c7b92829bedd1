"""A table is read by the signature of what it is for, and a form shows all its problems at once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest

from rules.common.binding import bind, choice, problems, reader_of
from rules.common.fields import InvalidValue
from rules.common.messages import message as _
from rules.common.signatures import at_most_one_of, needs_one_of, number


def few() -> Any:
    return Annotated[int, number(1, 9)]


@dataclass(frozen=True, kw_only=True)
class Move:
    cells: int
    way: Literal["up", "down"] = "up"

    def __post_init__(self) -> None:
        if self.cells > 99:
            raise InvalidValue("too-far", _("nobody walks so far"), "/cells")


READ: dict[str, tuple[Callable[[], Any], Any, Any]] = {
    "the least number": (few, 1, 1),
    "the greatest number": (few, 9, 9),
    "a word": (lambda: Literal["up", "down"], "down", "down"),
    "one of two types": (lambda: int | str, "x", "x"),
    "the other of two types": (lambda: int | str, 3, 3),
    "a list": (lambda: tuple[int, ...], [1, 2], (1, 2)),
    "a table of any names": (lambda: Mapping[str, int], {"a": 1}, {"a": 1}),
    "a table of fields": (lambda: Move, {"cells": 2}, Move(cells=2)),
    "what may be missing": (lambda: Move | None, {"cells": 2}, Move(cells=2)),
}


@pytest.mark.parametrize(("annotation", "value", "read"), READ.values(), ids=READ)
def test_a_value_is_read_by_its_annotation(annotation: Callable[[], Any], value: Any, read: Any) -> None:
    assert reader_of(annotation())(value) == read


REFUSED: dict[str, tuple[Callable[[], Any], Any, str, str]] = {
    "too small": (few, 0, "out-of-bounds", ""),
    "too large": (few, 10, "out-of-bounds", ""),
    "another word": (lambda: Literal["up", "down"], "left", "not-a-choice", ""),
    "no list": (lambda: tuple[int, ...], {"0": 1}, "wrong-type", ""),
    "one of a list": (lambda: tuple[int, ...], [1, "x"], "wrong-type", "/1"),
    "one of a table": (lambda: Mapping[str, int], {"a": "x"}, "wrong-type", "/a"),
    "a field": (lambda: Move, {"cells": "x"}, "wrong-type", "/cells"),
    "nothing for a number": (lambda: int | None, None, "wrong-type", ""),
    "too large for one of two types": (lambda: few() | str, 10, "out-of-bounds", ""),
}


@pytest.mark.parametrize(("annotation", "value", "code", "pointer"), REFUSED.values(), ids=REFUSED)
def test_another_value_is_refused(annotation: Callable[[], Any], value: Any, code: str, pointer: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        reader_of(annotation())(value)
    assert (refused.value.code, refused.value.pointer) == (code, pointer)


def test_what_fits_no_type_is_reported_for_the_last_one() -> None:
    with pytest.raises(InvalidValue) as refused:
        reader_of(bool | int | str)([])
    assert str(refused.value.message) == "a text is expected"


def test_a_type_that_no_data_can_have_is_a_bug() -> None:
    with pytest.raises(TypeError, match="nothing reads"):
        reader_of(float)


def test_a_kind_describes_itself_for_documents() -> None:
    assert number(1, 9).schema == {"type": "integer", "minimum": 1, "maximum": 9}
    way = choice("a way", {"up": "north", "down": "south"})
    assert (way.words, way.choices, way.schema) == ("a way", {"up": "north", "down": "south"}, {"enum": ["up", "down"]})


def walk() -> Callable[..., Any]:
    @needs_one_of("steps", "first", "path")
    @at_most_one_of("first", "path")
    def made_up(
        *,
        steps: tuple[int, ...] = (),
        first: Move | None = None,
        path: tuple[Move, ...] = (),
        named: str = "",
        who: int | str | None = None,
        how: Move | str | None = None,
    ) -> dict[str, Any]:
        return {"steps": steps, "first": first, "path": path, "named": named, "who": who, "how": how}

    return made_up


def test_fields_that_exclude_one_another() -> None:
    assert bind(walk(), {"steps": [1], "first": {"cells": 1}}) == {"steps": (1,), "first": Move(cells=1)}
    with pytest.raises(InvalidValue) as refused:
        bind(walk(), {"first": {"cells": 1}, "path": []})
    assert (refused.value.code, refused.value.pointer) == ("contradiction", "/path")


FOUND: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "nothing is wrong": ({"steps": [1, 2], "named": "x", "who": 3}, []),
    "a text where a table may stand": ({"steps": [1], "how": "x"}, []),
    "nothing is wrong in a list of tables": ({"path": [{"cells": 1}], "who": "x"}, []),
    "no table": ([], [("wrong-type", "")]),
    "unknown and wrong": (
        {"odd": 1, "steps": 3, "named": 2},
        [("unknown-field", "/odd"), ("wrong-type", "/steps"), ("wrong-type", "/named")],
    ),
    "two entries of a list": ({"steps": ["x", 1, "y"]}, [("wrong-type", "/steps/0"), ("wrong-type", "/steps/2")]),
    "all of one table": (
        {"first": {"way": "left", "odd": 1}},
        [("unknown-field", "/first/odd"), ("missing-field", "/first/cells"), ("not-a-choice", "/first/way")],
    ),
    "all of several tables": (
        {"path": [{"cells": "x", "way": "left"}, {"cells": 1}, {}]},
        [("wrong-type", "/path/0/cells"), ("not-a-choice", "/path/0/way"), ("missing-field", "/path/2/cells")],
    ),
    "no list of tables": ({"path": {"cells": 1}}, [("wrong-type", "/path")]),
    "neither of two types": ({"steps": [1], "who": []}, [("wrong-type", "/who")]),
    "nothing that has an effect": ({"named": "x"}, [("missing-field", "")]),
    "what fits field by field but not together": ({"first": {"cells": 1}, "path": []}, [("contradiction", "/path")]),
    "what the table itself refuses": ({"first": {"cells": 100}}, [("too-far", "/first/cells")]),
}


@pytest.mark.parametrize(("table", "found"), FOUND.values(), ids=FOUND)
def test_all_problems_of_a_table_are_found_at_once(table: Any, found: list[tuple[str, str]]) -> None:
    assert [(wrong.code, wrong.pointer) for wrong in problems(walk(), table)] == found
