"""A random game as people enter it who note the outcome of each roll and no faces."""

import copy
from typing import Any

from rules.arena.log import read
from rules.arena.replay import start, step
from rules.common.actions import Action
from tools.selfplay.mutator import Document

Events = list[dict[str, Any]]


def game_by_outcome(game: Document) -> Document:
    """What counted in each roll is what the engine counted: some count more than one face (Felinpossible)."""
    log = read(game)
    position, noted = start(log), []
    for index, action in enumerate(game["actions"]):
        position.event_log = []
        step(position, log, index)
        noted.append(_by_outcome(action, position.event_log))
    return {**game, "actions": noted}


def _by_outcome(action: Action, events: Events) -> Action:
    """The same action, with outcomes in place of faces."""
    noted = copy.deepcopy(action)
    for each in (noted, *noted.get("standby", ())):
        if "critical" in each:
            each["critical"] = _rolled(events, roll="critical")
        if "armour" in each:
            each["armour"] = {unit: _rolled(events, roll="armour", unit=unit) for unit in each["armour"]}
    for block in noted.get("blocks", ()):
        counted = _next(events, event="blocked", by=block["by"])
        block |= {power: {"successes": counted[power]} for power in ("lock", "dodge")}
    return noted


def _rolled(events: Events, **facts: str) -> dict[str, int]:
    return {"successes": _next(events, event="rolled", **facts)["successes"]}


def _next(events: Events, **facts: str) -> dict[str, Any]:
    """The first such event, which is used up: rolls are listed in the order in which they resolve."""
    found = next(each for each in events if facts.items() <= each.items())
    events.remove(found)
    return found
