"""GG that a log leaves open: which stocks are possible, and which of them what follows leaves (1.7.1, 9.2.5)."""

from collections.abc import Iterable
from contextlib import suppress

import pytest

from rules.arena.engine import outcome
from rules.arena.engine import possible_glory as module
from rules.arena.engine.damage import knock_outs, place_injuries
from rules.arena.engine.possible_glory import Gain, doubt, doubt_the_order, possible_glory
from rules.arena.engine.state import Decided
from rules.arena.log import Result
from tests.rules.fours import Four, codes, four, out_of_it
from tests.rules.table import Table
from tests.rules.test_four_players_buying import buys
from tests.rules.test_four_players_glory import own_ko, possible
from tests.rules.test_two_v_two import pairs
from tests.rules.test_won_in_doubt import goes_on, strikes_down

FEW = 5


def struck_down(table: Table, by: str, *names: str) -> None:
    """All of them at once, by that piece."""
    for name in names:
        place_injuries(table.game, table[name], table[name].hp or 0, table[by])
    with suppress(Decided):
        knock_outs(table.game, table[by])


# -- what is kept ----------------------------------------------------------------------------------------


def test_a_stock_that_is_possible_already_is_kept_once() -> None:
    game = four().game
    other = {**game.glory, "A": 9}
    doubt(game, [dict(game.glory), other, dict(other)])
    assert possible_glory(game) == [game.glory, other]


