"""The positions before and after an action of a log, for the board component."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from judging.board.board_state import PositionBuilder, board_data
from judging.board.event_text import attempt, describe_events
from judging.board.script_texts import AMEND_TEXTS, BOARD_TEXTS
from judging.board.unit_names import names_of
from judging.logs.services.parsed_logs import log_of_recording, log_of_submission
from judging.models import Recording, Submission
from judging.replay.board.replay_data import titles
from rules.arena.public import Frame, Log, facts_of, frames, start
from rules.common.verdicts import Malformed

# events that show that an action was carried out
TRACES = {"move": {"moved", "held"}, "cast": {"cast"}, "place": {"placed"}, "activate": {"activated"}}


def positions_around(submission: Submission, action: int) -> dict[str, Any] | None:
    """Return the positions; None for a log that cannot be read, has only the score, or was not played that far."""
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
    if log.is_light:
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
                "markers": {"before": _markers(before), "after": _markers(after)},
                "told": happened or attempt(log.actions[action], before["active"], names),
                "attempt": arrow(log.actions[action], before, after),
            }
    return None


def _markers(state: Frame) -> dict[str, Any]:
    return {name: unit["markers"] for name, unit in state["units"].items()}


def figures_of_game(submission: Submission) -> dict[str, str]:
    """Return the titles of all figures of the game, summons included, by their names in the log."""
    try:
        log = log_of_submission(submission)
    except Malformed:
        return {}
    positions, found = PositionBuilder(facts_of(log).texts.rewards), dict[str, str]()
    for state in frames(log):
        if not state["units"].keys() <= found.keys():
            found |= titles(positions.position(state))
    return found


@dataclass(frozen=True)
class Amended:
    """A fact that a correction sets, and what it was at that moment."""

    figure: str  # empty for what a player has
    fact: str
    was: Any
    now: Any


def amended_facts(submission: Submission, after: int, changes: Mapping[str, Any]) -> list[Amended]:
    """Return what a correction after that action (-1: before the first) changes in the position."""
    try:
        log = log_of_submission(submission)
    except Malformed:
        return []
    state = next((each for each in frames(log) if (-1 if each["action"] is None else each["action"]) >= after), None)
    return [] if state is None else [each for each in _amended(log, state, changes) if each.was != each.now]


def _amended(log: Log, state: Frame, changes: Mapping[str, Any]) -> Iterator[Amended]:
    shown = titles(PositionBuilder(facts_of(log).texts.rewards).position(state))
    for name, values in changes.get("units", {}).items():
        unit = state["units"].get(name)
        if unit is None:
            continue
        for fact in ("cell", "ap", "mp"):
            if fact in values:
                yield Amended(shown[name], fact, unit[fact], values[fact])
        if "injuries" in values:
            yield Amended(
                shown[name], "hp", (unit["hp"] or 0) - unit["injuries"], (unit["hp"] or 0) - values["injuries"]
            )
        for gauge, number in values.get("markers", {}).items():
            yield Amended(shown[name], f"{gauge}-markers", unit["markers"].get(gauge, 0), number)
    for stock in ("glory", "kamas"):
        for side, number in changes.get(stock, {}).items():
            yield Amended(log.players[side].name or side, stock, state[stock].get(side), number)
    if "wild" in changes:
        yield Amended("", "wild", state["wild"], changes["wild"])


def arrow(action: Mapping[str, Any], before: Frame, after: Frame) -> dict[str, Any] | None:
    """Return an action as an arrow, and whether the engine carried it out."""
    unit = before["units"].get(before["active"]) if before["active"] else None
    to = action.get("to") if action["do"] == "move" else action.get("target") if action["do"] == "cast" else None
    if unit is None or to is None or not unit["cell"] or unit["cell"] == to:
        return None
    return {"from": unit["cell"], "to": to.upper(), "done": _was_done(action, after["events"])}


def _was_done(action: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> bool:
    return any(event["event"] in TRACES.get(action["do"], ()) for event in events)
