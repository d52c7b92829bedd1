"""A log that goes on after somebody has won: what tokens may have done keeps the game open, each of them once."""

from contextlib import suppress

import pytest

from rules.arena.cells import CELLS
from rules.arena.engine.damage import knock_out
from rules.arena.engine.glory import look_for_a_winner, win_glory
from rules.arena.engine.policy import STRICT
from rules.arena.engine.reports.dependencies import Dependencies
from rules.arena.engine.state import Decided
from rules.arena.engine.tension import each_loses_one
from rules.arena.engine.units import Reward
from rules.arena.recovery.policy import Recovery
from rules.arena.recovery.result import by_tokens
from rules.arena.recovery.survival import note_the_fall
from tests.rules.table import Table, believed_cards
from tests.rules.test_token_doubts import Doubt, doubted


def goes_on(*doubts: Doubt, a: int = 12, b: int = 1) -> Table:
    """Player A can win by the next KO, and the log goes on for long."""
    table = doubted(a, b, 0, *doubts)
    table.add("Y", "kassius-kaos", [CELLS[20]])
    table.game.index, table.game.lookahead.last = 1, 9
    return table


def doubles(table: Table) -> tuple[dict[str, int], int, bool]:
    """The GG of each player, the wild ones, and whether the game is over."""
    with suppress(Decided):
        each_loses_one(table.game, {})
    return dict(table.game.glory), table.game.wild, table.game.over


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
def test_a_believed_glory_token_keeps_a_game_open_once() -> None:
    table = goes_on(("B", 1, "granite-1"))
    assert (strikes_down(table, "X"), table.game.over) == ({"A": 12, "B": 1}, False)
    assert (strikes_down(table, "K"), table.game.over, table.game.winner) == ({"A": 13, "B": 0}, True, "A")
    assert table.game.claims.perhaps == []


@pytest.mark.article("1.4.1", "4.6.2")
def test_two_glory_tokens_keep_a_game_open_twice() -> None:
    table = goes_on(("B", 1, "granite-1"), ("B", 1, "granite-2"))
    for name, over in (("X", False), ("K", False)):
        assert (strikes_down(table, name), table.game.over) == ({"A": 12, "B": 1}, over)
    assert believed_cards(table.game) == ["granite-1", "granite-2"]


@pytest.mark.article("1.4.1", "4.6.2")
def test_a_fall_that_was_doubted_is_taken_back_once() -> None:
    table = goes_on(("A", -3, "granite-1"))
    assert (strikes_down(table, "X"), table.game.over) == ({"A": 10, "B": 3}, False)
    assert (strikes_down(table, "K"), table.game.over) == ({"A": 13, "B": 0}, True)
    assert table.game.claims.perhaps == [("B", -1, "granite-1")]


@pytest.mark.article("1.7.1", "1.4.1")
def test_a_continuing_log_settles_the_other_order_of_knock_outs() -> None:
    table = goes_on()
    table.game.uncertain.doubted_glory = [{"A": 12 - table["X"].level, "B": 1 + table["X"].level}]
    assert (strikes_down(table, "X"), table.game.over) == ({"A": 12, "B": 1}, False)
    assert (strikes_down(table, "K"), table.game.over) == ({"A": 13, "B": 0}, True)


def test_winning_a_game_a_token_kept_open_rests_on_belief() -> None:
    """By known facts alone the other player would have won before."""
    table = goes_on(("B", 1, "granite-1"))
    game = table.game
    game.basis.stocks = dict(game.glory)
    strikes_down(table, "X")
    game.index = 2
    with suppress(Decided):
        win_glory(game, "B", 13, why="knock-out")
        look_for_a_winner(game)
    assert (game.winner, game.basis.won_before, Dependencies(game).decisive(game)) == ("B", "A", True)


@pytest.mark.article("1.4.1", "4.6.2")
@pytest.mark.parametrize(("worth", "left"), [(1, []), (2, [("B", -1, "granite-1")])])
def test_one_of_several_returned_gg_may_not_have_been_returned(worth: int, left: list[Doubt]) -> None:
    table = goes_on(("A", -worth, "granite-1"))
    assert strikes_down(table, "X") == {"A": 13 - worth, "B": worth}
    assert table.game.claims.perhaps == left


@pytest.mark.article("4.6.2")
@pytest.mark.parametrize(("worth", "beyond", "noted"), [(0, 9, []), (2, 9, [("A", -2, "granite-1")]), (2, 10, [])])
def test_a_token_with_enough_possible_hp_leaves_gg_in_doubt(worth: int, beyond: int, noted: list[Doubt]) -> None:
    """A token that lasts gives at most 10 HP."""
    table = goes_on()
    table["K"].beyond = beyond
    table["K"].rewards += (Reward("granite-1", None, face_up=True),)
    note_the_fall(table.game, table["K"], worth, "A")
    assert table.game.claims.perhaps == noted


@pytest.mark.article("1.7.1", "1.4.3")
@pytest.mark.parametrize(("last", "over"), [({"A": 12, "B": 1}, True), ({"A": 11, "B": 2}, False)])
def test_an_order_with_a_last_one_standing_does_not_continue(last: dict[str, int], *, over: bool) -> None:
    table = goes_on()
    level = table["X"].level
    table.game.uncertain.doubted_glory = [{"A": 12 - level, "B": 1 + level}]
    table.game.uncertain.last_ones = [(last, "A")]
    strikes_down(table, "X")
    assert table.game.over is over


@pytest.mark.article("5.2.3")
def test_losing_the_last_gg_to_doubles_in_each_order_loses() -> None:
    table = goes_on(a=2, b=1)
    table.game.wild, table.game.uncertain.doubted_glory = 3, [{"A": 3, "B": 1}]
    assert doubles(table) == ({"A": 1, "B": 0}, 3, True)


@pytest.mark.article("5.2.3", "4.6.2")
def test_a_tokens_wild_gg_keeps_a_game_open_after_doubles() -> None:
    table = goes_on(("B", 1, "granite-1"), a=2, b=1)
    table.game.wild = 3
    assert doubles(table) == ({"A": 1, "B": 1}, 2, False)


@pytest.mark.article("1.4.1", "4.6.2")
@pytest.mark.parametrize(("winner", "won_by"), [("A", "concession"), (None, "time")])
def test_a_result_by_tokens_leaves_the_game_ended_as_before(winner: str | None, won_by: str) -> None:
    """GG do not decide there; with both players holding some they would not."""
    table = goes_on(("A", 1, "granite-1"), a=6, b=3)
    game = table.game
    game.over, game.winner, game.won_by = True, winner, won_by
    assert by_tokens(game, winner, {"A": 7, "B": 2})
    assert (game.over, game.winner, game.won_by, game.basis.decisive) == (True, winner, won_by, False)


@pytest.mark.article("1.4.1", "4.6.2")
def test_a_game_left_open_by_unknown_tokens_has_no_winner() -> None:
    game = goes_on(("B", 1, "granite-1"), a=12, b=0).game
    game.over, game.winner, game.won_by, game.wild = True, "A", "glory", 0
    assert by_tokens(game, None, {"A": 11, "B": 1})
    assert (game.over, game.winner, game.won_by, game.basis.decisive) == (False, None, None, True)
