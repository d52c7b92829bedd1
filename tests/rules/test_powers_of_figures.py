"""Powers that printed cards explain, each in a legal and in an illegal action (the fronts are named in the data)."""

import pytest

from rules.arena.cells import cell_index
from rules.arena.engine.damage import heal, place_injuries
from tests.rules.duels import MISS
from tests.rules.table import Table, believed_cards


def strike(table: Table, spell: str, target: str, unit: str = "K", dice: tuple[int, int] = (1, 1)) -> list[str]:
    critical, armour = dice
    rolls = {"critical": MISS * critical, "armour": {unit: MISS * armour}}
    return table.does("cast", spell=spell, target=target, **rolls)


def move(table: Table, unit: str, to: str) -> None:
    cell = cell_index(to)
    assert cell is not None
    table.game.put(table[unit], cell)


# -- while another of a type is there ---------------------------------------------------------------------------------


@pytest.mark.article("4.18.9")
@pytest.mark.article("7.2.5.b", breaks=True)
@pytest.mark.parametrize(("other", "dice", "faults"), [("yugo", 2, []), ("yugo", 1, ["7.2.5.b"]), ("bill-tell", 1, [])])
def test_percedal_hits_harder_beside_his_brotherhood(other: str, dice: int, faults: list[str]) -> None:
    table = Table("q K . x", q="percedal", x=other, K="anna-tommy").activate("q")
    assert strike(table, next(iter(table["q"].profile.spells)), "B1", dice=(dice, 1)) == faults
    assert believed_cards(table.game) == []


@pytest.mark.article("4.18.4.e", "4.15.7")
@pytest.mark.article("7.1.5", breaks=True)
def test_evangelyne_shoots_farther_as_long_as_a_companion_stands() -> None:
    for there, faults in ((True, []), (False, ["7.1.5"])):
        table = Table("q . . . . . . K x", q="evangelyne", x="yugo", K="anna-tommy").activate("q")
        spell = table["q"].profile.spells["magic-arrow"]
        move(table, "K", f"{'ABCDEFGHIJKL'[spell.most + 1]}1")
        if not there:
            table.game.lift(table["x"])
        assert strike(table, "magic-arrow", table.at("K") or "") == faults


@pytest.mark.article("7.5.11.a")
@pytest.mark.article("7.2.6.c", breaks=True)
def test_a_minotor_pierces_armour_beside_another() -> None:
    for other, armour, faults in (("minotoror", 0, []), ("minotoror", 1, ["7.2.6.c"]), ("bill-tell", 1, [])):
        table = Table("x . . .\nq . . K", q="deminoball", x=other, K="anna-tommy").activate("q")
        assert strike(table, "dummy-packet", "D1", dice=(1, armour)) == faults, other


@pytest.mark.article("4.18.4", "2.2.1")
def test_a_companion_of_types_never_seen_is_believed_in() -> None:
    table = Table("q K . x", q="percedal", x="necrose", K="anna-tommy").activate("q")
    assert strike(table, next(iter(table["q"].profile.spells)), "B1") == []
    assert believed_cards(table.game) == ["necrose"]


# -- while enough Avengers are there ----------------------------------------------------------------------------------


@pytest.mark.article("4.9.19.a")
@pytest.mark.parametrize(("avengers", "ap"), [(3, 3), (2, 0)])
def test_krobax_has_more_ap_with_four_avengers(avengers: int, ap: int) -> None:
    names = "xYZ"[:avengers]
    table = Table("q . x Y Z", q="krobax", **dict.fromkeys(names, "skale"))
    assert (table["q"].most_ap or 0) - (table["q"].profile.ap or 0) == ap


@pytest.mark.article("4.9.19.a", "7.2.7.c")
@pytest.mark.parametrize(("avengers", "injuries"), [("skale", 3), ("bill-tell", 2)])
def test_skale_deals_more_with_five_avengers(avengers: str, injuries: int) -> None:
    table = Table("q K . x y Z X", q="skale", K="anna-tommy", x=avengers, y=avengers, Z=avengers, X=avengers)
    table.activate("q")
    assert strike(table, "thalasso", "B1") == []
    assert table["K"].injuries == injuries + 1


# -- in the opponent's territory, and by injuries ----------------------------------------------------------------------


@pytest.mark.article("7.5.22.a", "4.18.4.e")
def test_invaders_have_more_in_the_opponents_territory() -> None:
    table = Table("q w . K", q="mulou", w="groarg-gamel", K="anna-tommy")
    for cells, given in (("A1 B1", False), ("A12 B12", True)):
        for unit, cell in zip("qw", cells.split(), strict=True):
            move(table, unit, cell)
        assert ("lock" in table["q"].powers, (table["q"].hp or 0) - (table["q"].profile.hp or 0)) == (given, 2 * given)
        assert bool(table["w"].lent.damage) is given


