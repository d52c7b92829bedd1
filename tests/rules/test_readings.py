"""How readings of a log are weighed and listed, and which flips of a turn left out are not asked for again."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.policy import broken
from rules.arena.engine.state import Game
from rules.arena.log import Log
from rules.arena.recovery import reading as reading_on
from rules.arena.recovery.flips import BEFORE, _not_logged, flips_of_a_turn_left_out
from rules.arena.recovery.policy import Recovery
from rules.arena.recovery.reading import (
    MOST_DOUBTS,
    MOST_ENDS,
    Reading,
    Way,
    _doubt,
    _leave_undone,
    _other_directions,
    _other_ways,
    _Replays,
    _with_other_ends,
    as_written,
    start,
)
from rules.arena.recovery.registry import MOST_FAULTS, note
from rules.common.messages import message as _
from rules.common.verdicts import Issue
from rules.games import parse
from tests.rules.logs import PLACED, TENSION, do, document


def log() -> Log:
    return parse(json.dumps(document(*PLACED)).encode())


def found(action: int | None, code: str = "x") -> Issue:
    return Issue("error", code, _("no"), action)


def test_findings_follow_the_actions_with_those_of_the_header_first() -> None:
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


def test_faulty_actions_and_those_after_a_supposed_end_cast_doubt() -> None:
    none = doubt_of()
    assert doubt_of(found(2), found(2), found(5), found(None)) - none == 2
    count = len(log().actions)
    assert [doubt_of(found(at, "game-is-over")) - none for at in (0, 3, 7)] == [1 + count, 1 + count - 3, 1 + count - 7]


def test_a_log_is_reread_while_its_actions_fit_what_remains() -> None:
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
def test_flips_of_a_wholly_missing_turn_are_not_asked_for(turn: int, left: int, cleared: bool) -> None:
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
    assert Recovery().before(game, {"do": "move"}, "move")
    assert bool(game.findings) is asked


class Replays(_Replays):
    """Answers with these readings in turn, and then with the last of them, and notes in which ways it was asked."""

    def __init__(self, *answers: Reading) -> None:
        super().__init__(log())
        self.answers, self.ways = list(answers), list[Way]()

    def through(self, way: Way) -> Reading:
        self.ways.append(way)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def past(self, _fault: int, reading: Reading, ends: Collection[int]) -> Iterator[Way]:
        """As if the log went on with each of them."""
        return (replace(reading.way, otherwise=reading.way.otherwise ^ {at}) for at in ends)


def faulty(*at: int, sides: int = 0, blocks: Sequence[int] = ()) -> Reading:
    """With faults in these actions, so many directions that are not said, and Blocks that may have ended otherwise."""
    game = start(log())
    game.findings = [found(each) for each in at]
    game.unsaid = dict.fromkeys(range(sides), "north")
    game.claims.either_way = list(blocks)
    return Reading(game)


@pytest.mark.article("7.5.9.a")
@pytest.mark.parametrize(("faults", "sides", "tried"), [(1, 3, 3), (1, 20, MOST_DOUBTS), (0, 3, 0)])
def test_as_many_other_directions_are_tried_as_there_are_doubts(faults: int, sides: int, tried: int) -> None:
    best = faulty(*range(faults), sides=sides)
    replays = Replays(best)
    assert _other_directions(replays, best) is best
    assert [way.facings for way in replays.ways] == [((at, "north"),) for at in range(tried)]


def test_no_other_direction_is_tried_after_using_up_the_actions() -> None:
    best = faulty(1, sides=3)
    replays = Replays(best)
    replays.left = 0
    assert (_other_directions(replays, best), replays.ways) == (best, [])


@pytest.mark.article("4.14.2.f")
@pytest.mark.parametrize(
    ("faults", "blocks", "tried"),
    [((3,), (1, 3, 5), [3, 1]), ((), (1, 3), []), ((40,), range(40), [*range(39, 39 - MOST_ENDS, -1)])],
)
def test_blocks_up_to_the_first_fault_are_retried_nearest_first(
    faults: Sequence[int], blocks: Sequence[int], tried: list[int]
) -> None:
    reading = faulty(*faults, blocks=blocks)
    replays = Replays(reading)
    assert _with_other_ends(replays, reading, MOST_ENDS) is reading
    assert [way.otherwise for way in replays.ways] == [{at} for at in tried]


def test_a_better_reading_stays_and_its_other_blocks_are_tried() -> None:
    blocks = range(20)
    better = replace(faulty(19, blocks=blocks), way=Way(otherwise=frozenset({19})))
    replays = Replays(better)
    assert _with_other_ends(replays, faulty(18, 19, blocks=blocks), MOST_ENDS) is better
    assert [way.otherwise for way in replays.ways] == [{18}, set(), *({19, at} for at in range(18, 19 - MOST_ENDS, -1))]


def test_of_equal_readings_that_with_the_later_fault_is_taken() -> None:
    """Two summons of unknown HP may have fallen before it shows that both did."""
    later = replace(faulty(9, blocks=(1, 8)), way=Way(otherwise=frozenset({1})))
    last = replace(faulty(blocks=(1, 8)), way=Way(otherwise=frozenset({1, 8})))
    replays = Replays(later, last)
    assert _with_other_ends(replays, faulty(5, blocks=(1, 8)), MOST_ENDS) is last
    assert [way.otherwise for way in replays.ways] == [{1}, {1, 8}]


def test_other_ends_are_tried_before_later_faults_too() -> None:
    """A true error, which no end explains, leaves none behind it that another end does."""
    one = replace(faulty(3, blocks=(1, 8)), way=Way(otherwise=frozenset({8})))
    true = faulty(3, 9, blocks=(1, 8))
    replays = Replays(true, one)
    assert _with_other_ends(replays, true, MOST_ENDS) is one
    assert [way.otherwise for way in replays.ways] == [{1}, {8}]


def test_no_other_end_is_tried_after_using_up_the_actions() -> None:
    reading = faulty(3, blocks=[1])
    replays = Replays(reading)
    replays.left = 0
    assert (_with_other_ends(replays, reading, MOST_ENDS), replays.ways) == (reading, [])


@pytest.mark.parametrize(("faults", "looks"), [((), True), ((9,), True), ((8,), False)])
def test_where_all_faults_remain_nothing_else_is_tried(
    faults: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, *, looks: bool
) -> None:
    """A log with another value of a fact is first read like the one that has these faults."""
    tried: list[Reading] = []

    def look(_replays: _Replays, reading: Reading, _most: int) -> Reading:
        tried.append(reading)
        return reading

    wrong = parse(json.dumps(document(*PLACED, do("place", unit="a1", cell="B1"))).encode())
    monkeypatch.setattr(reading_on, "_as_written", look)
    like = replace(faulty(*faults), way=Way(otherwise=frozenset({3})))
    found = as_written(wrong, like)
    assert (found.way.otherwise, {each.action for each in found.findings()}) == ({3}, {8})
    assert bool(tried) is looks


def test_a_doubted_actions_fault_says_how_else_it_is_read() -> None:
    game = start(log())
    game.findings = [found(2), replace(found(5), severity="warning"), found(5, "not-your-unit")]
    undone, over = _other_ways(log(), Reading(game), 5)
    assert (undone.undone, over.over_before) == (((5, game.findings[2]),), ((5, game.findings[2]),))


@pytest.mark.article("5.3.1")
def test_a_die_with_its_placing_undone_lies_where_it_was() -> None:
    placing = parse(json.dumps(document(*PLACED, do("inspire", die=0, unit="b1"))).encode())
    game = flips_due(3, player="B", tension=["lock", "dodge"])
    game.flips.closing = set()
    _leave_undone(game, placing, len(PLACED), found(len(PLACED)))
    assert game.tension == ["lock", "dodge"]


@pytest.mark.article("5.2.1")
def test_the_dice_of_a_roll_left_undone_were_rolled() -> None:
    rolling = parse(json.dumps(document(*PLACED, TENSION)).encode())
    game = flips_due(4)
    _leave_undone(game, rolling, len(PLACED), found(len(PLACED)))
    assert game.tension == ["lock", "dodge"]
