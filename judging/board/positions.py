"""The position before and after one action of a log, for the board component."""

from itertools import pairwise
from typing import Any

from judging.board.board_state import PositionBuilder, board_data
from judging.board.event_text import describe_events
from judging.board.replay_data import titles
from judging.board.script_texts import BOARD_TEXTS
from judging.models import Submission
from judging.services.logs.held_against import log_of_submission
from judging.unit_names import names_of
from rules.arena.public import facts_of, frames, start
from rules.common.verdicts import Malformed


def positions_around(submission: Submission, action: int) -> dict[str, Any] | None:
    """None where the log cannot be read, or was not played as far as that."""
    try:
        log = log_of_submission(submission)
    except Malformed:
        return None
    facts = facts_of(log)
    arena = facts.board(log.arena)
    positions, names = PositionBuilder(facts.texts.rewards), names_of(log, start(log))
    for before, after in pairwise(frames(log)):
        if after["action"] == action and arena is not None:
            return {
                "board": board_data(arena),
                "words": BOARD_TEXTS,
                "near": log.sides["A"],
                "before": positions.position(before),
                "after": positions.position(after),
                "told": describe_events(after["events"], names | titles(positions.position(after))),
            }
    return None
