"""AP and MP that the players say a spell or power took from the opponent: what is left is all there is to spend."""

from pathlib import Path
from typing import Any

import pytest

from rules.arena.engine.reports.dependencies import Dependencies
from tests.rules.logs import END, TENSION, do
from tests.rules.test_decisive import plays, shoots, table
from tests.rules.validated import THREE_TURNS, errors, said, validated

CURSE = do("cast", spell="weakness", target="D12")  # Evangelyne, who was never seen, at Anna Tommy: 6 AP and 3 MP
TO_HER_TURN = [END, TENSION, do("activate", unit="b1")]


def cursed(folder: Path, markers: dict[str, int], *actions: Any) -> list[tuple[str | None, str]]:
    declared = {"cost": {"ap": 1}, "markers": {"b1": markers}}
    return errors(validated(folder, *THREE_TURNS, {**CURSE, "declared": declared}, *TO_HER_TURN, *actions))


ASSAULT = do("cast", spell="assault", target="D11", critical=["lock"])


@pytest.mark.article("4.11.5.a", breaks=True)
@pytest.mark.article("4.11.5.a")
@pytest.mark.parametrize(("taken", "casts", "faults"), [(0, 2, 0), (2, 1, 0), (2, 2, 1), (3, 1, 0), (4, 1, 1)])
def test_ap_that_a_claimed_spell_took_are_not_spent(tmp_path: Path, taken: int, casts: int, faults: int) -> None:
    """Assault costs 3 AP."""
    found = cursed(tmp_path, {"ap": -taken} if taken else {"mp": -1}, *[ASSAULT] * casts)
    assert found == [("4.11.5.a", "ap-markers-overlooked")] * faults


@pytest.mark.article("4.11.5.b", breaks=True)
@pytest.mark.parametrize(("taken", "steps", "faults"), [(1, 2, 0), (2, 1, 0), (2, 2, 1), (3, 1, 1)])
def test_mp_that_a_claimed_spell_took_are_not_spent(tmp_path: Path, taken: int, steps: int, faults: int) -> None:
    walk = [do("move", to=cell) for cell in ("D11", "E11")][:steps]
    assert cursed(tmp_path, {"mp": -taken}, *walk) == [("4.11.5.b", "mp-markers-overlooked")] * faults


@pytest.mark.article("4.11.4")
def test_ap_changes_of_inactive_figures_are_reported_as_without_effect(tmp_path: Path) -> None:
    declared = {"cost": {"ap": 1}, "gained": {"b1": {"ap": -3}}}
    answer = validated(tmp_path, *THREE_TURNS, {**CURSE, "declared": declared}, *TO_HER_TURN, ASSAULT, ASSAULT)
    assert (errors(answer), said(answer, "note")) == ([], ["declared-cut"])
    declared = {"cost": {"ap": 1}, "gained": {"a1": {"ap": 1}}}
    assert said(validated(tmp_path, *THREE_TURNS, {**CURSE, "declared": declared}), "note") == []


@pytest.mark.article("4.11.5", "1.4.1")
@pytest.mark.parametrize(("gauge", "turns", "decisive"), [("ap", 1, False), ("ap", 2, True), ("mp", 2, True)])
def test_who_lost_a_whole_turn_by_belief_lost_by_belief(gauge: str, turns: int, *, decisive: bool) -> None:
    """Anna Tommy and Oscar Kass have 12 AP together; each loses 3 in a turn."""
    board = table()
    for _turn in range(turns):
        board.activate("q")
        board.game.claims.done = (-1, {})
        hits = {name: {gauge: -3} for name in ("X", "Y")}
        plays(
            board,
            "cast",
            spell="long-shot",
            target=board.at("q"),
            declared=[{"power": "haste", "by": "b", "markers": {name: amounts}} for name, amounts in hits.items()],
        )
        for name in "XY":
            board.activate(name)
    board.activate("q")
    shoots(board)
    assert (board.game.winner, Dependencies(board.game).decisive(board.game)) == ("A", decisive)
