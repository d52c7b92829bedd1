"""Moving from cell to cell (4.17, 6.3.2), and what lies in the way."""

import pytest

from tests.rules.table import Table, believed_cards


@pytest.mark.article("4.17.2", "4.17.3", "4.11.9", "6.3.2", "6.3.8", "4.14.4")
def test_a_step_costs_one_mp_to_a_free_cell_beside() -> None:
    table = Table("q C 1", q="anna-tommy").activate("q")
    assert [table.does("move", to=cell) for cell in ("B1", "C1", "C2")] == [[], [], []]
    assert (table.at("q"), table["q"].mp) == ("C2", 0)


@pytest.mark.article("4.17.2", breaks=True)
@pytest.mark.parametrize("cell", ["C1", "B2", "A1"])
def test_a_step_to_a_cell_that_is_not_beside(cell: str) -> None:
    assert Table("q . .", q="anna-tommy").activate("q").does("move", to=cell) == ["4.17.2"]


def test_a_jump_is_one_error_however_the_log_goes_on() -> None:
    table = Table("q . . . .", q="queen-of-the-tofus").activate("q")
    assert table.does("move", to="E5") == ["4.17.2"]
    assert table.at("q") == "E5"
    assert table.does("move", to="C1") == []
    assert table.does("move", to="D1") == []


@pytest.mark.article("4.17.4", "4.17.3", "4.17.5.a", "4.17.5.b", "4.19.4.c", "4.19.5.b", "4.19.6.b", breaks=True)
@pytest.mark.parametrize("thing", ["T", "B", "a", "g", "w", "h"])
def test_trees_bushes_and_figures_cannot_be_entered(thing: str) -> None:
    table = Table(
        f"q {thing} K",
        q="bad-aboum",
        a="bill-tell",
        K="king-of-the-gobballs",
        g="gobball of q",
        w="water-bomb of q",
        h="harpooner of q",
    ).activate("q")
    assert table.does("move", to="B1") == ["4.17.4"]
    assert table.at("q") == "A1"


@pytest.mark.article("4.17.5.c", "4.17.5.b", "4.17.4", "4.19.4.c", "4.19.5.b", "4.19.6.b")
def test_free_cells_and_crates_can_be_entered() -> None:
    assert Table("q C", q="anna-tommy").activate("q").does("move", to="B1") == []


@pytest.mark.article("6.3.2", "4.11.3", breaks=True)
def test_a_step_without_mp() -> None:
    table = Table("q", q="anna-tommy").activate("q")
    table["q"].mp = 0
    assert table.does("move", to="A2") == ["6.3.2"]


@pytest.mark.article("4.11.5.b")
@pytest.mark.article("4.11.5.b", breaks=True)
def test_mp_that_markers_had_taken() -> None:
    table = Table("q", q="anna-tommy")
    table["q"].mp_markers = -2
    table.activate("q")
    assert table.does("move", to="A2") == []
    assert table.does("move", to="A3") == ["4.11.5.b"]
    assert table.does("move", to="A4") == []
    assert table.does("move", to="A5") == ["6.3.2"]


@pytest.mark.article("6.3.2", "4.11.1.a", breaks=True)
def test_what_has_no_mp_gauge_does_not_move() -> None:
    table = Table("q w", q="bad-aboum", w="water-bomb of q")
    table.activate("q/water-bomb-1")
    assert table.does("move", to="C1") == ["6.3.2"]


@pytest.mark.article("1.5.1")
@pytest.mark.article("1.5.1", breaks=True)
def test_perfect_lock_holds_who_stands_beside_it() -> None:
    table = Table("q K . x", q="anna-tommy", K="oscar-kass", x="bill-tell").give("K", "perfect-lock", face_up=True)
    table.activate("q")
    assert table.does("move", to="A2", blocks=[]) == ["1.5.1"]
    table.activate("x")
    assert table.does("move", to="D2") == []


@pytest.mark.article("6.1.1", breaks=True)
def test_moving_without_an_active_unit() -> None:
    assert Table("q", q="anna-tommy").does("move", to="A2") == ["6.1.1"]


@pytest.mark.article("4.17.1")
@pytest.mark.article("4.17.1", breaks=True)
def test_the_arena_ends_somewhere() -> None:
    assert Table("q", q="anna-tommy").activate("q").does("move", to="A13") == ["4.17.1"]


@pytest.mark.article("4.19.7.b", "4.19.7.c", "4.19.7.d", "4.19.7.e", "4.19.8.b")
def test_ending_on_a_trap_sets_it_off_and_removes_it() -> None:
    table = Table("q t .", q="anna-tommy", F="fraktor", t="lethal-trap of F").activate("q")
    click = {"effect": "click", "by": "F/lethal-trap-1", "declared": {"injuries": {"q": 2}}}
    assert table.does("move", to="B1", standby=[click]) == []
    assert (table.at("q"), table["q"].injuries, table.at("F/lethal-trap-1")) == ("B1", 2, None)
    assert believed_cards(table.game) == ["lethal-trap"]
    table = Table("q K t . .", q="kassius-kaos", K="anna-tommy", t="lethal-trap of q").activate("q")
    dice = {"critical": ["lock", "lock"], "armour": {"K": ["lock"]}}
    assert table.does("cast", spell="puff", target="B1", **dice) == []
    assert (table.at("K"), table.at("q/lethal-trap-1")) == ("E1", "C1")
