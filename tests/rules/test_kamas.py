"""Kamas and the GG that they buy (4.5, 4.6, 6.3.3, 6.3.4)."""

import pytest

from tests.rules.duels import endow
from tests.rules.shops import buy, shop
from tests.rules.table import Table


@pytest.mark.article("6.3.3", "4.5.1")
@pytest.mark.article("6.3.3", breaks=True)
def test_collecting_kamas_costs_one_ap_each() -> None:
    table = Table("2 . K", K="oscar-kass")
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    assert [table.does("collect") for _ in range(3)] == [[], [], ["6.3.3"]]
    assert (table.game.kamas["A"], table["q"].ap) == (2, 4)
    table.game.coins[0] = 1
    table["q"].ap = 0
    assert table.does("collect") == ["6.3.3"]


def test_a_step_onto_a_taken_cell_still_collects_its_kama() -> None:
    table = Table("q K", q="queen-of-the-tofus", K="king-of-the-gobballs").activate("q")
    table.game.coins[table["K"].cell] = 1
    assert table.does("move", to="B1") == ["4.17.4"]
    assert table.does("collect") == []
    assert table.game.kamas["A"] == 1


@pytest.mark.article("4.19.4.b", "4.5.2")
@pytest.mark.article("4.19.4.b", breaks=True)
def test_mobs_leave_kamas_alone() -> None:
    table = Table("q . K", q="queen-of-the-tofus", K="oscar-kass", t="tofu of q")
    table.add("t", "tofu of q", [1])
    table.game.coins[1] = 1
    table.activate("q/tofu-1")
    assert table.does("collect") == ["4.19.4.b"]


@pytest.mark.article("6.3.4", "4.6.3", "4.5.3")
@pytest.mark.article("6.3.4", breaks=True)
def test_one_gg_a_turn_on_a_demon_cell() -> None:
    table = shop()
    assert table.does("buy-glory") == []
    assert (table.game.glory, table.game.wild, table.game.kamas["A"], table["q"].ap) == ({"A": 7, "B": 6}, 0, 18, 5)
    assert table.does("buy-glory") == ["6.3.4"]
    table = shop()
    table.game.put(table["q"], 1)
    assert table.does("buy-glory") == ["6.3.4"]


@pytest.mark.article("4.5.3", breaks=True)
def test_nobody_buys_on_credit() -> None:
    table = shop()
    table.game.kamas["A"] = 11
    assert table.does("buy-glory") == ["4.5.3"]
    table.game.kamas["A"] = 5
    assert table.does("buy-reward", **buy()) == ["4.5.3"]


@pytest.mark.article("6.3.4", breaks=True)
def test_a_second_gg_without_kamas_is_one_error() -> None:
    table = shop()
    table.game.kamas["A"] = 12
    assert table.does("buy-glory") == []
    assert table.does("buy-glory") == ["6.3.4"]


@pytest.mark.article("4.5.1")
def test_what_one_figure_collects_another_spends() -> None:
    table = Table("3 . . . D K", K="oscar-kass")
    for name, cell in (("q", "A1"), ("x", "E1")):
        table.add(name, "queen-of-the-tofus", [table.game.cell(cell)])
    table.activate("q")
    assert [table.does("collect") for _ in range(3)] == [[], [], []]
    table.activate("x")
    assert table.does("buy-reward", **buy("granite", to="x")) == []
    assert table.game.kamas == {"A": 0, "B": 0}
    assert table.does("buy-reward", **buy("granite", reward="confuse", to="q")) == ["4.5.3"]


@pytest.mark.article("4.5.1")
def test_the_opponents_stock_pays_for_nothing() -> None:
    table = shop()
    table.game.kamas = {"A": 2, "B": 30}
    assert table.does("buy-reward", **buy("granite")) == ["4.5.3"]
    assert table.game.kamas["B"] == 30


@pytest.mark.article("4.5.3", breaks=True)
def test_kamas_of_a_roll_that_was_not_logged_pay_once() -> None:
    """A granite token costs 3."""
    table = shop()
    table.game.kamas["A"], table.game.uncertain.owed["A"] = 1, 2
    assert table.does("buy-reward", **buy("granite")) == []
    table.game.kamas["A"] = 2
    assert table.does("buy-reward", **buy("granite", reward="confuse")) == ["4.5.3"]


@pytest.mark.article("6.3.3")
def test_every_picked_up_kama_leaves_the_cell_and_is_counted() -> None:
    table = Table("3 . K", K="oscar-kass")
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    game, unit = table.game, table["q"]
    unit.ap = 3
    (cell,) = game.coins
    for taken, left in ((1, 2), (2, 1), (3, None)):
        assert table.does("collect") == []
        assert (unit.coins_taken, game.coins.get(cell), unit.ap) == (taken, left, 3 - taken)
    assert table.does("collect") == table.does("collect") == ["6.3.3"]
    assert (unit.coins_taken, game.uncertain.owed["A"]) == (3, 2)


def placed_wrongly(drawing: str) -> Table:
    table = Table(drawing, q="queen-of-the-tofus", K="oscar-kass").activate("q")
    table["q"].misplaced, table.game.kamas["A"] = True, 30
    return table


@pytest.mark.article("6.3.3", "6.3.4")
def test_who_was_placed_wrongly_collects_and_buys_where_possible() -> None:
    for action in ("collect", "buy-glory"):
        table = placed_wrongly("q . D . K")
        assert table.does(action) == []
        assert table.at("q") == "C1"
    table = placed_wrongly("q . K")
    table.game.coins[table["K"].cell] = 1
    assert table.does("collect") == []
    assert (table.game.kamas["A"], table.game.coins) == (31, {table["K"].cell: 1})


@pytest.mark.article("6.3.4", breaks=True)
def test_a_gg_costs_one_ap() -> None:
    table = shop()
    table["q"].ap = 0
    assert table.does("buy-glory") == ["6.3.4"]


@pytest.mark.article("4.5.3", breaks=True)
def test_either_player_buys_with_what_was_collected_alone() -> None:
    for player, buyer in (("A", "q"), ("B", "K")):
        table = Table("D . x . X", x="bill-tell", X="bill-tell")
        table.add(buyer, "queen-of-the-tofus", [0])
        table.activate(buyer)
        table.game.kamas[player] = 11
        assert table.does("buy-glory") == ["4.5.3"]


@pytest.mark.article("4.9.28.a")
def test_a_farmer_who_picked_up_nothing_gets_no_kama() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell")
    endow(table["q"], "farmer")
    table.activate("q")
    assert table.does("end-turn") == []
    assert table.game.kamas["A"] == 0


@pytest.mark.article("1.4.1", "7.2.9.a")
def test_a_purchase_that_wins_lists_no_effects_on_standby() -> None:
    """The field has no meaning there, and is not read."""
    table = Table("D . K", K="oscar-kass")
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    table.game.kamas["A"], table.game.glory, table.game.wild = 12, {"A": 11, "B": 1}, 0
    assert table.does("buy-glory", standby=[{"effect": "counter", "by": "K"}]) == []
    assert table.game.winner == "A"
