"""A log of which something was repaired, left undone or ended for it is invalid, and the report names the action."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.legal import played
from rules.arena.engine.setup import new_game
from rules.arena.log import Log, read
from rules.arena.recovery.header import repaired
from rules.arena.recovery.reading import most_believable
from rules.arena.texts import built_in, facts_of
from rules.common.verdicts import Illegal, Report
from rules.games import replay
from tests.rules.dubious_logs import EIGHT, HONEST, REVISED_HERO, START, THEIRS, doubled
from tests.rules.logs import CLOSING, END, OPENING, PLACED, TEAM_A, TEAM_B, TENSION, Action, do, document, report
from tools.selfplay.game import random_game


def faulty(found: Report) -> list[tuple[int | None, str | None]]:
    return [(finding.action, finding.article) for finding in found.errors]


def test_the_honest_opening_is_valid() -> None:
    assert report(*HONEST).verdict == "valid"


@pytest.mark.parametrize("place", range(START, len(HONEST)))
def test_a_stray_end_of_turn_is_never_valid(place: int) -> None:
    found = report(*HONEST[:place], END, *HONEST[place:])
    assert found.verdict == "invalid"


@pytest.mark.parametrize("place", range(START + 4, START + 8))
def test_a_turn_ended_too_early_is_named_at_that_action(place: int) -> None:
    assert faulty(report(*HONEST[:place], END, *HONEST[place:])) == [(place, "4.7.4")]


def test_flips_after_further_actions_do_not_excuse_a_turns_end() -> None:
    turn = [*PLACED, END, *OPENING, TENSION, do("activate", unit="b1"), END]
    assert faulty(report(*turn, do("move", to="B11"), *CLOSING, END, TENSION)) == [(len(turn) - 1, "4.7.4")]
    assert faulty(report(*turn, *CLOSING, TENSION, do("activate", unit="a1"), do("move", to="B2"))) == []


@pytest.mark.parametrize("flips", [1, 2, 3])
@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_closing_flips_before_a_unit_acts_are_named(flips: int, before: int) -> None:
    acting = [*THEIRS[:-before], *CLOSING[:flips], *THEIRS[-before:], *CLOSING[flips:]]
    turn = [*OPENING, TENSION, *acting, END]
    assert faulty(report(*PLACED, END, *turn, TENSION)) == [(START + 8 - before, "4.7.4")]


def test_a_legal_teams_eight_small_figures_never_play_as_kings() -> None:
    kings = doubled(*EIGHT, spell="never-seen")
    assert repaired(read(kings), built_in()) == read(kings)
    assert replay(json.dumps(kings).encode()).verdict == "unverified"


def test_a_revised_hero_beside_a_duplicate_stays_the_hero() -> None:
    """Its first version has a spell of the same name, for other AP."""
    found = replay(json.dumps(doubled(*REVISED_HERO, spell="disgrace")).encode())
    assert (found.verdict, faulty(found)) == ("unverified", [])


@cache
def games() -> tuple[dict[str, Any], ...]:
    return tuple(random_game(f"undone/{number}") for number in range(4))


def stray(actions: list[Action]) -> st.SearchStrategy[Action]:
    own = [action for action in actions if action["do"] not in ("place", "concede", "time")]
    return st.sampled_from([END, TENSION, *CLOSING, *own])


@st.composite
def with_strays(draw: st.DrawFn) -> dict[str, Any]:
    game = draw(st.sampled_from(games()))
    actions = list(game["actions"])
    for _stray in range(draw(st.integers(1, 3))):
        place = draw(st.integers(8, min(60, len(actions))))
        actions.insert(place, draw(stray(game["actions"])))
    return {**game, "actions": actions}


@pytest.mark.ci
@settings(max_examples=40)
@given(with_strays())
def test_no_log_with_an_action_left_undone_escapes_the_verdict(mutated: dict[str, Any]) -> None:
    log = read(mutated)
    reading, found = most_believable(log), replay(json.dumps(mutated).encode())
    named = {finding.action for finding in found.errors}
    assert {finding.action for finding in reading.way.issues()} <= named
    assert named or is_played_strictly(log)


def is_played_strictly(log: Log) -> bool:
    """Every action of the log is legal where it stands, when a game is played with it."""
    game = new_game(log, facts_of(log), glory=glory_at_the_start(log))
    try:
        for action in log.actions:
            game = played(game, action)
    except Illegal:
        return False
    return True


def test_a_repaired_header_is_named_and_never_valid() -> None:
    twice = {**TEAM_A, "a2": TEAM_A["a1"]}
    players = {"A": {"team": twice, "timeline": list(twice)}, "B": {"team": TEAM_B, "timeline": list(TEAM_B)}}
    turn = [do("activate", unit="a2"), do("cast", spell="long-shot", target="D1"), END]
    log = read(document(*PLACED, *turn, players=players))
    assert repaired(log, built_in()) != log
    assert faulty(report(*PLACED, *turn, players=players)) == [(None, "1.1.1.c")]
