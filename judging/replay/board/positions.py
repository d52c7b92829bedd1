"""The positions before and after an action of a log of Arena, for the board component."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from judging.board.board_state import PositionBuilder, board_data
from judging.board.event_text import attempt, describe_events
from judging.board.script_texts import AMEND_TEXTS, BOARD_TEXTS
from judging.board.unit_names import names_of, owners_of_shared
from judging.replay.board.amending import amendable
from judging.replay.board.replay_data import titles
from rules.arena.public import Log, facts_of, frames, start

# events that show that an action was carried out
TRACES = {"move": {"moved", "held"}, "cast": {"cast"}, "place": {"placed"}, "activate": {"activated"}}


def around(log: Log, action: int) -> dict[str, Any] | None:
    """Return the positions; None for a log that was not played that far."""
    facts = facts_of(log)
    arena = facts.board(log.arena)
    positions, opening = PositionBuilder(facts.texts.rewards), start(log)
    names = names_of(log, opening)
    owners = owners_of_shared(opening, names)
    for before, after in pairwise(frames(log)):
        if after["action"] == action and arena is not None:
            shown = positions.position(before), positions.position(after)
            names |= titles(shown[0], owners) | titles(shown[1], owners)
            happened = describe_events(after["events"], names)
            return {
                "board": board_data(arena),
                "words": BOARD_TEXTS | {"amend": AMEND_TEXTS},
                "near": log.sides["A"],
                "before": shown[0],
                "after": shown[1],
                "amendable": {"before": amendable(before, facts.texts), "after": amendable(after, facts.texts)},
                "told": happened or attempt(log.actions[action], before["active"], names),
                "attempt": arrow(log.actions[action], before, is_done=_was_done(log.actions[action], after["events"])),
            }
    return None


def arrow(action: Mapping[str, Any], before: Mapping[str, Any], *, is_done: bool) -> dict[str, Any] | None:
    """Return an action as an arrow, and whether the engine carried it out."""
    unit = before["units"].get(before["active"]) if before["active"] else None
    to = action.get("to") if action["do"] == "move" else action.get("target") if action["do"] == "cast" else None
    if unit is None or to is None or not unit["cell"] or unit["cell"] == to:
        return None
    return {"from": unit["cell"], "to": to.upper(), "done": is_done}


def _was_done(action: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> bool:
    return any(event["event"] in TRACES.get(action["do"], ()) for event in events)
