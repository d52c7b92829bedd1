"""Watching the engine: which applied articles a replay comes to, by the places of tests/oracle/witnesses.py."""

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from tests.oracle.witnesses import WITNESSES, Place

Wanted = dict[CodeType, dict[int, dict[str, CodeType]]]


def code_of(place: Place) -> CodeType:
    """The code of the function that a place names."""
    package, parts = "rules.arena.engine", place.function.split(".")
    if parts[0] == "laws":
        package, parts = "rules.arena.laws", parts[1:]
    found: Any = importlib.import_module(f"{package}.{parts[0]}")
    for part in parts[1:]:
        found = getattr(found, part)
    return inspect.unwrap(found).__code__


def line_of(place: Place) -> int:
    """Where the line stands; exactly one line of the function begins so."""
    lines, first = inspect.getsourcelines(code_of(place))
    places = [number for number, line in enumerate(lines, start=first) if line.strip().startswith(place.line)]
    (only,) = places[:1] if place.line in ("return", "if ") else places
    return only


def _wanted(articles: set[str]) -> Wanted:
    wanted: Wanted = {}
    for article in articles:
        place = WITNESSES[article]
        lines = wanted.setdefault(code_of(place), {})
        lines.setdefault(line_of(place), {})[article] = compile(place.when, article, "eval")
    return wanted


@contextmanager
def watched(articles: set[str], reached: Callable[[str], None]) -> Iterator[None]:
    """While it lasts, `reached` is told of each of these articles once."""
    wanted = _wanted(articles)

    def entered(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
        return in_function if frame.f_code in wanted else None

    def in_function(frame: FrameType, event: str, _argument: object) -> Callable[..., Any] | None:
        conditions = wanted[frame.f_code].get(frame.f_lineno, {}) if event == "line" else {}
        for article in [*conditions]:
            caller = frame.f_back.f_code.co_name if frame.f_back else ""
            if eval(conditions[article], {**frame.f_globals, **frame.f_locals, "caller": caller}):
                del conditions[article]
                reached(article)
        return in_function

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        yield
    finally:
        sys.settrace(before)
