"""A faulty header is repaired from what the actions show, and what they do not show stays as it is."""

from typing import Any

import pytest

from rules.arena.log import read
from rules.arena.recovery.header import repaired
from rules.arena.texts import built_in
from tests.rules.logs import END, PLACED, TEAM_A, TEAM_B, do, document, errors

TWICE = {**TEAM_A, "a2": TEAM_A["a1"]}


def players(team: dict[str, str]) -> dict[str, Any]:
    return {"A": {"team": team, "timeline": list(team)}, "B": {"team": TEAM_B, "timeline": list(TEAM_B)}}


def long_shot(unit: str) -> list[dict[str, Any]]:
    """A spell of Bill Tell."""
    return [do("activate", unit=unit), do("cast", spell="long-shot", target="D1"), END]


@pytest.mark.article("1.1.1.c", "6.3.5", breaks=True)
def test_only_a_card_that_occurs_too_often_may_be_another() -> None:
    assert errors(*PLACED, *long_shot("a2"), players=players(TWICE)) == [(None, "1.1.1.c")]
    assert errors(*PLACED, *long_shot("a3"), players=players(TWICE)) == [(None, "1.1.1.c"), (9, "6.3.5")]


def test_a_card_casting_its_own_spell_stays_what_it_is() -> None:
    own = [do("activate", unit="a2"), do("cast", spell="summon-tofu", target="D2"), *long_shot("a2")[1:]]
    log = read(document(*PLACED, *own, players=players(TWICE)))
    assert repaired(log, built_in()).players["A"].team == TWICE


@pytest.mark.article("1.1.1.h", breaks=True)
def test_an_unknown_card_beside_one_occurring_too_often_stays_unknown() -> None:
    team = {**TWICE, "a3": "a-card-that-nobody-knows"}
    assert errors(*PLACED, END, players=players(team)) == [(None, "1.1.1.h")]


@pytest.mark.article("1.3.1", breaks=True)
@pytest.mark.parametrize("placed", [PLACED[0], PLACED[4]])
def test_one_figure_placed_shows_who_is_first(placed: dict[str, Any]) -> None:
    assert errors(placed, first_player="B") == [(None, "1.3.1")]
    order = repaired(read(document(placed, first_player="B")), built_in()).seats.order
    assert order == (("A", "B") if placed is PLACED[0] else ("B", "A"))


@pytest.mark.article("1.3.9", "4.3.1", breaks=True)
def test_nobody_is_first_for_a_figure_that_nobody_has() -> None:
    """It may have been either player's, so the header's order stays."""
    placed = [do("place", unit="a9", cell="B1"), *PLACED[1:]]
    assert errors(*placed, END, first_player="B") == [(None, "1.3.1"), (0, "4.3.1"), (1, "1.3.9")]
