"""Games of three and four players, everybody alone (9.1 and 9.2), and what else means something new then."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine import placing
from rules.arena.engine.damage import knock_outs, pay_injuries, place_injuries
from rules.arena.engine.glory import possible_glory
from rules.arena.engine.special_markers import place_special
from rules.arena.engine.spells import Cast, has_invaded
from rules.arena.printed import PUNCH
from rules.arena.recovery.survival import the_log_goes_on
from tests.rules.fours import Four
from tests.rules.table import Table

ROUND = """
    . n . . . o
    . c . . d .
    . . a b . .
    . k . . m .
"""
FIGURES = {"a": "oscar-kass", "k": "bill-tell", "b": "oscar-kass", "m": "anna-tommy"}
OTHERS = {"c": "oscar-kass", "n": "lil-healey", "d": "oscar-kass", "o": "bad-aboum"}


def four(**changes: str) -> Four:
    return Four(ROUND, **{**FIGURES, **OTHERS, **changes})


def codes(table: Table) -> list[str]:
    return [finding.code for finding in table.game.findings]


def out_of_it(table: Four, *names: str) -> None:
    """These figures are gone, as if knocked out long ago."""
    for name in names:
        table.game.lift(table[name])
        table[name].fallen = True
    gone = [player for player in table.players if not table.game.has_krosmasters(player)]
    table.game.out = dict.fromkeys(gone, 0)


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
def test_a_figure_that_is_not_the_last_leaves_the_other_gg_alone() -> None:
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
def test_an_own_ko_pays_from_the_owners_gg_beyond_the_wild_ones() -> None:
    table = four().weak("a").activate("a").set_glory(4, 3, 3, 4, 1)
    table.game.action = {"do": "cast", "gives": {"a": "D"}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert table.glory == (2, 3, 3, 7, 0)


@pytest.mark.article("9.2.5", breaks=True)
@pytest.mark.parametrize(("player", "code"), [("A", "cannot-give-to"), ("C", "player-is-out")])
def test_gg_of_an_own_ko_go_to_an_opponent_in_the_game(player: str, code: str) -> None:
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
    assert [(finding.severity, finding.code) for finding in table.game.findings] == [("warning", "gives-missing")]
    assert {tuple(glory.values()) for glory in possible_glory(table.game)} == {(3, 6, 3, 3), (3, 3, 6, 3), (3, 3, 3, 6)}


@pytest.mark.article("9.2.5")
def test_a_last_figure_that_falls_by_its_own_side_sets_gg_aside() -> None:
    table = four().weak("a").activate("a").set_glory(5, 3, 3, 3, 1)
    out_of_it(table, "k")
    table.game.action = {"do": "cast", "gives": {"a": "C"}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert table.glory == (0, 3, 6, 3, 0)
    assert list(table.game.out) == ["A"]


@pytest.mark.article("9.2.5", "1.4.1")
def test_a_player_without_gg_plays_on_and_comes_back_by_a_ko() -> None:
    table = four().weak("a").set_glory(9, 0, 3, 3, 0)
    table.activate("b")
    assert "B" not in table.game.out
    table.strikes("b", "C2", "a")
    assert table.glory == (6, 3, 3, 3, 0)


@pytest.mark.article("4.10.6.b", "1.7.1")
def test_a_bomb_that_strikes_two_players_down_brings_its_player_both() -> None:
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
def test_every_possible_stock_changes_for_itself_and_never_falls_below_zero() -> None:
    """D has GG only where those of A's own KO went to D: there alone doubles cost D one."""
    table = four().activate("a").set_glory(3, 3, 3, 0, 3)
    own_ko(table, "a")
    assert possible(table) == {(3, 6, 3, 0), (3, 3, 6, 0), (3, 3, 3, 3)}
    rolls(table, "D", "C")
    assert possible(table) == {(3, 6, 2, 0), (3, 3, 5, 0), (3, 3, 2, 2)}


@pytest.mark.article("9.2.5", "9.2.3")
def test_who_takes_all_takes_what_a_doubtful_ko_may_have_brought() -> None:
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


@pytest.mark.article("4.6.3", "9.2.5")
@pytest.mark.parametrize("player", [*"BCD"])
def test_a_gg_bought_from_a_player_tells_who_had_won_it(player: str) -> None:
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


# -- victory ---------------------------------------------------------------------------------------------


@pytest.mark.article("1.4.1", "9.2.5")
def test_who_alone_has_gg_and_no_wild_gg_lies_there_wins() -> None:
    table = four().weak("b").set_glory(9, 3, 0, 0, 0)
    table.strikes("a", "D2", "b")
    assert (table.game.winner, table.game.won_by, table.glory) == ("A", "glory", (12, 0, 0, 0, 0))


@pytest.mark.article("1.4.2")
def test_nobody_wins_alone_with_gg_while_wild_gg_lie_there() -> None:
    table = four().weak("b").set_glory(9, 3, 0, 0, 3)
    table.strikes("a", "D2", "b")
    assert (table.game.over, table.glory) == (False, (12, 3, 0, 0, 0))


