"""A log that goes on after somebody has won: what tokens may have done keeps the game open, each of them once."""

from contextlib import suppress

import pytest

from rules.arena.cells import CELLS
from rules.arena.engine.damage import knock_out
from rules.arena.engine.glory import look_for_a_winner, win_glory
from rules.arena.engine.policy import STRICT
from rules.arena.engine.rests import Rests
from rules.arena.engine.state import Decided
from rules.arena.recovery.policy import Recovery
from tests.rules.table import Table
from tests.rules.test_token_doubts import Doubt, doubted


def goes_on(*doubts: Doubt, a: int = 12, b: int = 1) -> Table:
    """Player A can win by the next KO, and the log goes on for long."""
    table = doubted(a, b, 0, *doubts)
    table.add("Y", "kassius-kaos", [CELLS[20]])
    table.game.index, table.game.claims.last = 1, 9
    return table


def strikes_down(table: Table, name: str) -> dict[str, int]:
    with suppress(Decided):
        knock_out(table.game, table[name], table["q"])
    return dict(table.game.glory)


@pytest.mark.article("1.4.1")
def test_the_rule_of_victory_does_not_read_ahead() -> None:
    for policy, over in ((Recovery(), False), (STRICT, True)):
        table = goes_on(("B", 1, "granite-1"))
        table.game.policy = policy
        strikes_down(table, "X")
        assert table.game.over is over


@pytest.mark.article("1.4.1", "4.6.2")
def test_a_glory_token_that_was_believed_keeps_a_game_open_once() -> None:
    table = goes_on(("B", 1, "granite-1"))
    assert (strikes_down(table, "X"), table.game.over) == ({"A": 12, "B": 1}, False)
    assert (strikes_down(table, "K"), table.game.over, table.game.winner) == ({"A": 13, "B": 0}, True, "A")
    assert table.game.claims.perhaps == []


@pytest.mark.article("1.4.1", "4.6.2")
def test_two_glory_tokens_keep_a_game_open_twice() -> None:
    table = goes_on(("B", 1, "granite-1"), ("B", 1, "granite-2"))
    for name, over in (("X", False), ("K", False)):
        assert (strikes_down(table, name), table.game.over) == ({"A": 12, "B": 1}, over)
    assert list(table.game.trusted) == ["granite-1", "granite-2"]


@pytest.mark.article("1.4.1", "4.6.2")
def test_a_fall_that_was_doubted_is_taken_back_once() -> None:
    table = goes_on(("A", -3, "granite-1"))
    assert (strikes_down(table, "X"), table.game.over) == ({"A": 10, "B": 3}, False)
    assert (strikes_down(table, "K"), table.game.over) == ({"A": 13, "B": 0}, True)
    assert table.game.claims.perhaps == [("B", -1, "granite-1")]


@pytest.mark.article("1.7.1", "1.4.1")
def test_the_other_order_of_knock_outs_is_settled_by_a_log_that_goes_on() -> None:
    table = goes_on()
    table.game.uncertain.doubted_glory = [{"A": 12 - table["X"].level, "B": 1 + table["X"].level}]
    assert (strikes_down(table, "X"), table.game.over) == ({"A": 12, "B": 1}, False)
    assert (strikes_down(table, "K"), table.game.over) == ({"A": 13, "B": 0}, True)


def test_who_wins_a_game_that_a_token_kept_open_wins_by_belief() -> None:
    """By known facts alone the other player would have won before."""
    table = goes_on(("B", 1, "granite-1"))
    game = table.game
    game.basis.stocks = dict(game.glory)
    strikes_down(table, "X")
    game.index = 2
    with suppress(Decided):
        win_glory(game, "B", 13, why="knock-out")
        look_for_a_winner(game)
    assert (game.winner, Rests(game).decisive()) == ("B", True)