@pytest.mark.article("4.18.4.e", "4.10.5")
def test_madness_comes_with_seven_injuries_and_goes_with_healing() -> None:
    table = Table("q . K", q="clot-the-crapulous", K="bill-tell").activate("K")
    for change, mad in ((6, False), (1, True), (-1, False)):
        if change > 0:
            place_injuries(table.game, table["q"], change, table["K"])
        else:
            heal(table.game, table["q"], -change)
        assert {"critical-hit", "lock"} <= table["q"].powers if mad else "lock" not in table["q"].powers


@pytest.mark.article("4.18.3.c", "4.18.4.e")
def test_the_young_king_loses_counter_with_six_injuries() -> None:
    table = Table("q . K", q="yugo-young-king", K="bill-tell").activate("K")
    assert ("counter" in table["q"].powers, table["q"].most_mp) == (True, (table["q"].profile.mp or 0) + 1)
    place_injuries(table.game, table["q"], 6, table["K"])
    assert ("counter" in table["q"].powers, table["q"].most_mp) == (False, table["q"].profile.mp)


@pytest.mark.article("4.15.7", "4.18.4")
@pytest.mark.parametrize(("injuries", "reach"), [(4, 0), (5, 1), (11, 2)])
def test_every_five_injuries_lengthen_a_demonic_range(injuries: int, reach: int) -> None:
    table = Table("q . K", q="goultard-the-barbarian", K="bill-tell").activate("K")
    place_injuries(table.game, table["q"], injuries, table["K"])
    assert table["q"].reach_bonus == reach


@pytest.mark.article("4.4.3", "4.18.4")
@pytest.mark.parametrize(("wild", "reach"), [(("bill-tell", "bill-tell"), 0), (("kanniball-jav", "bill-tell"), 1)])
def test_every_second_wild_ally_lengthens_a_range(wild: tuple[str, str], reach: int) -> None:
    table = Table("q x y K", q="kanniball-archer", x=wild[0], y=wild[1], K="kanniball-jav")
    assert table["q"].reach_bonus == reach


@pytest.mark.article("4.10.2.b", "4.18.4")
def test_each_fallen_ally_gives_the_elite_chafer_ap() -> None:
    table = Table("q x y K", q="elite-chafer", x="anna-tommy", y="bill-tell", K="bill-tell")
    table["x"].fallen = True
    table.game.lift(table["x"])
    assert (table["q"].most_ap or 0) - (table["q"].profile.ap or 0) == 1


# -- beside it ---------------------------------------------------------------------------------------------------------


@pytest.mark.article("4.18.4.e", "4.9.4.a")
@pytest.mark.article("7.2.6.b", breaks=True)
@pytest.mark.parametrize(("cell", "armour", "faults"), [("B1", 2, []), ("B1", 1, ["7.2.6.b"]), ("D1", 1, [])])
def test_allied_krosmasters_beside_wally_have_armour(cell: str, armour: int, faults: list[str]) -> None:
    table = Table("w x . . . K", w="wally-sumwerels", x="bill-tell", K="bill-tell").activate("K")
    move(table, "x", cell)
    move(table, "K", f"{cell[0]}2")
    assert strike(table, "punch", cell, "x", (1, armour)) == faults


@pytest.mark.article("4.9.17.a", "4.18.4.e")
def test_arty_and_those_beside_stand_firm_in_opposing_turns() -> None:
    table = Table("q x . K", q="arty", x="bill-tell", K="bill-tell")
    for active, unfazed in (("q", False), ("K", True)):
        table.activate(active)
        table.says("collect")
        assert ["unfazed" in table[unit].powers for unit in "qxK"] == [unfazed, unfazed, False]


@pytest.mark.article("4.4.4", "4.18.4")
def test_other_allies_of_the_brotherhood_gain_by_adamai() -> None:
    table = Table("q x y K", q="adamai", x="yugo", y="bill-tell", K="percedal")
    assert [(table[unit].hp or 0) - (table[unit].profile.hp or 0) for unit in "qxyK"] == [0, 2, 0, 0]


@pytest.mark.article("4.18.4.d")
def test_allied_mobs_are_armoured_by_harry_sah() -> None:
    table = Table(
        "q x m K M", q="harry-sah", x="queen-of-the-tofus", m="tofu of x", K="queen-of-the-tofus", M="tofu of K"
    )
    assert [("armour" in table[unit].powers) for unit in ("x/tofu-1", "K/tofu-1")] == [True, False]
