"""Momia: an opponent with the marker of Tejedora has 5 initiative less and plays so much later; logs through
`validate_log`. Of the other team Anna Tommy has 9 initiative, Kassius Kaos 4, the King 2, Lil Healey 1."""

from pathlib import Path

import pytest

from rules.arena.engine import slowed
from rules.common.actions import Action
from tests.rules.logs import TENSION, do
from tests.rules.table import Table
from tests.rules.test_where_words_count import answer_to, at, cast, codes


def bound(target: str | None) -> list[Action]:
    spell = [do("cast", spell="momificacion", target="E5")] if target else []
    return [at(a3="G5", **({target: "E5"} if target else {})), *spell, do("end-turn"), TENSION]


def order(tmp_path: Path, target: str | None, *units: str) -> list[str]:
    acts = [do("activate", unit=unit) for unit in units]
    answer = answer_to(tmp_path, "a3", *bound(target), *acts, team="tejedora")
    assert answer["proof"]["believed"] == 0
    return codes(answer)


@pytest.mark.article("2.4.3", "5.5.1")
@pytest.mark.parametrize(
    ("target", "units"),
    [
        ("b1", ["b2", "b1", "b3"]),  # equals, as their player says
        ("b1", ["b1", "b2", "b3"]),
        ("b1", ["b2", "b1"]),
        ("b2", ["b1", "b3", "b4", "b2"]),
        ("b2", ["b4", "b2"]),
        ("b4", ["b1", "b2", "b3", "b4"]),
        (None, ["b1", "b2", "b3", "b4"]),
    ],
)
def test_a_slowed_krosmaster_plays_later(tmp_path: Path, target: str | None, units: list[str]) -> None:
    assert order(tmp_path, target, *units) == []


@pytest.mark.article("5.5.1", breaks=True)
@pytest.mark.parametrize(
    ("target", "units"),
    [
        (None, ["b2", "b1"]),
        ("b1", ["b3", "b1"]),
        ("b2", ["b2", "b4"]),
        ("b2", ["b1", "b2", "b3"]),
        ("b4", ["b2", "b1"]),
    ],
)
def test_who_is_slowed_plays_in_no_other_order(tmp_path: Path, target: str | None, units: list[str]) -> None:
    assert order(tmp_path, target, *units) == ["timeline-order"]


@pytest.mark.article("4.13.3", "2.4.3")
def test_who_is_freed_meanwhile_may_still_act() -> None:
    """No text says whether a place that is had again has passed: it is believed."""
    table = Table("q . K . X", q="tejedora", K="anna-tommy", X="lil-healey").activate("q")
    table.does("cast", spell="momificacion", target="C1")
    assert slowed.initiative(table.game, table["K"]) == 4
    table["q"].cell = -1
    table["K"].specials = {}
    assert slowed.initiative(table.game, table["K"]) == 9
    table.game.slowed, table.game.acted = {"K"}, {"X"}
    assert slowed.may_act_late(table.game, table["K"])
    table.game.slowed = set()
    assert not slowed.may_act_late(table.game, table["K"])


@pytest.mark.article("2.4.1")
@pytest.mark.parametrize(("marked", "believed"), [(False, 0), (True, 1)])
def test_who_is_slowed_may_be_slower_than_tejedora(tmp_path: Path, marked: bool, believed: int) -> None:
    """Anna Tommy has 9 initiative, Tejedora 5: only with the marker Atrapamiento does more to her."""
    spell = [do("cast", spell="momificacion", target="E5")] if marked else []
    knot = cast("atrapamiento", "E5", b1={"successes": 0})
    answer = answer_to(tmp_path, "a3", at(a3="G5", b1="E5"), *spell, knot, team="tejedora")
    assert (codes(answer), answer["proof"]["believed"]) == ([], believed)
