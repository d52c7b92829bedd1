"""Faults in the number of dice, powers that inspiration dice may have given, unknown names; and in what effects did:
explosions without dice, declarations of another spell."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.recovery.registry import Forgives, Repairs, with_units
from rules.arena.recovery.survival import is_shown_later
from rules.arena.recovery.tokens import count_as_summoned, let_fall_after_all, may_have_gone_on


def _but_for_a_power(power: str, roll: str) -> Forgives:
    """Accept one die more or fewer where it is uncertain who has the power."""

    def forgives(game: Game, fault: PlayIssue) -> PlayIssue | None:
        wanted, given = (fault.expected or {})[roll], (fault.logged or {})[roll]
        doubtful = game.uncertain.is_doubtful(power, game.turn)
        if not doubtful:
            return fault
        if not isinstance(wanted, dict):
            return None if _nearly(wanted, given) else fault
        if "units" in fault.message.facts:
            return _without_any_die(fault, wanted)
        return None if all(_nearly(dice, given[name]) for name, dice in wanted.items()) else fault

    return forgives


OF_NUMBER: Final = frozenset({"critical-dice", "armour-dice", "lock-dice", "dodge-dice"})
_but_for_armour = _but_for_a_power("armour", "armour")


def _nearly(wanted: int | list[int], given: int) -> bool:
    """Whether the number of dice differs by at most one from what the report expects."""
    least, most = (wanted, wanted) if isinstance(wanted, int) else wanted
    return least - 1 <= given <= most + 1


def _without_any_die(fault: PlayIssue, wanted: dict[str, int]) -> PlayIssue | None:
    """Of units that did not roll at all, one that should roll a single die is not missed."""
    left = {name: dice - 1 for name, dice in wanted.items() if dice > 1}
    if not left:
        return None
    none = {"armour": dict.fromkeys(left, 0)}
    return replace(fault, message=with_units(fault, [*left]), expected={"armour": left}, logged=none)


def _of_who_still_stands(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Of units that did not roll at all, those that may have been knocked out are not missed."""
    left = fault
    if "units" in fault.message.facts:
        dice = (fault.expected or {})["armour"]
        standing = {name: n for name, n in dice.items() if not let_fall_after_all(game, game.units[name])}
        if not standing:
            return None
        none = {"armour": dict.fromkeys(standing, 0)}
        left = replace(fault, message=with_units(fault, [*standing]), expected={"armour": standing}, logged=none)
    return _but_for_armour(game, left)


def _may_be_there(unit: Unit) -> bool:
    """Where its numbers are not known, it may have been injured there."""
    may_be = may_have_gone_on(unit)
    unit.unsure += may_be and not unit.sure
    return may_be


def _of_somebody(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Unknown names are not reported again, and units that may be there may roll."""
    logged: list[str] = (fault.logged or {})["armour"]
    named = [name for name in logged if name in game.units or not game.uncertain.is_unheard_of(name)]
    names = [name for name in named if name not in game.units or not _may_be_there(game.units[name])]
    for name in logged:
        count_as_summoned(game, name)
    return replace(fault, message=with_units(fault, names), logged={"armour": names}) if names else None


def _unless_their_number_is_wrong(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Of a roll with too many or too few dice no single die is reported as well."""
    wrong = any(each.action == game.index and each.code in OF_NUMBER for each in game.findings)
    return None if wrong else fault


def _happens_all_the_same(game: Game, fault: PlayIssue) -> bool:
    """The missing dice of an effect on standby cannot be known, so nothing more is reported of it. A bomb that the log
    shows later has not exploded."""
    unit = game.units.get(str(fault.message.facts.get("unit")))
    if unit is not None and unit.in_play and unit.kind == "bomb" and is_shown_later(game, unit):
        return False
    game.quiet = True
    return True


def _unless_the_same_bomb(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """A bomb whose explosion was overlooked, and told, is not asked for it again."""
    reported = (each for each in game.findings if each.code == fault.code and each.expected == {"effect": "explosion"})
    if all(each.message.facts["unit"] != fault.message.facts["unit"] for each in reported):
        return fault
    game.quiet = True
    return None


def _unless_of_another_spell(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """What is declared of another cause, which was told, says nothing of this text."""
    reported = any(each.action == game.index and each.code == "another-cause" for each in game.findings)
    return None if reported else fault


REPAIRS: Mapping[str, Repairs] = {"effect-not-resolved": _happens_all_the_same}
FORGIVES: Mapping[str, Forgives] = {
    "critical-dice": _but_for_a_power("critical-hit", "critical"),
    "armour-dice": _of_who_still_stands,
    "lock-dice": _but_for_a_power("lock", "lock"),
    "dodge-dice": _but_for_a_power("dodge", "dodge"),
    "armour-of-no-target": _of_somebody,
    "effect-not-resolved": _unless_the_same_bomb,
    "declared-against-the-text": _unless_of_another_spell,
    "die-not-turned": _unless_their_number_is_wrong,
    "die-turned": _unless_their_number_is_wrong,
}
