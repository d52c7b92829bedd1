"""A log is never valid when numbers that nobody knows decide whether an action of it is legal."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.logs import END, Action, do
from tests.rules.test_where_words_count import answer_to, codes

CROW = "a4/crobak-1"
ARRIVES = do("correct", set={"summoned": [{"summon": "crobak", "by": "a4", "cell": "E5"}]}, reason="a test")


def crow(folder: Path, *actions: Action) -> dict[str, Any]:
    """A Crobak, whose HP, AP and MP no card shows, acts in a judge's copy."""
    answer = answer_to(folder, "a4", ARRIVES, do("activate", unit=CROW), *actions, END, team="crows")
    assert codes(answer) == []
    return answer


def steps(*cells: str) -> list[Action]:
    return [do("move", to=cell) for cell in cells]


def decided(answer: dict[str, Any]) -> dict[str, str | None]:
    return {fact["field"]: fact["decides"] for fact in answer["proof"]["open_facts"]}


@pytest.mark.article("6.3.2", "6.2.1.b")
def test_each_step_with_unknown_mp_is_believed(tmp_path: Path) -> None:
    answer = crow(tmp_path, *steps("E6", "E7", "E8", "E9"))
    assert (answer["verdict"], decided(answer)) == ("unverified", {"characteristics": "legality"})
    assert answer["proof"]["believed"] == 4


@pytest.mark.article("7.1.4.a")
def test_a_cost_paid_from_unknown_ap_is_believed(tmp_path: Path) -> None:
    text = {"cost": {"ap": 3}, "range": {"kind": "close"}}
    answer = crow(tmp_path, do("cast", spell="peck", target="E6", declared=text))
    assert answer["verdict"] == "unverified"
    assert decided(answer)["characteristics"] == "legality"


def test_a_summon_that_does_nothing_leaves_a_log_valid(tmp_path: Path) -> None:
    answer = crow(tmp_path)
    assert (answer["verdict"], decided(answer)) == ("valid", {})
