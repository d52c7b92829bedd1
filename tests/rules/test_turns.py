"""From set-up to the end of a turn (1.3, 5, 6), in whole logs."""

import pytest

from rules.arena.engine.tension import tension
from tests.rules.logs import CLOSING, END, OPENING, PLACED, TEAM_A, TEAM_B, TENSION, TWO_TURNS, do, errors, report
from tests.rules.table import Table

FIRST = len(PLACED)


@pytest.mark.article("1.3.1", "1.3.2", "1.3.5.a", "1.3.6", "1.3.8", "1.3.9", "5.1.1", "5.2.4")
def test_two_turns_without_a_fault() -> None:
    played = report(*TWO_TURNS)
    assert (played.verdict, played.findings) == ("valid", ())
    assert played.glory == {"A": 6, "B": 6}


@pytest.mark.article("1.3.1", breaks=True)
def test_the_slower_team_goes_first() -> None:
    placed = [*PLACED[4:], *PLACED[:4]]
    assert errors(*placed, first_player="B") == [(None, "1.3.1")]


@pytest.mark.article("1.3.1", breaks=True)
def test_a_wrong_first_player_in_the_header_is_one_error() -> None:
    assert errors(*TWO_TURNS, first_player="B") == [(None, "1.3.1")]


@pytest.mark.article("1.3.2", breaks=True)
def test_players_side_by_side() -> None:
    assert errors(*PLACED, sides={"A": "south", "B": "east"}) == [(None, "1.3.2")]
    assert errors(*PLACED, sides={"A": "west", "B": "north"}) == [(None, "1.3.2")]


@pytest.mark.article("1.3.8", "2.4.3.a", "2.4.3.b", breaks=True)
@pytest.mark.parametrize("timeline", [["a2", "a1", "a3", "a4"], ["a1", "a2", "a3"], ["a1", "a1", "a2", "a3", "a4"]])
def test_a_timeline_that_does_not_fall_or_is_not_whole(timeline: list[str]) -> None:
    players = {
        "A": {"name": "Ana", "team": TEAM_A, "timeline": timeline},
        "B": {"name": "Bo", "team": TEAM_B, "timeline": list(TEAM_B)},
    }
    assert errors(*PLACED, players=players) == [(None, "1.3.8")]


@pytest.mark.article("1.2.1", breaks=True)
def test_an_arena_that_nobody_knows() -> None:
    assert errors(arena="the-moon") == [(None, "1.2.1")]


@pytest.mark.article("1.3.9", breaks=True)
def test_figures_that_are_placed_wrongly() -> None:
    assert errors(do("place", unit="a1", cell="A1"), *PLACED[1:]) == [(0, "1.3.9")]
    assert errors(*PLACED[:3], PLACED[4], PLACED[3], *PLACED[5:]) == [(3, "1.3.9")]
    assert errors(*PLACED[4:], *PLACED[:4]) == [(0, "1.3.9")]
    assert errors(PLACED[0], do("place", unit="a2", cell="B1"), *PLACED[2:])[0] == (1, "1.3.9")
    assert errors(*PLACED[:7], do("activate", unit="a1")) == [(7, "1.3.9")]
    assert errors(*PLACED, do("place", unit="a1", cell="C2")) == [(8, "1.3.9")]


@pytest.mark.article("5.2.4", breaks=True)
def test_a_roll_for_tension_in_the_first_turn() -> None:
    assert errors(*PLACED, TENSION, END) == [(FIRST, "5.2.4")]


@pytest.mark.article("5.2.1", breaks=True)
def test_a_turn_without_a_roll_for_tension() -> None:
    assert errors(*PLACED, END, *OPENING, do("activate", unit="b1")) == [(FIRST + 4, "5.2.1")]


@pytest.mark.article("5.2.1", breaks=True)
def test_three_dice_for_tension() -> None:
    dice = do("tension", dice=["lock", "dodge", "armour"])
    assert errors(*PLACED, END, *OPENING, dice) == [(FIRST + 4, "5.2.1")]


