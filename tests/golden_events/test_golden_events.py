"""Fifty recorded events: the same pairings, standings and brackets as on the day they were recorded.

Asked twice: the pure core with the documents of that day, and the services, step by step. A change that moves code
changes nothing here. One that changes a rule records again (`python -m tests.golden_events.record`) and says in
its message what became different and why.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.golden_events.core import ASKED
from tests.golden_events.services import LedEvent
from tests.golden_events.store import load, plain

EVENTS = load()
NUMBERS = range(len(EVENTS))


@pytest.mark.parametrize("number", NUMBERS)
def test_the_core_answers_as_recorded(number):
    for place, asked in enumerate(EVENTS[number]["asked"]):
        answer = plain(ASKED[asked["about"]](asked["document"]))
        assert answer == asked["answer"], first_difference(asked["answer"], answer, f"{asked['about']} {place}")


def often(number: int) -> Any:
    """One event in ./check --fast, every 24th in ./check, all of them in .ci/run (two are large)."""
    tier = "fast" if number == 10 else "check" if number % 24 == 1 else "ci"
    return pytest.param(number, marks=getattr(pytest.mark, tier))


@pytest.mark.django_db
@pytest.mark.parametrize("number", [often(number) for number in NUMBERS])
def test_the_services_lead_the_event_as_recorded(number):
    event = EVENTS[number]
    led = LedEvent(event["event"], event["players"])
    for place, step in enumerate(event["steps"]):
        seen = plain(led.do(step["do"]))
        assert seen == step["seen"], first_difference(step["seen"], seen, f"step {place} {step['do'][0]}")


def test_there_are_fifty_and_they_hold_what_events_bring():
    steps = [step["do"] for event in EVENTS for step in event["steps"]]
    assert len(EVENTS) == 50
    assert {name for name, *_arguments in steps} >= {
        *("pair", "redraw", "swap", "publish", "results", "enter", "correct", "drop", "disqualify", "reinstate"),
        *("add", "add-forbidden-pair", "draw-pods", "move"),
    }
    endings = {score[-1] for name, *text in steps if name == "results" for score in text[0]}
    assert endings >= {"glory", "time", "no-show", "walkover", "intentional-draw", "ruling", "concession"}
    brackets = [asked["document"] for event in EVENTS for asked in event["asked"] if asked["about"] == "bracket"]
    assert {(len(found["seeds"]), found["kind"]) for found in brackets} >= {(4, "single"), (8, "single"), (8, "double")}
    assert sum(len(event["players"]) == 128 for event in EVENTS) == 2
    assert any(step["seen"].get("round", {}).get("rematches") for event in EVENTS for step in event["steps"])


def test_the_first_difference_is_named():
    was, now = {"a": [1, {"b": 2, "c": 3}]}, {"a": [1, {"b": 2, "c": 4}]}
    assert first_difference(was, now, "here") == "here/a/1/c: was 3, is 4"
    assert first_difference([1], [1, 2], "here") == "here: was 1 long, is 2"


def first_difference(was: Any, now: Any, at: str) -> str:
    return next(differences(was, now, at), "")


def differences(was: Any, now: Any, at: str) -> Iterator[str]:
    if isinstance(was, dict) and isinstance(now, dict):
        for name in [*was, *(now.keys() - was.keys())]:
            yield from differences(was.get(name), now.get(name), f"{at}/{name}")
    elif isinstance(was, list) and isinstance(now, list):
        for place, (one, other) in enumerate(zip(was, now, strict=False)):
            yield from differences(one, other, f"{at}/{place}")
        if len(was) != len(now):
            yield f"{at}: was {len(was)} long, is {len(now)}"
    elif was != now:
        yield f"{at}: was {was!r}, is {now!r}"
