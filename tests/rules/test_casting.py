"""May the spell be cast, and what does it cost (7.1, 7.2.2)?"""

import pytest

from tests.rules.duels import MISS, cast, dan_to_fu, duel, queen, spell, strike
from tests.rules.table import Table


@pytest.mark.article("7.1.4.a", "7.1.5", "7.1.6", "6.3.5", "7.2.5.b", "7.2.6.b", "4.9.3.a", "4.9.4.a", "4.15.3")
def test_a_spell_in_range_in_sight_and_paid_for() -> None:
    table = queen()
    assert table.does("cast", **dan_to_fu()) == []
    assert (table["q"].ap, table["K"].injuries) == (3, 1)


@pytest.mark.article("6.1.1", breaks=True)
def test_casting_before_anybody_is_active() -> None:
    table = Table("q . K", q="queen-of-the-tofus", K="oscar-kass")
    assert table.does("cast", **dan_to_fu()) == ["6.1.1"]


@pytest.mark.article("6.3.5", breaks=True)
def test_a_spell_of_somebody_else() -> None:
    assert queen().does("cast", spell="con", target="C1") == ["6.3.5"]


@pytest.mark.article("7.1.4.a", breaks=True)
def test_a_third_spell_that_the_ap_cannot_pay() -> None:
    table = queen()
    assert table.does("cast", **dan_to_fu()) == []
    assert table.does("cast", **dan_to_fu()) == []
    findings = table.says("cast", **dan_to_fu())
    assert [(f.article, f.expected, f.logged) for f in findings] == [("7.1.4.a", {"ap": 0}, {"ap": 3})]
    assert table["q"].ap == 0  # a gauge stops at 0


@pytest.mark.article("4.11.5.a", breaks=True)
def test_ap_that_markers_had_taken() -> None:
    table = queen()
    table["q"].ap_markers = -1
    table.activate("q")
    assert table["q"].ap == 5
    assert table.does("cast", **dan_to_fu()) == []
    assert table.does("cast", **dan_to_fu()) == ["4.11.5.a"]


@pytest.mark.article("7.1.3.a", "4.8.5")
@pytest.mark.article("7.1.3.a", breaks=True)
def test_punch_once_a_turn() -> None:
    table = Table("q K", q="king-of-the-gobballs", K="bill-tell").activate("q")
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="punch", target="B1", **dice) == []
    assert table["q"].ap == 2
    table["q"].ap = 5
    assert table.does("cast", spell="punch", target="B1", **dice) == ["7.1.3.a"]


@pytest.mark.article("7.1.3.c", "4.8.3", "4.8.4")
@pytest.mark.article("7.1.3.c", breaks=True)
def test_a_red_spell_once_a_game() -> None:
    table = Table("q K", q="kassius-kaos", K="bill-tell").activate("q")
    dice = {"critical": MISS * 2}
    assert table.does("cast", spell="puff", target="B1", armour={"K": MISS}, **dice) == []
    assert table.at("K") == "E1"
    table.activate("q")
    assert table.does("cast", spell="puff", target="B1", **dice) == ["7.1.3.c"]


@pytest.mark.article("7.1.4.c")
@pytest.mark.article("7.1.4.c", breaks=True)
def test_injuries_as_a_cost_have_to_fit() -> None:
    dice = {"critical": MISS, "armour": {"K": MISS}}
    table = Table("q K . x", q="coa-gulary", K="bill-tell", x="oscar-kass").activate("q")
    assert table.does("cast", spell="punishment", target="B1", **dice) == []
    assert (table["q"].injuries, table["K"].injuries) == (1, 3)
    assert table["q"].hp is not None
    table["q"].injuries, table["q"].ap = table["q"].hp, 6
    assert table.does("cast", spell="punishment", target="B1", **dice) == ["7.1.4.c"]


@pytest.mark.article("7.2.2.b", "4.10.6.c")
def test_a_caster_who_falls_paying_still_casts() -> None:
    table = Table("q K . x", q="coa-gulary", K="bill-tell", x="oscar-kass").activate("q")
    hp = table["q"].hp
    assert hp is not None
    table["q"].injuries = hp - 1
    assert table.does("cast", spell="punishment", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert table.at("q") is None
    assert table["K"].injuries == 3


@pytest.mark.article("4.17.1", breaks=True)
def test_a_cell_that_the_arena_does_not_have() -> None:
    assert queen().does("cast", **dan_to_fu("M1")) == ["4.17.1"]


@pytest.mark.article("7.1.3.b")
@pytest.mark.article("7.1.3.b", breaks=True)
def test_a_purple_spell_once_for_each_target() -> None:
    table = duel()
    spell(table, limit="target")
    assert strike(table) == []
    assert strike(table) == ["7.1.3.b"]
    assert table.does("cast", spell="con", target="A2", critical=MISS) == ["7.1.4.a"]
    table["q"].ap = 3
    assert table.does("cast", spell="con", target="A2", critical=MISS) == ["7.1.3.b"]


@pytest.mark.article("7.1.4.b", "7.2.2.a")
@pytest.mark.article("7.1.4.b", breaks=True)
def test_a_spell_that_costs_mp() -> None:
    table = duel()
    spell(table, mp=2)
    assert strike(table) == []
    assert table["q"].mp == 1
    assert strike(table) == ["7.1.4.b"]


@pytest.mark.article("4.8.1")
@pytest.mark.article("4.8.1", breaks=True)
def test_what_raises_a_cost_beside_an_opponent() -> None:
    table = duel("slowing-presence")
    assert strike(table) == []
    assert table["q"].ap == 2
    table["q"].ap = 3
    assert strike(table) == ["4.8.1"]


def test_yugos_spells_cost_less_beside_a_companion_of_the_brotherhood() -> None:
    table = Table("q K a", q="yugo", K="bill-tell", a="adamai").activate("q")
    before = table["q"].ap
    assert cast(table, "burst-of-wakfu", "B1", MISS, K=MISS) == []
    assert table["q"].ap == before - 2


@pytest.mark.article("4.8.5")
@pytest.mark.article("7.1.5", breaks=True)
@pytest.mark.parametrize(
    ("target", "faults"), [("B1", []), ("A2", []), ("A1", ["7.1.5"]), ("B2", ["7.1.5"]), ("C1", ["7.1.5"])]
)
def test_punch_reaches_the_next_cell_only_whatever_lengthens_spells(target: str, faults: list[str]) -> None:
    table = Table(". . .\nq . .", q="king-of-the-gobballs", K="bill-tell").give("q", "cra-style", face_up=True)
    table["q"].range_markers = 2
    table.activate("q")
    rolls = {"critical": MISS, "armour": {"q": MISS * 2} if target == "A1" else {}}
    assert table.does("cast", spell="punch", target=target, **rolls) == faults


@pytest.mark.article("4.8.5", "4.10.3.b")
def test_punch_costs_five_and_deals_one_that_nothing_resists() -> None:
    table = Table("q K", q="queen-of-the-tofus", K="bill-tell").activate("q")
    table["K"].granted |= {"resistance-water-air-earth-fire", "immune"}
    table["K"].refresh()
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert (table["q"].ap, table["K"].injuries) == (1, 1)
    table.activate("q")
    table["q"].ap = 4
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"K": MISS}) == ["7.1.4.a"]