@pytest.mark.article("5.2.2", "5.4.2")
def test_a_reroll_leaves_one_die_and_no_doubles() -> None:
    again = do("tension", dice=["lock", "lock"], reroll="dodge")
    played = report(*PLACED, END, *OPENING, again, do("activate", unit="b1"))
    assert (played.errors, played.glory) == ((), {"A": 6, "B": 6})


@pytest.mark.article("5.2.2", breaks=True)
def test_a_second_roll_for_tension() -> None:
    assert errors(*PLACED, END, *OPENING, TENSION, TENSION) == [(FIRST + 5, "5.2.2")]


@pytest.mark.article("5.2.3")
def test_doubles_after_turning_cost_each_a_gg() -> None:
    doubles = do("tension", dice=["lock", "dofus>lock"])
    assert report(*PLACED, END, *OPENING, doubles).glory == {"A": 5, "B": 5}


@pytest.mark.article("5.2.3", breaks=True)
def test_doubles_for_which_nobody_paid() -> None:
    doubles = do("tension", dice=["lock", "lock"])
    result = {"winner": None, "glory": {"A": 6, "B": 6}}
    assert errors(*PLACED, END, *OPENING, doubles, result=result) == [(None, "5.2.3")]


@pytest.mark.article("5.2.3", "1.4.2")
def test_losing_the_last_gg_to_tension_loses_despite_wild_gg() -> None:
    poor = do("correct", set={"glory": {"A": 1, "B": 3}}, reason="a test")
    result = {"winner": "B", "glory": {"A": 0, "B": 2}}
    played = report(*PLACED, poor, END, *OPENING, do("tension", dice=["lock", "lock"]), result=result)
    assert (played.errors, played.winner, played.won_by) == ((), "B", "tension")


def test_when_both_lose_their_last_gg_a_judge_decides() -> None:
    poor = do("correct", set={"glory": {"A": 1, "B": 1}}, reason="a test")
    played = report(*PLACED, poor, END, *OPENING, do("tension", dice=["lock", "lock"]))
    assert (played.errors, played.winner, played.won_by) == ((), None, "judge")


@pytest.mark.article("5.3.2")
@pytest.mark.parametrize("face", ["critical", "armour", "dodge", "lock"])
def test_both_dice_may_be_placed_whatever_they_show(face: str) -> None:
    dice = do("tension", dice=[face, "critical/dodge>critical"])
    assert errors(*PLACED, END, *OPENING, dice, do("inspire", die=0, unit="b1"), do("inspire", die=1, unit="b2")) == []


@pytest.mark.article("5.3.1", breaks=True)
def test_inspiring_an_opponent_or_with_an_absent_die_is_refused() -> None:
    base = [*PLACED, END, *OPENING, TENSION]
    assert errors(*base, do("inspire", die=0, unit="a1")) == [(len(base), "5.3.1")]
    assert errors(*base, do("inspire", die=2, unit="b1")) == [(len(base), "5.3.1")]


@pytest.mark.article("5.3.2", breaks=True)
def test_one_die_on_two_cards() -> None:
    base = [*PLACED, END, *OPENING, TENSION, do("inspire", die=0, unit="b1")]
    assert errors(*base, do("inspire", die=0, unit="b2")) == [(len(base), "5.3.2")]


@pytest.mark.article("5.5.1", "4.19.1.g", "2.4.3.a", "2.4.3.b")
def test_units_act_in_timeline_order_and_may_be_left_out() -> None:
    assert errors(*PLACED, do("activate", unit="a2"), do("activate", unit="a4"), END) == []


@pytest.mark.article("5.5.1", breaks=True)
def test_units_out_of_order_twice_or_of_the_opponent() -> None:
    for units in (("a2", "a1"), ("a1", "a1"), ("b1",)):
        actions = [do("activate", unit=unit) for unit in units]
        assert errors(*PLACED, *actions) == [(FIRST + len(units) - 1, "5.5.1")]


