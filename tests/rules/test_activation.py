"""Inspiration (5.3), units that are passed over (5.5), and what begins anew with each turn of a unit (6.2)."""

from typing import Any

import pytest

from rules.arena.engine.activation import begin_activation
from rules.arena.engine.state import Pending
from tests.rules.duels import MISS, duel, endow, spell
from tests.rules.shops import buy
from tests.rules.table import Table


def inspired(face: str, unit: str = "q") -> tuple[list[str], Table]:
    """Player A puts a die with this face on a card before the first unit acts."""
    table = Table("q K . x\ng . . .", q="oscar-kass", K="anna-tommy", x="bill-tell", g="gobball of q")
    table.game.player, table.game.tension = "A", [face, "lock"]
    return table.does("inspire", die=0, unit=unit), table


@pytest.mark.article("5.3.1", "5.3.3")
@pytest.mark.parametrize(
    ("face", "power"),
    [("critical", "critical-hit"), ("armour", "armour"), ("dodge", "dodge"), ("lock", "lock")],
)
def test_inspiration_dice_give_their_power_until_the_players_next_turn(face: str, power: str) -> None:
    faults, table = inspired(face, "x")
    assert faults == []
    table["x"].profile = table["K"].profile  # a card without powers
    table["x"].refresh()
    assert table["x"].powers == {power}
    assert table.does("activate", unit="x") == []
    assert table.does("end-turn") == []
    assert table["x"].powers == {power}
    assert table.does("tension", dice=["lock", "dodge"]) == []
    assert table.does("end-turn") == []
    assert table["x"].powers == set()


@pytest.mark.article("5.3.1", "4.9.3.a")
def test_the_die_adds_to_the_roll() -> None:
    faults, table = inspired("critical")
    assert faults == []
    assert table.does("activate", unit="q") == []
    con = {"spell": "con", "target": "B2", "armour": {"K": MISS}}
    assert table.does("cast", **con, critical=MISS * 2) == []
    assert table.does("cast", **con, critical=MISS) == ["7.2.5.b"]


@pytest.mark.article("5.3.1", breaks=True)
def test_summons_opponents_and_the_fallen_are_not_inspired() -> None:
    assert inspired("lock", "q/gobball-1")[0] == ["5.3.1"]
    assert inspired("lock", "K")[0] == ["5.3.1"]
    table = inspired("lock")[1]
    table["x"].fallen = True
    assert table.does("inspire", die=1, unit="x") == ["5.3.1"]


@pytest.mark.article("4.8.3", "4.7.10", "6.2.1")
def test_a_limit_of_once_a_turn_ends_with_the_turn() -> None:
    for limit in ("turn", "target"):
        table = duel().give("q", "bulbish-potion").give("q", "bulbish-potion")
        spell(table, limit=limit)
        con = {"spell": "con", "target": "B1", "critical": MISS, "armour": {"K": MISS}}
        for _ in range(2):
            table.activate("q")
            assert table.does("reveal", reward="bulbish-potion") == []
            assert table.does("cast", **con) == []


@pytest.mark.article("5.5.1", "6.2.1.a")
def test_a_unit_that_is_passed_over_has_had_its_turn() -> None:
    """Its Buff is gone, its markers are spent, its summon wears out, and it comes no more."""
    table = Table("q g . K\nx . . .", q="oscar-kass", x="bill-tell", K="anna-tommy", g="gobball of q")
    table.give("q", "cra-style", face_up=True)
    endow(table["q/gobball-1"], "wear")
    table["q"].ap_markers, table.game.begun = -2, True
    assert table.does("activate", unit="x") == []
    assert (table["q"].rewards, table["q"].ap_markers, table["q/gobball-1"].injuries) == ((), 0, 1)
    assert table.does("activate", unit="q") == ["5.5.1"]


@pytest.mark.article("5.5.1", "5.6.1")
def test_the_end_of_a_turn_passes_over_the_remaining_timeline() -> None:
    table = Table("q . K\nx . .", q="oscar-kass", x="bill-tell", K="anna-tommy")
    table.game.begun = True
    table["x"].mp_markers = -1
    assert table.does("activate", unit="q") == []
    assert table.does("end-turn") == []
    assert table["x"].mp_markers == 0


@pytest.mark.article("4.19.5.c", breaks=True)
def test_a_summoner_whose_bomb_runs_out_cannot_be_passed_over() -> None:
    table = Table("q . . w\n. . . .\nx . K .", q="bad-aboum", x="bill-tell", K="anna-tommy", w="water-bomb of q")
    table.game.begun = True
    assert table.does("activate", unit="x") == ["4.19.5.c"]


@pytest.mark.article("4.19.4.b", "6.3.3", breaks=True)
@pytest.mark.parametrize(("summon", "article"), [("tofu", "4.19.4.b"), ("harpooner", "6.3.3")])
def test_only_mobs_have_their_own_article_for_forbidden_actions(summon: str, article: str) -> None:
    table = Table("q s . K", q="queen-of-the-tofus", K="bill-tell", s=f"{summon} of q").activate(f"q/{summon}-1")
    assert table.does("collect") == [article]


@pytest.mark.article("6.3.4", "6.3.6", "6.3.7", breaks=True)
@pytest.mark.parametrize(
    ("do", "fields", "article"),
    [("buy-glory", {}, "6.3.4"), ("buy-reward", buy(), "6.3.6"), ("reveal", {"reward": "glue"}, "6.3.7")],
)
def test_a_summon_buys_and_reveals_nothing(do: str, fields: dict[str, Any], article: str) -> None:
    table = Table("q s . K", q="queen-of-the-tofus", K="bill-tell", s="harpooner of q").activate("q/harpooner-1")
    assert table.does(do, **fields) == [article]


@pytest.mark.article("4.18.6", "7.2.9.a")
def test_a_lapsed_effect_stays_away_as_the_next_turn_begins() -> None:
    for gone, injuries in ((False, 1), (True, 0)):
        table = Table("q K . x X", q="oscar-kass", K="bill-tell", x="bill-tell", X="anna-tommy").activate("x")
        endow(table["K"], "counter")
        table.game.standby.append(Pending("counter", table["K"], target=table["x"], power="counter", lapsed=gone))
        begin_activation(table.game, table["q"], {})
        assert table["x"].injuries == injuries
