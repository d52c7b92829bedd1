"""Single positions of the log of a case, and what a judge may set in them: asked of the record of its game."""

from collections.abc import Mapping
from typing import Any

from judging.logs.services.parsed_logs import frame_after, log_of_recording, log_of_submission
from judging.models import Recording, Submission
from judging.replay.board.amending import Amended, Pieces
from judging.replay.board.games import SHOWN
from rules.common.verdicts import Malformed
from rules.games import Log, ruleset_of


def positions_around(submission: Submission, action: int) -> dict[str, Any] | None:
    """Return the positions before and after an action; None for a log that cannot be read, has only the score, is of a
    game without single positions, or was not played that far."""
    try:
        return _around(log_of_submission(submission), action)
    except Malformed:
        return None


def position_now(recording: Recording) -> dict[str, Any] | None:
    """Return the last position of a game that is being recorded, with its last action."""
    try:
        log = log_of_recording(recording)
    except Malformed:
        return None
    return _around(log, len(log.actions) - 1)


def _around(log: Log, action: int) -> dict[str, Any] | None:
    how = SHOWN.get(ruleset_of(log).game)
    return None if log.is_light or how is None else how.around(log, action)


def pieces_of_game(submission: Submission) -> Pieces | None:
    """Return the pieces that a correction can name; None for a log that cannot be read."""
    try:
        log = log_of_submission(submission)
    except Malformed:
        return None
    how = SHOWN.get(ruleset_of(log).game)
    return how.pieces(log) if how else None


def amended_facts(submission: Submission, after: int, changes: Mapping[str, Any]) -> list[Amended]:
    """Return what a correction after that action (-1: before the first) changes in the position."""
    try:
        log = log_of_submission(submission)
    except Malformed:
        return []
    how, state = SHOWN.get(ruleset_of(log).game), frame_after(log, after)
    if how is None or state is None:
        return []
    return [each for each in how.amended(log, state, changes) if each.was != each.now]
