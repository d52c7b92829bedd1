"""How readings of a log are weighed and listed, and which flips of a turn left out are not asked for again."""

import json
from typing import Any

import pytest

from rules.arena.engine.policy import broken
from rules.arena.engine.state import MOST_FAULTS, Game
from rules.arena.log import Log
from rules.arena.recovery.flips import BEFORE, _not_logged, flips_of_a_turn_left_out
from rules.arena.recovery.reading import Reading, Way, _doubt, _Replays, start
from rules.arena.recovery.registry import note
from rules.common.issues import Issue
from rules.common.messages import sentence as _
from rules.games import parse
from tests.rules.logs import PLACED, document


def log() -> Log:
    return parse(json.dumps(document(*PLACED)).encode())


def found(action: int | None, code: str = "x") -> Issue:
    return Issue("error", code, _("no"), action)


def test_findings_are_listed_in_the_order_of_the_actions_and_those_of_the_header_first() -> None:
    game = start(log())
    game.findings = [found(5), found(1), found(None)]
    reading = Reading(
        game, Way(undone=((1, found(1, "undone")), (3, found(3)))), of_the_result=(found(None, "result"),)
    )
    listed = [(each.action, each.code) for each in reading.findings()]
    assert listed == [(None, "x"), (1, "x"), (3, "x"), (5, "x"), (None, "result")]


def doubt_of(*findings: Issue) -> int:
    game = start(log())
    game.findings = list(findings)
    return _doubt(log(), Reading(game))


def test_a_reading_is_doubted_by_its_faulty_actions_and_those_after_a_supposed_end() -> None:
    none = doubt_of()
    assert doubt_of(found(2), found(2), found(5), found(None)) - none == 2
    count = len(log().actions)
    assert [doubt_of(found(at, "game-is-over")) - none for at in (0, 3, 7)] == [1 + count, 1 + count - 3, 1 + count - 7]


def test_a_log_is_read_again_as_long_as_its_actions_fit_into_what_is_left() -> None:
    replays = _Replays(log())
    replays.left = len(PLACED)
    assert replays.one_more()
    replays.left -= 1
    assert not replays.one_more()


@pytest.mark.parametrize(("before", "after"), [(MOST_FAULTS - 1, MOST_FAULTS), (MOST_FAULTS, MOST_FAULTS)])
def test_a_game_keeps_so_many_faults_and_no_more(before: int, after: int) -> None:
    game = start(log())
    game.findings = [found(0)] * before
    note(game, broken("1.3.5", "x", _("no")))
    assert len(game.findings) == after


def flips_due(turn: int, *, left: int = 0, **changes: Any) -> Game:
    game = start(log())
    game.turn, game.tension = turn, None
    game.flips.opening, game.flips.closing = set(game.ranks[left:]), set(game.ranks)
    for name, value in changes.items():
        setattr(game, name, value)
    return game


@pytest.mark.article("4.7.4")
@pytest.mark.parametrize(("turn", "left", "cleared"), [(2, 0, True), (3, 0, False), (2, 1, False)])
def test_flips_of_a_turn_that_is_missing_as_a_whole_are_not_asked_for(turn: int, left: int, cleared: bool) -> None:
    game = flips_due(turn, left=left)
    flips_of_a_turn_left_out(game)
    assert (not game.flips.opening, not game.flips.closing) == (cleared, cleared)
    assert {pile.unsure for pile in game.piles.values()} == {cleared}


def test_what_was_once_unsure_stays_so() -> None:
    game = start(log())
    _not_logged(game, {"jade"})
    _not_logged(game, {"silver"})
    assert {rank for (rank, _number), pile in game.piles.items() if pile.unsure} == {"jade", "silver"}


@pytest.mark.article("4.7.4")
@pytest.mark.parametrize(("changes", "cleared"), [({}, True), ({"begun": True}, False), ({"tension": ["lock"]}, False)])
def test_a_turn_that_ends_with_nothing_done_was_left_out(changes: dict[str, Any], cleared: bool) -> None:
    game = flips_due(2, **changes)
    BEFORE["end-turn"](game, {"do": "end-turn"})
    assert (not game.flips.opening) is cleared


@pytest.mark.article("4.7.4")
@pytest.mark.parametrize(("turn", "begun", "asked"), [(3, False, True), (3, True, False), (4, False, False)])
def test_opening_flips_are_asked_for_before_the_first_unit_acts(turn: int, begun: bool, asked: bool) -> None:
    game = flips_due(turn, begun=begun)
    BEFORE["move"](game, {"do": "move"})
    assert bool(game.findings) is asked
