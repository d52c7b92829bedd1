"""GG among three and four players: of a KO, and of doubles (4.6.2, 9.2.3, 9.2.5, 9.2.6)."""

from dataclasses import replace

import pytest

from rules.arena.engine import outcome
from rules.arena.engine.damage import knock_outs, pay_injuries, place_injuries
from rules.arena.engine.possible_glory import possible_glory
from rules.arena.log import Result
from tests.rules.fours import Four, codes, four, out_of_it, rolls

# -- GG of a KO ------------------------------------------------------------------------------------------


@pytest.mark.article("4.6.2", "9.2.3")
def test_the_wild_gg_come_first_and_the_victim_keeps_theirs() -> None:
    table = four().weak("b")
    assert table.strikes("a", "D2", "b") == []
    assert table.glory == (6, 3, 3, 3, 0)


@pytest.mark.article("4.6.2", "9.2.3")
def test_who_strikes_a_last_figure_down_takes_all_gg() -> None:
    table = four().weak("b").set_glory(5, 3, 3, 3, 1)
    out_of_it(table, "m")
    assert table.strikes("a", "D2", "b") == []
    assert table.glory == (9, 0, 3, 3, 0)
    assert list(table.game.out) == ["B"]
    assert not table.game.over


@pytest.mark.article("9.2.3")
def test_a_figure_before_the_last_leaves_the_other_gg_alone() -> None:
    table = four().weak("b").set_glory(5, 6, 2, 1, 1)
    table.strikes("a", "D2", "b")
    assert (table.glory, list(table.game.out)) == ((8, 4, 2, 1, 0), [])