@pytest.mark.parametrize("counts", [range(7, 50), range(FEW)])
def test_no_more_stocks_are_kept_than_a_report_can_hold(counts: Iterable[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_DOUBTS", FEW)
    game = four().game
    doubt(game, [{**game.glory, "A": 10 + count} for count in counts])
    assert len(game.uncertain.doubted_glory) == FEW


@pytest.mark.article("1.4.1", "9.2.5")
def test_after_a_possible_win_later_knock_outs_change_nothing() -> None:
    """Had C won the GG of A's own KO, C alone would have had some; so B would not have struck C's figure down."""
    table = four().activate("a").set_glory(0, 0, 4, 0, 3)
    own_ko(table, "a")
    struck_down(table, "b", "c")
    assert possible(table) == {(0, 6, 1, 0), (0, 0, 7, 0), (0, 3, 1, 3)}


@pytest.mark.article("9.2.5", "4.6.2")
def test_gg_won_after_simultaneous_knock_outs_count_too() -> None:
    table = four().activate("d").set_glory(3, 3, 3, 3, 3)
    struck_down(table, "b", "a", "c")
    struck_down(table, "b", "d")
    assert possible(table) == {(3, 12, 0, 0), (0, 12, 3, 0)}


# -- in which order they fell ----------------------------------------------------------------------------


@pytest.mark.article("1.7.1", "4.6.2")
def test_wild_gg_pay_for_whichever_of_three_falls_first() -> None:
    table = four().activate("d").set_glory(3, 3, 3, 3, 3)
    struck_down(table, "d", "a", "b", "c")
    assert possible(table) == {(3, 0, 0, 12), (0, 3, 0, 12), (0, 0, 3, 12)}


@pytest.mark.parametrize("most", [2, 5])
def test_of_many_orders_so_many_are_kept(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them from each of the stocks that are possible."""
    monkeypatch.setattr(module, "MOST_DOUBTS", most)
    game = four().set_glory(3, 3, 3, 3, 3).game
    game.uncertain.doubted_glory = [{**game.glory, "D": 10 + count} for count in range(9)]
    gains = [Gain(["D"], loser, 2, last=False) for loser in "ABC"]
    doubt_the_order(game, gains)
    assert len(game.uncertain.other_orders) == most


@pytest.mark.article("1.7.1", "9.3.1", "9.2.3")
def test_striking_down_partners_last_figures_takes_all_in_either_order() -> None:
    table = pairs().set_glory(5, 3, 6, 3, 3)
    out_of_it(table, "k")
    table.activate("d")
    struck_down(table, "b", "a", "c")
    assert possible(table) == {(0, 14, 3, 3), (0, 11, 6, 3)}


@pytest.mark.article("1.7.1", "9.3.1", "9.3.2")
def test_partners_keep_gg_if_their_side_fells_its_last_figure() -> None:
    table = pairs().set_glory(5, 4, 3, 3, 3)
    out_of_it(table, "m")
    table.activate("b")
    table.game.action = {"do": "cast", "gives": {"b": "A"}}
    struck_down(table, "b", "b", "a")
    assert possible(table) == {(8, 4, 3, 3), (5, 7, 3, 3)}


@pytest.mark.article("1.7.1", "1.4.1")
def test_in_the_order_without_a_winner_kos_are_counted_once() -> None:
    """A strikes down a figure of B, and one of their own: in that order they have won."""
    table = goes_on(a=10, b=1)
    struck_down(table, "q", "x", "X")
    assert (table.game.glory, table.game.over) == ({"A": 10, "B": 1}, False)


# -- whose GG were bought --------------------------------------------------------------------------------


def after_an_own_knock_out(*stocks: int) -> Four:
    """Of A, that nobody was named for: any of the others has won the three wild GG."""
    table = four(k="oscar-kass").set_glory(*stocks, 3).activate("a")
    own_ko(table, "a")
    table.game.findings.clear()
    return table


def bought(table: Four, **named: str) -> list[str]:
    """The codes of what is wrong with buying it."""
    buys(table, by="k", **named)
    return codes(table)


@pytest.mark.article("4.6.3", "9.2.5")
def test_each_stock_where_the_named_player_has_gg_stays_possible() -> None:
    table = after_an_own_knock_out(3, 1, 3, 0)
    assert bought(table, **{"from": "B"}) == []
    assert possible(table) == {(4, 3, 3, 0), (4, 0, 6, 0), (4, 0, 3, 3)}


@pytest.mark.article("4.6.3", "9.2.5")
@pytest.mark.parametrize(
    ("before", "after"),
    [((3, 0, 3, 0), {(4, 0, 5, 0)}), ((3, 0, 0, 0), {(4, 2, 0, 0), (4, 0, 2, 0), (4, 0, 0, 2)})],
)
def test_where_nobody_is_named_only_one_opponent_had_gg(before: tuple[int, ...], after: set[tuple[int, ...]]) -> None:
    table = after_an_own_knock_out(*before)
    assert bought(table) == []
    assert possible(table) == after


@pytest.mark.article("4.6.3")
def test_an_opponent_with_a_single_gg_may_be_named() -> None:
    table = four(k="oscar-kass").set_glory(8, 1, 3, 0, 0)
    assert bought(table, **{"from": "B"}) == []
    assert table.glory == (9, 0, 3, 0, 0)


# -- the end ---------------------------------------------------------------------------------------------


def ended(a: int, b: int) -> Result:
    """With these GG; who alone has some has won."""
    won = "A" if not b else None
    return Result(winner=won, winners=(won,) if won else (), glory={"A": a, "B": b})


@pytest.mark.article("1.7.1", "1.4.1")
@pytest.mark.parametrize(("glory_of_b", "won_by"), [(0, "glory"), (1, None)])
def test_the_result_tells_whether_the_last_knock_out_has_won(glory_of_b: int, won_by: str | None) -> None:
    table = goes_on()
    game = table.game
    game.lookahead.last = game.index or 0
    game.uncertain.doubted_glory = [{"A": 9, "B": 4}]
    strikes_down(table, "X")
    assert not game.over
    result = ended(13 - glory_of_b, glory_of_b)
    assert [each.code for each in outcome.findings(game, result)] == []
    outcome.settle(game, result)
    assert (game.won_by, game.over) == (won_by, won_by is not None)


@pytest.mark.article("4.6.2", breaks=True)
def test_gg_without_a_winner_are_not_taken_for_unpaid_doubles() -> None:
    table = goes_on()
    table.game.uncertain.doubted_glory = [{"A": 13, "B": 0}]
    said = Result(winner="A", winners=("A",), glory=dict(table.game.glory))
    assert [(each.article, each.code) for each in outcome.findings(table.game, said)] == [("4.6.2", "wrong-glory")]