@pytest.mark.article("1.4.3")
def test_the_last_player_with_krosmasters_wins() -> None:
    table = four().weak("b")
    out_of_it(table, "m", "c", "n", "d", "o")
    table.strikes("a", "D2", "b")
    assert (table.game.winner, table.game.won_by) == ("A", "last-standing")


# -- doubles ---------------------------------------------------------------------------------------------


def rolls(table: Four, *named: str, player: str = "A") -> list[str]:
    table.game.player, table.game.begun, table.game.tension = player, False, None
    fields = {"doubles": list(named)} if named else {}
    return table.does("tension", dice=["lock", "lock"], **fields)


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


# -- GG that are bought ----------------------------------------------------------------------------------


def buys(table: Four, **fields: str) -> list[str]:
    table.activate("a")
    table.game.board = replace(table.game.board, demons=1 << table["a"].cell)
    table.game.kamas["A"] = 12
    return table.does("buy-glory", **fields)


@pytest.mark.article("4.6.3")
def test_a_bought_gg_is_a_wild_one_first_and_then_of_the_opponent_named() -> None:
    table = four()
    assert (buys(table), table.glory) == ([], (4, 3, 3, 3, 2))
    table = four().set_glory(6, 3, 3, 3, 0)
    assert (buys(table, **{"from": "D"}), table.glory) == ([], (7, 3, 3, 2, 0))


@pytest.mark.article("4.6.3")
def test_the_only_opponent_who_has_a_gg_need_not_be_named() -> None:
    table = four().set_glory(6, 0, 9, 0, 0)
    assert (buys(table), table.glory) == ([], (7, 0, 8, 0, 0))


@pytest.mark.article("4.6.3", breaks=True)
@pytest.mark.parametrize(
    ("player", "code"),
    [(None, "not-an-opponent"), ("A", "not-an-opponent"), ("B", "not-an-opponent"), ("D", "player-is-out")],
)
def test_a_gg_is_bought_from_an_opponent_who_has_one(player: str | None, code: str) -> None:
    glory = (6, 3, 6, 0, 0) if player is None else (9, 0, 6, 0, 0)
    table = four().set_glory(*glory)
    out_of_it(table, "d", "o")
    assert buys(table, **({"from": player} if player else {})) == ["4.6.3"]
    assert codes(table) == [code]


@pytest.mark.article("4.6.3", "4.7.5.a")
@pytest.mark.parametrize("reward", ["rogue-style", "demon-spirit"])
def test_a_reward_takes_the_gg_of_the_opponent_chosen(reward: str) -> None:
    table = four().set_glory(6, 3, 3, 3, 0).give("a", reward).activate("a")
    table.game.kamas["A"] = 2
    assert table.does("reveal", reward=reward, choices={"player": "C"}) == []
    assert table.glory == (7, 3, 2, 3, 0)


@pytest.mark.article("4.6.3", breaks=True)
@pytest.mark.parametrize("player", [["A"], [], "", 3, True, "Z"])
def test_a_choice_that_is_no_player_is_no_opponent(player: Any) -> None:
    table = four().set_glory(6, 3, 3, 3, 0).give("a", "demon-spirit").activate("a")
    out_of_it(table, "d", "o")
    assert table.does("reveal", reward="demon-spirit", choices={"player": player}) == ["4.6.3"]
    assert codes(table) == ["not-an-opponent"]


@pytest.mark.article("4.6.3", "4.7.5.a")
@pytest.mark.parametrize("player", [None, "B", "A", ["A"], "Z"])
@pytest.mark.parametrize("reward", ["rogue-style", "demon-spirit"])
def test_in_a_duel_nobody_is_asked_whose_gg_it_is(reward: str, player: Any) -> None:
    for glory, after in (((6, 6), (7, 5)), ((12, 0), (12, 0))):
        table = Table("q K", q="oscar-kass", K="bill-tell").give("q", reward).activate("q")
        table.game.glory, table.game.wild, table.game.kamas["A"] = dict(zip("AB", glory, strict=True)), 0, 2
        table.game.index, table.game.claims.last = 0, 0
        choices = {} if player is None else {"player": player}
        assert table.does("reveal", reward=reward, choices=choices) == []
        assert tuple(table.game.glory.values()) == after
        assert set(codes(table)) <= {"unknown-field"}


# -- turns, and who is out -------------------------------------------------------------------------------


def ends(table: Four, player: str) -> str:
    table.game.player, table.game.begun, table.game.tension, table.game.active = player, True, [], None
    table.game.flips.opening, table.game.flips.closing = set(), set()
    assert table.does("end-turn") == []
    return table.game.player


@pytest.mark.article("9.2.1", "5.6.1")
def test_the_players_take_their_turns_one_after_the_other() -> None:
    table = four()
    assert [ends(table, player) for player in "ABCD"] == ["B", "C", "D", "A"]


@pytest.mark.article("9.2.1", "1.4.3")
def test_who_is_out_is_passed_over() -> None:
    table = four()
    out_of_it(table, "b", "m", "c", "n")
    assert [ends(table, player) for player in "AD"] == ["D", "A"]


