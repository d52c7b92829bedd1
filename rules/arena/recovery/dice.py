"""What follows from a fault in the number of dice: powers that inspiration dice may have given, names of nobody."""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.engine.policy import Fault
from rules.arena.engine.state import Game
from rules.arena.recovery.registry import Forgives, with_units


def _but_for_a_power(power: str, roll: str) -> Forgives:
    """One die more or fewer, where it is uncertain who has the power."""

    def forgives(game: Game, fault: Fault) -> Fault | None:
        wanted, given = (fault.expected or {})[roll], (fault.logged or {})[roll]
        doubtful = game.slips.is_doubtful(power, game.turn)
        if not doubtful:
            return fault
        if not isinstance(wanted, dict):
            return None if abs(given - wanted) <= 1 else fault
        if "units" in fault.said.facts:
            return _without_any_die(fault, wanted)
        return None if all(abs(given[name] - dice) <= 1 for name, dice in wanted.items()) else fault

    return forgives


def _without_any_die(fault: Fault, wanted: dict[str, int]) -> Fault | None:
    """Of those who did not roll at all, who has one die is not missed."""
    left = {name: dice - 1 for name, dice in wanted.items() if dice > 1}
    if not left:
        return None
    none = {"armour": dict.fromkeys(left, 0)}
    return replace(fault, said=with_units(fault, [*left]), expected={"armour": left}, logged=none)


def _of_somebody(game: Game, fault: Fault) -> Fault | None:
    """Names of which it was told that nobody has them are not told again."""
    names = [name for name in (fault.logged or {})["armour"] if not game.slips.is_unheard_of(name)]
    return replace(fault, said=with_units(fault, names), logged={"armour": names}) if names else None


FORGIVES: Mapping[str, Forgives] = {
    "critical-dice": _but_for_a_power("critical-hit", "critical"),
    "armour-dice": _but_for_a_power("armour", "armour"),
    "lock-dice": _but_for_a_power("lock", "lock"),
    "dodge-dice": _but_for_a_power("dodge", "dodge"),
    "armour-of-no-target": _of_somebody,
}
