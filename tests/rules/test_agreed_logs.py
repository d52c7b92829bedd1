"""A log may say who entered an action and who agreed with it: the report repeats it, and no verdict changes."""

from typing import Any

import pytest

from rules.common.verdicts import Report
from tests.rules.logs import END, OPENING, PLACED, do, report

SEEN = do("seen", player="B")
RESULT = {"winner": "A", "glory": None}


def notes(found: Report) -> list[tuple[str, int | None]]:
    return [(each.code, each.action) for each in found.findings if each.code in ("seen", "entered-by")]


@pytest.mark.parametrize("at", [0, 3, len(PLACED), len(PLACED) + 1])
def test_agreeing_changes_nothing_wherever_it_stands(at: int) -> None:
    actions = [*PLACED, END, *OPENING]
    without, seen = report(*actions), report(*actions[:at], SEEN, *actions[at:])
    assert (seen.verdict, seen.glory, notes(seen)) == (without.verdict, without.glory, [("seen", at)])
    assert seen.proof.proved == without.proof.proved + 1


def test_both_may_agree_after_the_end() -> None:
    actions = [*PLACED, END, do("concede", player="B"), SEEN, do("seen", player="A")]
    found = report(*actions, result=RESULT)
    assert (found.verdict, found.winner) == ("valid", "A")
    assert notes(found) == [("seen", len(PLACED) + 2), ("seen", len(PLACED) + 3)]


def test_the_report_counts_what_each_side_entered() -> None:
    entered = [{**action, "entered_by": side} for action, side in zip(PLACED, "AAAAABBB", strict=True)]
    found = report(*entered)
    counted = [
        (each.message.facts["player"], each.message.facts["count"])
        for each in found.findings
        if each.code == "entered-by"
    ]
    assert counted == [("A", 5), ("B", 3)]
    assert found.verdict == report(*PLACED).verdict


@pytest.mark.parametrize("wrong", [{"do": "seen"}, {"do": "seen", "player": "C"}, {**END, "entered_by": "C"}])
def test_nobody_else_agrees_or_enters(wrong: dict[str, Any]) -> None:
    assert report(*PLACED, wrong).verdict == "malformed"


def test_light_logs_hold_it_too() -> None:
    actions = [do("turn", player="A", entered_by="B"), SEEN, do("concede", player="B"), SEEN]
    found = report(*actions, detail="ledger", result=RESULT)
    assert (found.verdict, notes(found)) == ("ledger", [("entered-by", None), ("seen", 1), ("seen", 3)])
