"""The positions before and after an action of a log, for the board component."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from judging.board.board_state import PositionBuilder, board_data
from judging.board.event_text import attempt, describe_events
from judging.board.script_texts import AMEND_TEXTS, BOARD_TEXTS
from judging.board.unit_names import names_of
from judging.logs.services.parsed_logs import log_of_recording, log_of_submission
from judging.models import Recording, Submission
from judging.replay.board.amending import amendable
from judging.replay.board.replay_data import titles
from rules.arena.public import Frame, Log, facts_of, frames, start
from rules.common.verdicts import Malformed
from rules.games import ruleset_of

# events that show that an action was carried out
TRACES = {"move": {"moved", "held"}, "cast": {"cast"}, "place": {"placed"}, "activate": {"activated"}}


def positions_around(submission: Submission, action: int) -> dict[str, Any] | None:
    """Return the positions; None for a log that cannot be read, has only the score, is of a game
    without single positions, or was not played that far."""
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
    if log.is_light or ruleset_of(log).positions is None:
        return None
    facts = facts_of(log)
    arena = facts.board(log.arena)
    positions, names = PositionBuilder(facts.texts.rewards), names_of(log, start(log))
    for before, after in pairwise(frames(log)):
        if after["action"] == action and arena is not None:
            shown = positions.position(before), positions.position(after)
            names |= titles(shown[0]) | titles(shown[1])
            happened = describe_events(after["events"], names)
            return {
                "board": board_data(arena),
                "words": BOARD_TEXTS | {"amend": AMEND_TEXTS},
                "near": log.sides["A"],
                "before": shown[0],
                "after": shown[1],
                "amendable": {"before": amendable(before, facts.texts), "after": amendable(after, facts.texts)},
                "told": happened or attempt(log.actions[action], before["active"], names),
                "attempt": arrow(log.actions[action], before, after),
            }
    return None


def arrow(action: Mapping[str, Any], before: Frame, after: Frame) -> dict[str, Any] | None:
    """Return an action as an arrow, and whether the engine carried it out."""
    unit = before["units"].get(before["active"]) if before["active"] else None
    to = action.get("to") if action["do"] == "move" else action.get("target") if action["do"] == "cast" else None
    if unit is None or to is None or not unit["cell"] or unit["cell"] == to:
        return None
    return {"from": unit["cell"], "to": to.upper(), "done": _was_done(action, after["events"])}


def _was_done(action: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> bool:
    return any(event["event"] in TRACES.get(action["do"], ()) for event in events)
