"""The position before and after one action of a log, for the board component."""

from itertools import pairwise
from typing import Any

from judging.board.board_state import PositionBuilder, board_data
from judging.board.event_text import describe_events
from judging.board.replay_data import titles
from judging.board.script_texts import BOARD_TEXTS
from judging.models import Submission
from judging.unit_names import names_of
from rules.arena.public import board, frames, start
from rules.common.verdicts import Malformed
from rules.games import parse


def positions_around(submission: Submission, action: int) -> dict[str, Any] | None:
    """None where the log cannot be read, or was not played as far as that."""
    try:
        log = parse(bytes(submission.content), corrections=submission.judge_entries)
    except Malformed:
        return None
    arena = board(log.arena)
    positions, names = PositionBuilder(), names_of(log, start(log))
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
