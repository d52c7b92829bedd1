"""Eclosión: in place of its KO a figure may go where an egg of its side lies, as its log says among the effects on
standby; logs through `validate_log`."""

from pathlib import Path
from typing import Any

import pytest

from rules.common.actions import Action
from tests.rules.logs import CLOSING, END, OPENING, TEAM_B, TENSION, do
from tests.rules.validated import Answer, said, validated

TEAM_A = {"a1": "queen-of-the-tofus", "a2": "bill-tell", "a3": "arakna-precoz", "a4": "oscar-kass", "a5": "flopin"}
ORDER = ["a1", "a2", "a4", "a5", "a3"]
MISSES, HATCHES = {"successes": 0}, {"effect": "eclosion", "by": "a3"}
PLACED = [
    do("place", unit=unit, cell=cell)
    for unit, cell in zip([*TEAM_A, *TEAM_B], ["B1", "D1", "E2", "G2", "K2", "B12", "D12", "F11", "H11"], strict=True)
]
LAYS = [do("activate", unit="a3"), do("cast", spell="puesta-de-huevo", target="E4"), END, *OPENING]


def at(**cells: str) -> Action:
    return do("correct", set={"units": {unit: {"cell": cell} for unit, cell in cells.items()}}, reason="a test")


def answer_to(folder: Path, *actions: Action) -> dict[str, Any]:
    players = {
        "A": {"name": "Ana", "team": TEAM_A, "timeline": ORDER},
        "B": {"name": "Bo", "team": TEAM_B, "timeline": [*TEAM_B]},
    }
    return validated(folder, *PLACED, *actions, options=["--amended"], players=players)


def codes(answer: Answer) -> list[str]:
    return said(answer, "error")


def assault(**said: Any) -> list[Action]:
    """Anna Tommy beside her strikes her."""
    blow = do("cast", spell="assault", target="E2", critical=MISSES, armour={"a3": MISSES}, **said)
    return [TENSION, do("activate", unit="b1"), at(b1="E1"), blow]


GOES_ON = [*CLOSING, END, TENSION, do("activate", unit="a3"), do("move", to="E5")]


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(("entries", "glory", "errors"), [([HATCHES], 6, 0), ([], 5, 1)])
def test_an_egg_may_be_hatched_in_place_of_a_ko(tmp_path: Path, entries: list[Action], glory: int, errors: int) -> None:
    answer = answer_to(tmp_path, *LAYS, *assault(standby=entries), *GOES_ON)
    assert len(codes(answer)) == errors
    assert answer["verdict"] == ("invalid" if errors else "valid")
    assert answer["proof"]["believed"] == 0


@pytest.mark.article("7.2.9.a", breaks=True)
def test_nothing_is_hatched_without_an_egg(tmp_path: Path) -> None:
    lays_none = [do("activate", unit="a3"), END, *OPENING]
    assert codes(answer_to(tmp_path, *lays_none, *assault(standby=[HATCHES]))) == ["no-such-effect"]


@pytest.mark.article("7.2.9.a", breaks=True)
def test_nothing_is_hatched_by_who_stands(tmp_path: Path) -> None:
    stands = [TENSION, do("activate", unit="b1", standby=[HATCHES])]
    assert codes(answer_to(tmp_path, *LAYS, *stands)) == ["no-such-effect"]
