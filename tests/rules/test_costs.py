"""What a spell or a purchase costs, and what is answered where it cannot be paid (7.1.4, 4.5.3, 4.8.1)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.spells import cost_change
from rules.arena.printed import Spell
from tests.rules.duels import duel, endow, spell, strike
from tests.rules.table import Table
from tests.rules.test_decisive import HASTE, table


def struck(board: Table) -> tuple[str | None, str, str, Any, Any]:
    """What was found as the spell was cast."""
    board.game.findings.clear()
    strike(board)
    (found,) = board.game.findings
    return found.article, found.code, str(found.message), found.expected, found.logged


@pytest.mark.article("7.1.4.b", breaks=True)
def test_a_spell_costs_no_more_mp_than_are_left() -> None:
    board = duel()
    spell(board, mp=2)
    board["q"].mp = 1
    said = "Con costs 2 MP, but q has 1."
    assert struck(board) == ("7.1.4.b", "too-few-mp", said, {"mp": 1}, {"mp": 2})


@pytest.mark.article("7.1.4.c", breaks=True)
def test_a_spell_costs_no_more_injuries_than_casters_can_take() -> None:
    board = duel()
    spell(board, injuries=3)
    board["q"].injuries = (board["q"].hp or 0) - 2
    said = "Con costs 3 injuries, but q can take 2."
    assert struck(board) == ("7.1.4.c", "too-few-hp", said, {"injuries": 2}, {"injuries": 3})


@pytest.mark.article("4.5.3", breaks=True)
def test_a_spell_costs_no_more_kamas_than_its_player_has() -> None:
    board = duel()
    spell(board, kamas=2)
    board.game.kamas["A"] = 1
    said = "Con costs 2 Kamas, but player A has 1."
    assert struck(board) == ("4.5.3", "too-few-kamas", said, {"kamas": 1}, {"kamas": 2})


@pytest.mark.article("4.5.3", "4.8.1")
def test_a_price_that_a_power_takes_off_whole_costs_nothing() -> None:
    board = table()
    board["q"].profile = replace(board["q"].profile, spells={"long-shot": free(board, kamas=1)})
    off = {**HASTE, "cost_change": {"kamas": -1}}
    assert board.does("cast", spell="long-shot", target=board.at("q"), declared=off) == []
    assert board.game.kamas["A"] == 0


def free(board: Table, **facts: Any) -> Spell:
    return replace(board["q"].profile.spells["long-shot"], ap=0, **facts)


@pytest.mark.article("7.1.4.a", "7.1.4.c")
def test_a_summon_of_unseen_numbers_may_pay_a_spells_cost() -> None:
    board = Table("q w . K", q="queen-of-the-tofus", K="bill-tell", w="wabbit of q")
    (wabbit,) = [unit for unit in board.game.units.values() if unit.profile.card == "wabbit"]
    costly = replace(board["K"].profile.spells["long-shot"], ap=2, injuries=1)
    wabbit.profile = replace(wabbit.profile, spells={"long-shot": costly})
    board.activate(wabbit.name)
    wabbit.ap = 1
    assert board.does("cast", spell="long-shot", target="B1") == []
    assert ("wabbit", "characteristics") in {(each.card, each.field) for each in board.game.basis.beliefs()}


@pytest.mark.article("6.3.3", "4.8.1")
@pytest.mark.parametrize(("change", "left"), [(-2, 3), (-1, 3), (1, 1)])
def test_a_declared_change_of_cost_counts_for_picking_up_kamas(change: int, left: int) -> None:
    board = table("b q . . X .\n. . . . . Y")
    board.game.coins[board["q"].cell], board["q"].ap = 1, 3
    assert board.does("collect", declared={**HASTE, "cost_change": {"ap": change}}) == []
    assert (board["q"].ap, board.game.kamas["A"]) == (left, 1)


@pytest.mark.article("4.8.1")
def test_a_slowing_presence_slows_down_nobody_outside_the_arena() -> None:
    board = Table(". . K\n. . .", K="bill-tell")
    board.add("q", "oscar-kass", [])
    endow(board["K"], "slowing-presence")
    for cell in range(144):
        board.game.put(board["K"], cell)
        assert cost_change(board.game, board["q"]) == 0


@pytest.mark.article("4.8.1")
@pytest.mark.parametrize(("powers", "kin", "change"), [(("heroic-inspiration",), False, 0), ((), True, 0)])
def test_inspiration_needs_both_its_power_and_a_companion(powers: tuple[str, ...], kin: bool, change: int) -> None:
    board = duel(mine=powers)
    if kin:
        board["x"].profile = replace(board["x"].profile, types=frozenset({"Brotherhood of the Tofu"}))
    assert cost_change(board.game, board["q"]) == change
