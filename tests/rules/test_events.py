"""The events of an action, of which replays are drawn, and what a cast is before its spell resolves."""

import pytest

from rules.arena.engine.claims.spells import as_claimed
from rules.arena.engine.spells import Cast
from tests.rules.duels import MISS, apply, duel, spell, strike
from tests.rules.table import Table


def events(table: Table) -> list[str | None]:
    return [event["event"] for event in table.game.event_log or []]


@pytest.mark.article("7.2.6.b", "7.2.6.c")
@pytest.mark.parametrize(
    ("drawing", "named", "armour", "rolls"),
    [("q K", "con", {"K": MISS}, ["critical", "armour"]), ("q . K", "deviousness", {}, ["critical"])],
)
def test_a_cast_and_each_roll_with_dice_are_events(
    drawing: str, named: str, armour: dict[str, list[str]], rolls: list[str]
) -> None:
    """Deviousness takes the only die of armour away."""
    table = Table(drawing, q="oscar-kass", K="bill-tell").activate("q")
    table.game.event_log = []
    assert table.does("cast", spell=named, target=table.at("K"), critical=MISS, armour=armour) == []
    assert events(table)[0] == "cast"
    assert [event["roll"] for event in table.game.event_log if event["event"] == "rolled"] == rolls


def test_two_pieces_that_change_places_are_one_event() -> None:
    table = duel()
    table.game.event_log = []
    apply(table, {"do": "switch", "with": "character"})
    assert events(table) == ["switched"]


def test_no_event_is_put_together_that_nobody_reads() -> None:
    table = duel()
    assert strike(table) == []
    assert table.game.event_log is None


def test_a_new_cast_is_no_repeat_and_no_first_attack() -> None:
    table = duel()
    table["q"].attacks = 1
    casting = Cast(table.game, spell(table), table["q"], table["q"].cell, table["K"].cell, {})
    assert (casting.again, casting.first_attack) == (False, False)


def test_a_declared_spell_costs_and_does_only_what_is_declared() -> None:
    declared = as_claimed("blow", {"cost": {"ap": 2}, "damage": 1}, attack=True)
    assert (declared.ap, declared.mp, declared.injuries) == (2, 0, 0)
    assert not (declared.track or declared.invasion)
    assert as_claimed("blow", {}, attack=False) is as_claimed("blow", {}, attack=False)


def test_spells_of_unseen_kind_and_cost_cost_what_is_declared() -> None:
    table = duel()
    spell(table, unknown=frozenset({"attack", "cost"}), ap=None)
    before = table["q"].ap or 0
    declared = {"cost": {"ap": 2}, "damage": 1, "element": "fire"}
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="con", target="B1", declared=declared, **dice) == []
    assert table["q"].ap == before - 2
