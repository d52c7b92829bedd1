"""Who leaves a game of three or four players (1.4.3): what they may still do, and what becomes of what was theirs."""

import json
from typing import Any

import pytest

from rules.arena.replay import start, step
from rules.games import parse
from tests.rules.fours import PAIRS, four_players
from tests.rules.logs import CLOSING, END, OPENING, TENSION, do
from tests.rules.test_four_player_logs import faults, places, report

PLACED = places(*"ABCD")
ROUND = [END, *OPENING, TENSION, *CLOSING, END, TENSION, END, TENSION, END]


def out(*players: str, glory: int = 0, winners: str = "") -> dict[str, Any]:
    """The result where these have left with so many GG, and everybody else has three."""
    stocks = {player: glory if player in players else 3 for player in "ABCD"}
    return {"winners": [*winners], "glory": stocks}


@pytest.mark.article("1.4.3", breaks=True)
def test_who_has_conceded_places_no_more_figures() -> None:
    gone = [do("concede", player="A"), *PLACED]
    assert faults(*gone, result=out("A")) == [("1.4.3", "player-is-out")] * 2
    assert faults(gone[0], *PLACED[2:], result=out("A")) == []
    assert faults(PLACED[0], gone[0], *PLACED[1:], result=out("A")) == [("1.4.3", "player-is-out")]


@pytest.mark.article("1.4.3", breaks=True)
def test_a_figure_of_who_has_conceded_acts_no_more() -> None:
    """It was not knocked out: its player is out."""
    gone = [*PLACED, do("concede", player="A"), do("activate", unit="a1")]
    assert faults(*gone, result=out("A"))[0] == ("1.4.3", "player-is-out")


@pytest.mark.article("9.2.5", "1.4.3")
def test_the_last_concession_sets_gg_aside_like_the_others() -> None:
    leaving = [*PLACED, *(do("concede", player=player) for player in "BCD")]
    assert faults(*leaving, result=out(*"BCD", winners="A")) == []
    kept = {"winners": ["A"], "glory": {"A": 3, "B": 0, "C": 0, "D": 3}}
    assert [code for _article, code in faults(*leaving, result=kept)] == ["wrong-glory"]


@pytest.mark.article("9.3.2")
def test_of_two_pairs_the_gg_stay_where_they_are() -> None:
    leaving = [*PLACED, do("concede", player="C"), do("concede", player="A")]
    pairs = {"mode": "two-v-two", "crews": PAIRS}
    assert faults(*leaving, **pairs, result=out(*"AC", glory=3, winners="BD")) == []


@pytest.mark.article("5.3.3", "1.4.3")
@pytest.mark.parametrize("leaves", [True, False])
def test_a_lent_die_ends_where_the_lenders_turn_would_begin(leaves: bool) -> None:
    lent = [do("tension", dice=["lock", "critical"]), do("inspire", die=1, unit="c1")]
    gone = do("concede", player="A") if leaves else END
    actions = [*PLACED, *ROUND, *lent, gone, *[TENSION, END] * 3]
    log = parse(json.dumps(four_players(*actions, mode="two-v-two", crews=PAIRS, result=None)).encode())
    game, had = start(log), []
    for index in range(len(log.actions)):
        step(game, log, index)
        had.append("critical-hit" in game.units["c1"].dice)
    placed = len(PLACED) + len(ROUND) + 1
    assert had == [False] * placed + [True] * (len(actions) - placed - 1) + [False]
    assert game.lent_dice == []


# -- GG of which nobody logged who won them --------------------------------------------------------------


@pytest.mark.article("9.2.5", "9.2.6", "4.6.2")
def test_the_result_names_who_won_an_own_kos_gg() -> None:
    """D has GG only where D won those of A's figure: there alone doubles cost D one."""
    stocks = {"A": 3, "B": 3, "C": 3, "D": 0}
    falls = do("correct", set={"glory": stocks, "units": {"a1": {"injuries": 99}}}, reason="a test")
    doubles = do("tension", dice=["lock", "lock"], doubles=["D", "C"])
    game = [*PLACED, END, falls, *OPENING, doubles]
    for glory in ((3, 6, 2, 0), (3, 3, 5, 0), (3, 3, 2, 2)):
        found = report(*game, result={"winners": [], "glory": dict(zip("ABCD", glory, strict=True))})
        assert [(each.severity, each.code) for each in found.findings if each.code != "corrected"] == [
            ("warning", "gives-missing")
        ]
    for glory in ((3, 3, 2, 3), (3, 4, 4, 0), (3, 3, 6, -1)):
        assert faults(*game, result={"winners": [], "glory": dict(zip("ABCD", glory, strict=True))}) != []


@pytest.mark.article("1.3.10", "4.7.4")
def test_the_first_player_may_concede_before_or_in_turn_one() -> None:
    gone = do("concede", player="A")
    second = [*OPENING, TENSION, *CLOSING, END, TENSION]
    assert faults(*PLACED, gone, *second, result=out("A")) == []
    assert faults(*PLACED, gone, END, *second, result=out("A")) == []
    assert faults(*PLACED, gone, do("activate", unit="b1"), END, *second, result=out("A")) == []


@pytest.mark.article("5.2.4", breaks=True)
def test_only_the_first_player_in_play_had_a_first_turn() -> None:
    second = [*OPENING, TENSION, *CLOSING, END]
    for gone in ([do("concede", player="A"), *PLACED[2:]], [*PLACED, do("concede", player="B")]):
        assert "tension-in-first-turn" in {code for _article, code in faults(*gone, *second, result=None)}