@pytest.mark.article("5.6.1")
@pytest.mark.article("5.6.1", breaks=True)
def test_a_turn_that_does_not_end() -> None:
    start = [*PLACED, do("activate", unit="a1")]
    assert errors(*start, END, *OPENING, TENSION) == []
    assert errors(*TWO_TURNS, TENSION, do("activate", unit="a1"), TENSION) == [(len(TWO_TURNS) + 2, "5.6.1")]


@pytest.mark.article("4.7.4")
def test_piles_open_as_the_second_players_turn_begins_and_ends() -> None:
    assert errors(*PLACED, END, *OPENING, TENSION, *CLOSING, END, TENSION) == []
    assert errors(*PLACED, END, *OPENING, TENSION, END, *CLOSING, TENSION) == []
    assert errors(*PLACED, END, TENSION, *OPENING, do("activate", unit="b1"), *CLOSING, END, TENSION) == []


@pytest.mark.article("4.7.4", breaks=True)
def test_flips_that_are_missing_or_too_many() -> None:
    assert errors(*PLACED, END, *OPENING[:2], TENSION, do("activate", unit="b1")) == [(FIRST + 3, "4.7.4")]
    assert errors(*PLACED, END, TENSION, do("activate", unit="b1"), *CLOSING) == [(FIRST + 1, "4.7.4")]
    assert errors(*PLACED, END, *OPENING, TENSION, END, TENSION) == [(FIRST + 5, "4.7.4")]
    assert errors(*PLACED, END, *OPENING, TENSION, *CLOSING[:2], END, TENSION) == [(FIRST + 7, "4.7.4")]
    assert errors(*PLACED, *OPENING[:1]) == [(FIRST, "4.7.4")]
    assert errors(*TWO_TURNS, CLOSING[0]) == [(len(TWO_TURNS), "4.7.4")]


def test_a_concession_and_the_end_of_the_time() -> None:
    played = report(*PLACED, do("concede", player="A"), result={"winner": "B", "glory": {"A": 6, "B": 6}})
    assert (played.verdict, played.won_by) == ("valid", "concession")
    played = report(*PLACED, do("time"), result={"winner": None, "glory": {"A": 6, "B": 6}})
    assert (played.verdict, played.winner, played.won_by) == ("valid", None, "time")


@pytest.mark.article("1.4.1", breaks=True)
def test_a_winner_whom_nobody_made() -> None:
    assert errors(*TWO_TURNS, result={"winner": "A", "glory": {"A": 6, "B": 6}}) == [(None, "1.4.1")]


@pytest.mark.article("4.6.2", breaks=True)
def test_gg_that_nobody_won() -> None:
    assert errors(*TWO_TURNS, result={"winner": None, "glory": {"A": 7, "B": 5}}) == [(None, "4.6.2")]


def test_a_result_following_from_an_error_is_no_second_error() -> None:
    played = report(*PLACED, TENSION, result={"winner": "A", "glory": {"A": 6, "B": 6}})
    assert [finding.severity for finding in played.findings] == ["error", "note"]


def test_a_correction_sets_what_it_names_and_is_a_note() -> None:
    amended = do(
        "correct", set={"units": {"a2": {"cell": "E6", "injuries": 2}}, "kamas": {"A": 12}}, reason="seen by a judge"
    )
    played = report(*PLACED, amended, do("activate", unit="a2"), do("buy-glory"))
    assert (played.verdict, played.glory) == ("valid", {"A": 7, "B": 6})
    assert [(f.severity, f.code) for f in played.findings] == [("note", "corrected")]


@pytest.mark.article("1.3.9", breaks=True)
def test_a_figure_put_on_a_taken_cell_delays_nobody() -> None:
    placed = [*PLACED]
    placed[1] = {**placed[1], "cell": placed[0]["cell"]}
    assert errors(*placed, END) == [(1, "1.3.9")]


@pytest.mark.article("5.2.3")
def test_all_doubles_of_a_game_are_counted() -> None:
    game = Table("q K", q="oscar-kass", K="bill-tell").game
    for times in (1, 2):
        game.turn, game.tension, game.begun = 1 + 2 * times, None, False
        tension(game, {"do": "tension", "dice": ["lock", "lock"]})
        assert game.doubles == times
