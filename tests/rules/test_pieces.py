"""The pieces in the arena, and what is known of each cell: who stands on it, beside it and under whom."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from rules.arena.cells import cell_index
from rules.arena.engine.effects.displacement import slide
from rules.arena.engine.spells import Cast, determine_targets, has_invaded
from rules.arena.engine.uncertain import Uncertain
from rules.arena.engine.units import NOTHING_LENT, OFF, Lent, Unit
from rules.arena.printed import PUNCH, Characteristics
from rules.common.verdicts import Illegal
from tests.rules.fours import four
from tests.rules.table import Table


def cell(name: str) -> int:
    found = cell_index(name)
    assert found is not None
    return found


def names(units: list[Unit]) -> list[str]:
    return [unit.name for unit in units]


@pytest.mark.article("4.19.7.b", "4.19.8.b")
def test_what_lies_underfoot_follows_the_body_and_is_beside_others() -> None:
    table = Table("t q . K", q="oscar-kass", K="bill-tell", t="tombstone of K")
    game, stone = table.game, table["K/tombstone-1"]
    assert names(game.on(cell("A1"))) == [stone.name]
    assert names(game.beside(cell("B1"))) == [stone.name]
    game.put(table["q"], stone.cell)
    assert names(game.on(cell("A1"))) == ["q", stone.name]
    assert names(game.beside(cell("B1"))) == ["q", stone.name]
    game.lift(stone)
    assert (names(game.on(cell("A1"))), game.underfoot, stone.cell) == (["q"], {}, OFF)


@pytest.mark.article("4.19.7.c")
def test_a_trap_that_has_clicked_is_gone_for_good() -> None:
    table = Table("q t . K", q="oscar-kass", K="bill-tell", t="lethal-trap of K").activate("q")
    trap = table["K/lethal-trap-1"]
    table.does("move", to="B1")
    assert (trap.fallen, trap.in_play, table.game.underfoot) == (True, False, {})


@pytest.mark.article("4.9.31.a")
def test_every_krosmaster_stepping_on_a_tombstone_hurts_it_once_more() -> None:
    table = Table("q t . K", q="oscar-kass", K="bill-tell", t="tombstone of K")
    stone = table["K/tombstone-1"]
    stone.profile = replace(stone.profile, hp=9)
    stone.refresh()
    for injuries in (1, 2):
        table.activate("q")
        assert table.does("move", to="B1") == []
        assert stone.injuries == injuries
        assert table.does("move", to="A1") == []


@pytest.mark.article("4.18.8")
def test_all_types_are_those_of_krosmasters_in_the_arena() -> None:
    table = Table("q g . K x", q="oscar-kass", K="bill-tell", x="anna-tommy", g="gobball of K")
    for name, kind in (("q", "A"), ("K", "B"), ("x", "C"), ("K/gobball-1", "D")):
        table[name].profile = replace(table[name].profile, types=frozenset({kind}))
    table["q"].profile = replace(table["q"].profile, powers=frozenset({"all-types"}))
    table["q"].refresh()
    table.game.lift(table["x"])
    assert table.game.types_of(table["q"]) == {"A", "B"}


@pytest.mark.article("4.19.7.d")
def test_all_cells_across_which_an_action_moves_pieces_are_remembered() -> None:
    table = Table("K . . .\nX . . .\nq . . .", q="oscar-kass", K="bill-tell", X="anna-tommy")
    for name in ("K", "X"):
        slide(table.game, table[name], "east", 2)
    assert table.game.crossed == {cell(name) for name in ("B3", "C3", "B2", "C2")}


@pytest.mark.article("7.5.22.a")
def test_nobody_invades_from_outside_the_arena() -> None:
    table = four()
    assert not has_invaded(Cast(table.game, PUNCH, table["a"], OFF, cell("A1"), {}))


def test_strangers_summons_are_as_unheard_of_as_their_own_summons() -> None:
    uncertain = Uncertain(strangers={"x", "y/tofu-1"})
    for name, unheard in (("x", True), ("x/tofu-1", True), ("x/tofu-1/bomb-1", True), ("y/tofu-1", True), ("y", False)):
        assert uncertain.is_unheard_of(name) is unheard


@pytest.mark.article("4.4.1")
def test_a_summon_stands_on_the_side_of_its_summoner() -> None:
    table = four()
    table["a"].side = "AC"
    summon = Unit("a/tofu-1", "A", table["a"].profile, summoner=table["a"])
    assert summon.side == "AC"


def test_a_correction_sets_ap_and_mp() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
    table.game.corrections = range(9)
    table.game.index = 0
    table.does("correct", set={"units": {"q": {"ap": 1}}}, reason="a test")
    mp = table["q"].most_mp
    assert (table["q"].ap, table["q"].mp) == (1, mp)
    table.does("correct", set={"units": {"q": {"mp": 0}}}, reason="a test")
    assert (table["q"].ap, table["q"].mp) == (1, 0)


@pytest.mark.article("4.18.4.e")
def test_what_a_power_lends_counts_as_long_as_lent() -> None:
    unit = Table("q . K", q="oscar-kass", K="bill-tell")["q"]
    most = unit.most_ap or 0
    for lent, more in ((Lent(bonus=Characteristics(ap=1)), 1), (NOTHING_LENT, 0)):
        unit.lent = lent
        unit.refresh()
        assert unit.most_ap == most + more


@pytest.mark.article("4.16.3")
@pytest.mark.parametrize(("target", "asked"), [("C1", False), ("C3", True)])
def test_only_an_exact_diagonal_asks_for_an_areas_direction(target: str, asked: bool) -> None:
    for area, asks in (("staff", asked), ("cross", False)):
        table = Table("q", q="oscar-kass").activate("q")
        table.game.be_strict()
        spell = replace(PUNCH, area=area)
        casting = Cast(table.game, spell, table["q"], table["q"].cell, cell(target), {})
        with pytest.raises(Illegal, match="direction") if asks else nullcontext():
            determine_targets(casting)
