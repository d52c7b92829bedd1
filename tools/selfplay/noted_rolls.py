"""An action as people enter it who note the outcome of each roll and no faces."""

import copy
from typing import Any

from rules.common.actions import Action

Events = list[dict[str, Any]]


def by_outcome(action: Action, events: Events) -> Action:
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
