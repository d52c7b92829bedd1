"""Forecast of a spell: the dice that it needs, and the injuries for each outcome, as computed by the engine."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from rules.arena.public import Game, Unit, cell_index, played
from rules.common.verdicts import DiceMissing, Illegal

Json = dict[str, Any]
MOST_OUTCOMES = 16
MOST_QUESTIONS = 12


def forecast(game: Game, action: Mapping[str, Any]) -> Json | None:
    """Return the forecast. `critical` and `armour`: how many dice; `outcomes`: [criticals, armour, injuries, KO] for a
    single target.

    None if something else must be asked first; then the questions come while the action is played.
    """
    dice = _dice(game, action)
    if dice is None:
        return None
    outcomes = list(_outcomes(game, action, dice)) if len(dice["armour"]) <= 1 else []
    return {**dice, "outcomes": outcomes}


def _dice(game: Game, action: Mapping[str, Any]) -> Json | None:
    wanted: Json = {"critical": 0, "armour": {}}
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


def rolled(action: Mapping[str, Any], wanted: Json, critical: int, armour: int) -> Json:
    """Return the action with the given outcome of its rolls."""
    rolls: Json = {"critical": {"successes": critical}} if wanted["critical"] else {}
    if wanted["armour"]:
        rolls["armour"] = {unit: {"successes": armour} for unit in wanted["armour"]}
    return {**action, **rolls}


def _outcomes(game: Game, action: Mapping[str, Any], dice: Json) -> Iterator[list[Any]]:
    target = _target(game, action, dice)
    combined = product(range(dice["critical"] + 1), range(max(dice["armour"].values(), default=0) + 1))
    for critical, armour in list(combined)[:MOST_OUTCOMES]:
        try:
            after = played(game, rolled(action, dice, critical, armour))
        except Illegal:  # this outcome requires more dice
            yield [critical, armour, None, False]
        else:
            yield [critical, armour, *_injuries_of(target, after)]


def _target(game: Game, action: Mapping[str, Any], dice: Json) -> Unit | None:
    for name in dice["armour"]:
        return game.units[name]
    cell = cell_index(action["target"])
    return game.bodies.get(cell) if cell is not None else None


def _injuries_of(target: Unit | None, after: Game) -> tuple[int | None, bool]:
    if target is None:
        return None, False
    struck = after.units[target.name]
    if struck.fallen and not target.fallen:
        return (target.hp or 0) - target.injuries, True
    return struck.injuries - target.injuries, False
