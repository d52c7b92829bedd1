"""Games of three and four players, everybody alone (9.1 and 9.2), and what else means something new then."""

import pytest

from rules.arena.engine import placing
from rules.arena.engine.damage import place_injuries
from rules.arena.engine.markers import place_special
from rules.arena.engine.spells import Cast, has_invaded
from rules.arena.laws.seats import Seats
from rules.arena.printed import PUNCH
from rules.arena.recovery.survival import the_log_goes_on
from tests.rules.fours import Four, four, out_of_it

SEATS = Seats.of("CABD")

# -- victory ---------------------------------------------------------------------------------------------


@pytest.mark.article("1.4.1", "9.2.5")
def test_who_alone_has_gg_without_any_wild_gg_left_wins() -> None:
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


@pytest.mark.article("5.6.1", "9.2.1")
@pytest.mark.parametrize(
    ("player", "out", "come"), [("A", "", "B"), ("A", "BC", "BD"), ("D", "C", "CA"), ("A", "ABCD", "BDCA")]
)
def test_turns_pass_over_who_is_out(player: str, out: str, come: str) -> None:
    assert SEATS.up_to_the_next(player, out) == tuple(come)
    assert SEATS.next_player(player, out) == come[-1]


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
def test_a_refused_action_ends_no_turn_before_anybody_falls() -> None:
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
    table["b"].granted |= {"counter"}
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
def test_the_fight_begins_with_all_powers_in_turn_order(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[str] = []
    monkeypatch.setattr(placing, "at_the_beginning_of_the_fight", lambda _game, unit: met.append(unit.player))
    placing.begin_fight(four().game)
    assert met == [*"AABBCCDD"]


def test_time_names_no_winner_among_four() -> None:
    table = four().activate("a")
    assert table.does("time") == []
    assert (table.game.over, table.game.winner, table.game.won_by, list(table.game.out)) == (True, None, "time", [])


@pytest.mark.article("1.4.1", "4.10.2")
def test_a_fall_ends_a_game_only_if_nobody_could_continue() -> None:
    """Only then may a log that goes on show that the figure still stands."""
    table = four().activate("a").set_glory(4, 3, 3, 5, 0)
    table.game.index, table.game.lookahead.last = 1, 2
    assert not the_log_goes_on(table.game, table["b"])
    table.set_glory(12, 3, 0, 0, 0)
    assert the_log_goes_on(table.game, table["b"])
    out_of_it(table, "m")
    table.set_glory(4, 9, 2, 0, 0)
    assert not the_log_goes_on(table.game, table["b"])
    out_of_it(table, "m", "c", "n", "d", "o")
    assert the_log_goes_on(table.game, table["b"])


@pytest.mark.article("1.4.3", "9.2.3")
@pytest.mark.parametrize(("gone", "named"), [(["m"], ["B"]), ([], [])])
def test_the_replay_names_who_goes_out_and_nobody_else(gone: list[str], named: list[str]) -> None:
    table = four().weak("b")
    out_of_it(table, *gone)
    table.game.event_log, table.game.index = [], 1
    assert table.strikes("a", "D2", "b") == []
    assert [event["player"] for event in table.game.event_log if event["event"] == "out"] == named
