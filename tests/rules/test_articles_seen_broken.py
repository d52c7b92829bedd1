"""Articles whose other tests may hold where the article is broken: positions that differ in nothing but the article."""

import pytest

from rules.arena.engine.markers import gain
from tests.rules.duels import MISS, endow
from tests.rules.table import Table


@pytest.mark.article("4.5.1")
def test_what_one_figure_collects_another_one_spends() -> None:
    table = Table("q 1 D\n. x K", q="anna-tommy", x="bill-tell", K="oscar-kass").activate("q")
    table.game.kamas["A"] = 11
    assert table.does("move", to="B2") == []
    assert table.does("collect") == []
    table.activate("x")
    table.game.put(table["x"], table.game.cell("C2"))
    assert table.does("buy-glory") == []
    assert table.game.kamas == {"A": 0, "B": 0}


@pytest.mark.article("4.9.1")
def test_resistance_from_two_sources_takes_off_one_injury() -> None:
    placed = []
    for powers in ((), ("resistance-fire",), ("resistance-fire", "resistance-water-air-earth-fire")):
        table = Table("q . . . K", q="kassius-kaos", K="bill-tell").activate("q")
        endow(table["K"], *powers)
        hit = {"critical": ["critical", "lock"], "armour": {"K": MISS}}
        assert table.does("cast", spell="irritating-sting", target="E1", **hit) == []
        placed.append(table["K"].injuries)
    assert placed == [2, 1, 1]


@pytest.mark.article("4.11.1.b")
def test_a_dash_stays_no_ap_whatever_gives_some() -> None:
    """A figure on the same cell of another drawing gets them all: a marker and a gain at once."""
    had = []
    for slug in ("bill-tell", "firebomb of q"):
        table = Table("q . f . K", q="anna-tommy", f=slug, K="oscar-kass")
        unit = table["f" if slug == "bill-tell" else "q/firebomb-1"]
        unit.ap_markers = 1
        table.activate(unit.name)
        gain(table.game, unit, ap=2)
        of_card = unit.profile.ap or 0
        had.append((unit.ap - of_card, unit.most_ap is None))
    assert had == [(3, False), (0, True)]


@pytest.mark.article("4.18.3.e")
def test_an_ally_whom_the_effect_cannot_move_is_chosen() -> None:
    """The unmovable ally is named although the other one could go."""
    table = Table("x . . . .\nq k . . K", q="yugo", k="bill-tell", x="oscar-kass", K="anna-tommy").activate("q")
    endow(table["k"], "unfazed")
    before = table.at("k"), table.at("x")
    assert table.does("cast", spell="transfer-portal", target="C1", choices={"unit": "k"}) == []
    assert (table.at("k"), table.at("x")) == before


@pytest.mark.article("4.19.7.b")
def test_nobody_is_stopped_or_hidden_by_a_trap() -> None:
    table = Table("q t K . .", q="kassius-kaos", K="bill-tell", F="fraktor", t="lethal-trap of F").activate("q")
    assert table.game.is_free(table.game.cell("B1"))
    hit = {"critical": ["lock", "lock"], "armour": {"K": MISS}}
    assert table.does("cast", spell="irritating-sting", target="C1", **hit) == []
    assert table.does("move", to="B1", standby=[{"effect": "click", "by": "F/lethal-trap-1"}]) == []
    assert table.at("q") == "B1"


@pytest.mark.article("4.19.7.c")
@pytest.mark.parametrize(("start", "clicks"), [("C1", True), ("E1", False), ("B1", False)])
def test_a_pushed_figure_sets_off_the_trap_where_it_ends(start: str, clicks: bool) -> None:
    """Puff moves it three cells: past the trap, short of it, or onto it."""
    table = Table("q . . . . . . .", q="kassius-kaos").activate("q")
    table.add("K", "bill-tell", [table.game.cell(start)])
    table.add("F", "fraktor", [])
    table.add("t", "lethal-trap of F", [table.game.cell("F1")])
    dice = {"critical": ["lock", "lock"], "armour": {"K": MISS}}
    table.says("cast", spell="puff", target=start, **dice)
    assert (table.at("F/lethal-trap-1") is None) is clicks
