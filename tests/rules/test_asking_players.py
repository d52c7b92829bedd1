"""Whoever records a game of three or four is asked whom players name (4.6.3, 9.2.5, 9.2.6)."""

from dataclasses import replace

import pytest

from rules.arena.engine.damage import knock_outs, pay_injuries
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.tension import tension
from rules.common.verdicts import DiceMissing
from tests.rules.fours import Four, out_of_it
from tests.rules.test_four_players import four


def strict(**changes: str) -> Four:
    table = four(**changes)
    table.game.be_strict()
    return table


def test_play_held_to_the_rules_asks_who_gets_the_gg() -> None:
    table = strict().weak("a").activate("a")
    table.game.action = {"do": "cast"}
    pay_injuries(table.game, table["a"], 1)
    with pytest.raises(DiceMissing) as asked:
        knock_outs(table.game)
    assert asked.value.wanted == {"gives": {"a": ["B", "C", "D"]}}


@pytest.mark.parametrize(("named", "options"), [([], ["B", "C", "D"]), (["C"], ["A", "B", "D"])])
def test_play_held_to_the_rules_asks_whom_doubles_name(named: list[str], options: list[str]) -> None:
    table = strict()
    table.game.turn, table.game.player, table.game.tension, table.game.begun = 3, "A", None, False
    with pytest.raises(DiceMissing) as asked:
        tension(table.game, {"do": "tension", "dice": ["lock", "lock"], "doubles": named})
    assert asked.value.wanted == {"doubles": options}


def test_play_held_to_the_rules_asks_whose_gg_is_bought() -> None:
    table = strict().set_glory(6, 3, 0, 3, 0).activate("a")
    table.game.board = replace(table.game.board, demons=1 << table["a"].cell)
    table.game.kamas["A"] = 12
    purchase = next(option for option in legal_actions(table.game) if option.action["do"] == "buy-glory")
    assert (purchase.is_legal, purchase.wanted) == (True, {"from": ["B", "D"]})


@pytest.mark.article("9.2.5")
def test_strict_play_does_nothing_of_a_refused_action() -> None:
    """Nor does the turn of a player who is out end by it."""
    table = strict()
    out_of_it(table, "a", "k")
    table.game.player, table.game.turn = "A", 5
    assert table.does("activate", unit="a") != []
    assert (table.game.player, table.game.turn) == ("A", 5)