@pytest.mark.article("9.2.5")
def test_an_own_ko_gives_its_gg_to_the_opponent_named() -> None:
    table = four().weak("a").activate("a")
    table.game.action = {"do": "cast", "gives": {"a": "C"}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert table.glory == (3, 3, 6, 3, 0)
    assert codes(table) == []


@pytest.mark.article("9.2.5")
def test_an_own_ko_pays_wild_gg_then_the_owners_gg() -> None:
    table = four().weak("a").activate("a").set_glory(4, 3, 3, 4, 1)
    table.game.action = {"do": "cast", "gives": {"a": "D"}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert table.glory == (2, 3, 3, 7, 0)


@pytest.mark.article("9.2.5", breaks=True)
@pytest.mark.parametrize(("player", "code"), [("A", "cannot-give-to"), ("C", "player-is-out")])
def test_gg_of_an_own_ko_go_to_a_remaining_opponent(player: str, code: str) -> None:
    table = four().weak("a").activate("a")
    out_of_it(table, "c", "n")
    table.game.action = {"do": "cast", "gives": {"a": player}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert codes(table) == [code]
    assert table.game.findings[0].article == "9.2.5"


@pytest.mark.article("9.2.5")
def test_gg_that_nobody_was_named_for_stay_doubtful() -> None:
    table = four().weak("a").activate("a")
    table.game.action = {"do": "cast"}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    said = "No opponent in the game struck a down: name who wins the GG (B, C, D)."
    assert [(each.severity, str(each.message)) for each in table.game.findings] == [("warning", said)]
    assert {tuple(glory.values()) for glory in possible_glory(table.game)} == {(3, 6, 3, 3), (3, 3, 6, 3), (3, 3, 3, 6)}


@pytest.mark.article("9.2.5", "4.10.6.b")
def test_after_a_departed_players_blow_the_owner_names_the_receiver() -> None:
    table = four().weak("a").activate("a")
    out_of_it(table, "b", "m")
    table.game.action = {"do": "cast", "gives": {"a": "C"}}
    place_injuries(table.game, table["a"], 1, table["b"])
    knock_outs(table.game, table["b"])
    assert table.glory == (3, 3, 6, 3, 0)


@pytest.mark.article("9.2.5")
def test_a_last_figure_felled_by_its_side_sets_gg_aside() -> None:
    table = four().weak("a").activate("a").set_glory(5, 3, 3, 3, 1)
    out_of_it(table, "k")
    table.game.action = {"do": "cast", "gives": {"a": "C"}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert table.glory == (0, 3, 6, 3, 0)
    assert list(table.game.out) == ["A"]


@pytest.mark.article("9.2.5", "1.4.1")
def test_a_player_without_gg_continues_and_recovers_by_a_ko() -> None:
    table = four().weak("a").set_glory(9, 0, 3, 3, 0)
    table.activate("b")
    assert "B" not in table.game.out
    table.strikes("b", "C2", "a")
    assert table.glory == (6, 3, 3, 3, 0)


@pytest.mark.article("4.10.6.b", "1.7.1")
def test_a_bomb_that_strikes_down_two_players_earns_both() -> None:
    """In the turn of a fourth player; the order of the two is open, because only one takes from the wild GG."""
    table = four().weak("a", "c").activate("d")
    for name in ("a", "c"):
        place_injuries(table.game, table[name], 1, table["b"])
    knock_outs(table.game, table["b"])
    assert table.glory == (3, 9, 0, 3, 0)
    assert (0, 9, 3, 3) in [tuple(glory.values()) for glory in possible_glory(table.game)]


def own_ko(table: Four, name: str) -> None:
    """And nobody says who wins its GG."""
    table.weak(name).game.action = {"do": "cast"}
    pay_injuries(table.game, table[name], 1)
    knock_outs(table.game)


def possible(table: Four) -> set[tuple[int, ...]]:
    return {tuple(stocks.values()) for stocks in possible_glory(table.game)}


@pytest.mark.article("9.2.5", "9.2.6")
def test_each_possible_stock_changes_alone_and_never_falls_below_zero() -> None:
    """D has GG only where those of A's own KO went to D: there alone doubles cost D one."""
    table = four().activate("a").set_glory(3, 3, 3, 0, 3)
    own_ko(table, "a")
    assert possible(table) == {(3, 6, 3, 0), (3, 3, 6, 0), (3, 3, 3, 3)}
    rolls(table, "D", "C")
    assert possible(table) == {(3, 6, 2, 0), (3, 3, 5, 0), (3, 3, 2, 2)}


@pytest.mark.article("9.2.5", "9.2.3")
def test_who_takes_all_takes_a_doubtful_kos_gg_too() -> None:
    table = four().activate("a")
    own_ko(table, "a")
    out_of_it(table, "m")
    table["b"].injuries = table["b"].hp or 0
    knock_outs(table.game, table["c"])
    assert possible(table) == {(3, 0, 9, 3), (3, 0, 6, 6)}


@pytest.mark.article("1.7.1", "9.2.5")
def test_a_doubtful_order_keeps_the_doubts_of_before() -> None:
    table = four().activate("a")
    own_ko(table, "k")
    before = possible(table)
    table.game.wild = 1
    for name in ("b", "d"):
        table[name].injuries = table[name].hp or 0
    knock_outs(table.game, table["c"])
    assert (len(before), len(possible(table))) == (3, 6)
    dealt = {sum(stocks) for stocks in possible(table)}
    assert dealt == {sum(stocks) + 1 for stocks in before}


@pytest.mark.article("1.7.1", "4.6.2")
def test_without_wild_gg_the_order_decides_whose_gg_are_left() -> None:
    """C strikes down a figure of A, who has one GG, and an own one whose GG go to A: before that, or after."""
    table = four().activate("c").set_glory(1, 3, 3, 3, 0)
    table.game.action = {"do": "cast", "gives": {"c": "A"}}
    for name in ("a", "c"):
        table[name].injuries = table[name].hp or 0
    knock_outs(table.game, table["n"])
    assert possible(table) == {(3, 3, 1, 3), (1, 3, 3, 3)}
    assert codes(table) == []


@pytest.mark.article("1.7.1", "9.2.3")
def test_striking_down_two_takes_the_losers_gg_in_either_order() -> None:
    """The wild GG pay for A's figure, who is out with 5 GG, or for the one of C."""
    table = four().weak("a", "c").activate("d").set_glory(5, 3, 3, 3, 3)
    out_of_it(table, "k")
    for name in ("a", "c"):
        place_injuries(table.game, table[name], 1, table["b"])
    knock_outs(table.game, table["b"])
    assert possible(table) == {(0, 14, 0, 3), (0, 11, 3, 3)}


@pytest.mark.article("1.7.1", "4.6.2", breaks=True)
def test_gg_of_an_order_without_a_winner_are_no_victory() -> None:
    table = four()
    table.game.wild, table.game.uncertain.doubted_glory = 0, [{"A": 9, "B": 0, "C": 0, "D": 0}]
    said = Result(winner="A", winners=("A",), glory=dict(table.game.glory))
    assert [(each.article, each.code) for each in outcome.findings(table.game, said)] == [("4.6.2", "wrong-glory")]


@pytest.mark.article("4.6.3", "9.2.5")
@pytest.mark.parametrize("player", [*"BCD"])
def test_buying_a_gg_from_a_player_shows_who_won_it(player: str) -> None:
    table = four(k="oscar-kass").set_glory(3, 0, 0, 0, 3).activate("a")
    own_ko(table, "a")
    assert possible(table) == {(3, 3, 0, 0), (3, 0, 3, 0), (3, 0, 0, 3)}
    table.activate("k")
    table.game.board = replace(table.game.board, demons=1 << table["k"].cell)
    table.game.kamas["A"] = 12
    assert table.does("buy-glory", **{"from": player}) == []
    assert possible(table) == {(4, *(2 * (foe == player) for foe in "BCD"))}


@pytest.mark.article("1.4.1", "9.2.5")
def test_where_the_game_would_be_over_no_log_plays_on() -> None:
    """Had C won the GG, C alone would have had some, and no wild ones were left."""
    table = four().activate("a").set_glory(0, 0, 3, 0, 3)
    own_ko(table, "a")
    assert possible(table) == {(0, 3, 3, 0), (0, 0, 6, 0), (0, 0, 3, 3)}
    assert table.does("end-turn") == []
    assert possible(table) == {(0, 3, 3, 0), (0, 0, 3, 3)}


# -- doubles ---------------------------------------------------------------------------------------------


@pytest.mark.article("9.2.6")
def test_doubles_cost_the_two_who_are_named_one_gg_each() -> None:
    table = four()
    assert rolls(table, "C", "A") == []
    assert table.glory == (2, 3, 2, 3, 3)


@pytest.mark.article("9.2.6", "5.2.3")
def test_nobody_loses_the_game_by_the_last_gg_of_doubles() -> None:
    table = four().set_glory(4, 1, 1, 4, 3)
    assert rolls(table, "B", "C") == []
    assert (table.glory, table.game.over) == ((4, 0, 0, 4, 3), False)


@pytest.mark.article("9.2.6", "1.4.1")
def test_victory_is_looked_at_after_each_of_the_two() -> None:
    table = four().set_glory(4, 1, 0, 0, 0)
    rolls(table, "B", "A")
    assert (table.glory, table.game.winner, table.game.won_by) == ((4, 0, 0, 0, 0), "A", "glory")


@pytest.mark.article("9.2.6", breaks=True)
@pytest.mark.parametrize(
    ("named", "code"),
    [
        ((), "doubles-not-named"),
        (("C",), "doubles-not-named"),
        (("C", "C"), "doubles-not-named"),
        (("A", "C"), "not-an-opponent"),
        (("D", "C"), "player-is-out"),
        (("C", "D"), "player-is-out"),
    ],
)
def test_doubles_name_an_opponent_and_then_another_player(named: tuple[str, ...], code: str) -> None:
    table = four()
    out_of_it(table, "d", "o")
    assert rolls(table, *named) == ["9.2.6"]
    assert (codes(table), table.glory) == ([code], (3, 3, 3, 3, 3))
