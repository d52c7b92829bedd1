"""What a spell would do: the dice that it asks for, and the injuries of each outcome, as the engine answers."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from rules.arena.public import Game, Unit, cell_index, played
from rules.common.verdicts import DiceMissing, Illegal

Facts = dict[str, Any]
MOST_OUTCOMES = 16
MOST_QUESTIONS = 12


def forecast(game: Game, action: Mapping[str, Any]) -> Facts | None:
    """`critical` and `armour`: how many dice; `outcomes`: [criticals, armour, injuries, KO] against a lone target.

    None where something else has to be asked first: then the players are asked as the engine goes along.
    """
    dice = _dice(game, action)
    if dice is None:
        return None
    outcomes = list(_outcomes(game, action, dice)) if len(dice["armour"]) <= 1 else []
    return {**dice, "outcomes": outcomes}


def _dice(game: Game, action: Mapping[str, Any]) -> Facts | None:
    wanted: Facts = {"critical": 0, "armour": {}}
    for _question in range(MOST_QUESTIONS):
        try:
            played(game, rolled(action, wanted, 0, 0))
        except DiceMissing as missing:
            if missing.wanted.keys() - wanted.keys():
                return None
            wanted["critical"] = missing.wanted.get("critical", wanted["critical"])
            wanted["armour"] |= missing.wanted.get("armour", {})
        except Illegal:
            return None
        else:
            return wanted
    return None


def rolled(action: Mapping[str, Any], wanted: Facts, critical: int, armour: int) -> Facts:
    """The action with that outcome of its rolls, where it has any."""
    rolls: Facts = {"critical": {"successes": critical}} if wanted["critical"] else {}
    if wanted["armour"]:
        rolls["armour"] = {unit: {"successes": armour} for unit in wanted["armour"]}
    return {**action, **rolls}


def _outcomes(game: Game, action: Mapping[str, Any], dice: Facts) -> Iterator[list[Any]]:
    target = _target(game, action, dice)
    combined = product(range(dice["critical"] + 1), range(max(dice["armour"].values(), default=0) + 1))
    for critical, armour in list(combined)[:MOST_OUTCOMES]:
        try:
            after = played(game, rolled(action, dice, critical, armour))
        except Illegal:  # what comes after this outcome needs more dice
            yield [critical, armour, None, False]
        else:
            yield [critical, armour, *_harm(target, after)]


def _target(game: Game, action: Mapping[str, Any], dice: Facts) -> Unit | None:
    for name in dice["armour"]:
        return game.units[name]
    cell = cell_index(action["target"])
    return game.bodies.get(cell) if cell is not None else None


def _harm(target: Unit | None, after: Game) -> tuple[int | None, bool]:
    if target is None:
        return None, False
    struck = after.units[target.name]
    if struck.fallen and not target.fallen:
        return (target.hp or 0) - target.injuries, True
    return struck.injuries - target.injuries, False
