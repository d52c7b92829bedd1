"""A random game as people enter it who note the outcome of each roll and no faces."""

import copy

from rules.common.actions import Action
from tools.selfplay.mutator import Document


def outcome(dice: list[str], face: str) -> dict[str, int]:
    return {"successes": sum(die.split(">")[-1] == face for die in dice)}


def by_outcome(action: Action) -> Action:
    """The same action, with outcomes in place of faces."""
    noted = copy.deepcopy(action)
    for each in (noted, *noted.get("standby", ())):
        if "critical" in each:
            each["critical"] = outcome(each["critical"], "critical")
        if "armour" in each:
            each["armour"] = {unit: outcome(dice, "armour") for unit, dice in each["armour"].items()}
    for block in noted.get("blocks", ()):
        block |= {power: outcome(block[power], power) for power in ("lock", "dodge")}
    return noted


def game_by_outcome(game: Document) -> Document:
    return {**game, "actions": [by_outcome(action) for action in game["actions"]]}