@pytest.mark.article("9.2.5", "1.4.3")
def test_going_out_in_ones_own_turn_ends_it() -> None:
    table = four(a="coa-gulary").weak("a").activate("a")
    out_of_it(table, "k")
    table["a"].ap = 5
    dice = {"critical": ["lock"], "armour": {"b": ["lock"]}}
    table.does("cast", spell="punishment", target="D2", gives={"a": "D"}, **dice)
    assert (list(table.game.out), table.game.player, table.game.active) == (["A"], "B", None)


@pytest.mark.article("9.2.5", "1.4.3")
def test_going_out_by_a_faulty_action_ends_the_turn_too() -> None:
    table = four(a="coa-gulary").weak("a").activate("a")
    out_of_it(table, "k")
    table["a"].ap = 5
    assert len(table.does("cast", spell="punishment", target="L12", gives={"a": "D"}, critical=["lock"])) == 1
    assert (list(table.game.out), table.game.player, table.game.active) == (["A"], "B", None)


@pytest.mark.article("9.2.5", "1.4.3")
def test_an_action_that_is_refused_before_anybody_falls_ends_no_turn() -> None:
    table = four().activate("a")
    out_of_it(table, "c", "n")
    assert table.does("move", to="Z9") == ["4.17.1"]
    assert table.game.player == "A"


@pytest.mark.article("1.4.1")
def test_who_concedes_is_out_and_the_others_play_on() -> None:
    table = four().activate("a")
    assert table.does("concede", player="A") == []
    assert (list(table.game.out), table.game.over, table.game.player) == (["A"], False, "B")
    assert (table.at("a"), table.at("k"), table.glory) == (None, None, (0, 3, 3, 3, 3))
    assert table.does("concede", player="A") == ["1.4.3"]
    table.does("concede", player="B")
    table.does("concede", player="D")
    assert (table.game.winner, table.game.won_by) == ("C", "concession")


# -- enemies and allies ----------------------------------------------------------------------------------


@pytest.mark.article("4.1.2", "4.14.1")
def test_every_other_player_is_an_enemy_who_locks() -> None:
    lock = {"lock": ["armour"], "dodge": ["armour"]}
    table = Four(". . .\nc a b", a="oscar-kass", b="anna-tommy", c="lil-healey").activate("a")
    assert table.does("move", to="B2", blocks=[{"by": "b", **lock}, {"by": "c", **lock}]) == []


@pytest.mark.article("4.9.15.a")
def test_counter_answers_in_the_turn_of_any_opponent() -> None:
    table = four().activate("c")
    table["b"].granted.add("counter")
    table["b"].refresh()
    place_injuries(table.game, table["b"], 1, table["c"])
    assert [pending.effect for pending in table.game.standby] == ["counter"]


@pytest.mark.article("7.5.22.a", "4.20.1")
def test_the_territory_of_every_opponent_is_opposing() -> None:
    table = Four("a", a="oscar-kass")
    for cell, theirs in (("A6", True), ("F12", True), ("L6", True), ("F1", False), ("F6", False)):
        table.game.put(table["a"], table.game.cell(cell))
        casting = Cast(table.game, PUNCH, table["a"], table["a"].cell, table["a"].cell, {})
        assert has_invaded(casting) is theirs, cell


@pytest.mark.article("4.5.1")
def test_kamas_are_each_players_own() -> None:
    table = four().activate("a")
    table.game.coins[table["a"].cell] = 1
    assert table.does("collect") == []
    assert table.game.kamas == {"A": 1, "B": 0, "C": 0, "D": 0}


@pytest.mark.article("4.13.1")
def test_every_player_alone_has_a_special_marker_of_a_name() -> None:
    table = four()
    place_special(table.game, table["a"], table["b"], "prey")
    place_special(table.game, table["c"], table["d"], "prey")
    assert (table["b"].specials, table["d"].specials) == ({"prey": "a"}, {"prey": "c"})


@pytest.mark.article("1.3.10")
def test_the_fight_begins_with_the_powers_of_all_in_turn_order(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[str] = []
    monkeypatch.setattr(placing, "at_the_beginning_of_the_fight", lambda _game, unit: met.append(unit.player))
    placing.begin_fight(four().game)
    assert met == [*"AABBCCDD"]


def test_time_names_no_winner_among_four() -> None:
    table = four().activate("a")
    assert table.does("time") == []
    assert (table.game.over, table.game.winner, table.game.won_by, list(table.game.out)) == (True, None, "time", [])


@pytest.mark.article("1.4.1", "4.10.2")
def test_a_fall_ends_a_game_only_where_nobody_else_could_go_on() -> None:
    """Only then may a log that goes on show that the figure still stands."""
    table = four().activate("a").set_glory(4, 3, 3, 5, 0)
    table.game.index, table.game.claims.last = 1, 2
    assert not the_log_goes_on(table.game, table["b"])
    table.set_glory(12, 3, 0, 0, 0)
    assert the_log_goes_on(table.game, table["b"])
    out_of_it(table, "m")
    table.set_glory(4, 9, 2, 0, 0)
    assert not the_log_goes_on(table.game, table["b"])
    out_of_it(table, "m", "c", "n", "d", "o")
    assert the_log_goes_on(table.game, table["b"])
