"""Steps 4 and 5 of a spell: as many dice as the rules say, no more and no fewer (7.2.5, 7.2.6)."""

from collections.abc import Callable
from typing import Final

from rules.arena.engine import unknown, unknown_spells
from rules.arena.engine.claims.assumptions import claim_power
from rules.arena.engine.dice import (
    RollByOutcome,
    dice_shown,
    faces_seen,
    from_to,
    in_report,
    settle,
    settle_in,
    successes,
)
from rules.arena.engine.powers import armour_dice, counts_too, critical_dice, unseen_dice
from rules.arena.engine.spells import Cast, ignores_effects
from rules.arena.engine.units import OFF, Unit
from rules.common.messages import message as _

NO_DICE: Final[dict[str, list[str]]] = {}


def critical_roll(cast: Cast) -> int:
    least, most = critical_dice(cast.caster, cast.spell, cast.targets)
    dice = settle(cast.game, cast.record, "critical", most, "7.2.5.a")
    fits = least <= len(dice) <= most
    if not fits and not _is_believed(cast, cast.caster, "critical-hit", len(dice) - most):
        article = _why_criticals_are_wrong(cast, most, len(dice))
        wanted = least, most + unseen_dice(cast.caster, "critical-hit", cast.spell)
        facts = {"unit": cast.caster.name, "wanted": from_to(*wanted), "spell": cast.spell.name, "given": len(dice)}
        message = _("{unit} rolled {given} dice for a critical hit with {spell} instead of {wanted}.", **facts)
        expected, logged = {"critical": in_report(*wanted)}, {"critical": len(dice)}
        cast.game.fault(article, "critical-dice", message, expected=expected, logged=logged)
    elif _hangs_on_unknown(cast, cast.caster):
        _note_criticals(cast, dice)
    count = successes(cast.game, dice, "critical", counts_too(cast.caster, "critical"))
    if cast.game.event_log is not None:
        cast.game.record_event("rolled", unit=cast.caster.name, roll="critical", dice=faces_seen(dice), successes=count)
    return 2 * count if cast.criticals_count_double else count


def _is_believed(cast: Cast, unit: Unit, roll: str, more: int) -> bool:
    """The unseen part of a card may add that many dice; of the other card, that powers against it count."""
    if 0 < more <= unseen_dice(unit, roll, cast.spell):
        return True
    return more == 1 and _hangs_on_spells(cast, unit)


def _hangs_on_spells(cast: Cast, unit: Unit) -> bool:
    """Whether powers may count against some, of whom not every spell was seen whole: then the dice rest on it."""
    foes = cast.targets if unit is cast.caster else [cast.caster]
    return bool([foe for foe in foes if unknown.may_have_such_a_spell(cast.game, unit, foe)])


def _hangs_on_unknown(cast: Cast, unit: Unit) -> bool:
    return _hangs_on_spells(cast, unit) or cast.spell.element == "unknown" or unknown.may_have_powers(unit)


def _note_criticals(cast: Cast, dice: list[str]) -> None:
    shown = dice_shown(dice, "critical")
    _note(
        cast, cast.caster, "critical-hit", dice, shown, lambda: critical_dice(cast.caster, cast.spell, cast.targets)[1]
    )


def _note_armour(cast: Cast, target: Unit, dice: list[str]) -> None:
    shown = dice_shown(dice, "armour")
    _note(cast, target, "armour", dice, shown, lambda: dice_for_armour(cast, target)[1])


def _note(cast: Cast, unit: Unit, roll: str, dice: list[str], shown: int, wanted: Callable[[], int]) -> None:
    """On what it depends that so many dice are right; of an outcome, that there are enough for its successes."""
    if isinstance(dice, RollByOutcome):
        unknown_spells.note_element_of_dice(cast, shown, lambda: min(shown, wanted()))
        if shown <= wanted() - len(unit.believed_powers):
            return
    else:
        unknown_spells.note_element_of_dice(cast, shown, wanted)
    unknown_spells.note_powers_of_dice(cast, unit, roll)
    if "powers" in unit.profile.lacks and cast.spell.element != "unknown":
        claim_power(cast.game, unit, roll, shown - wanted(), cast.spell)


def _why_criticals_are_wrong(cast: Cast, wanted: int, given: int) -> str:
    if cast.spell.element == "neutral" and given:
        return "4.10.3.b"
    if given == wanted + 1 and _same_power_twice(cast.caster, "critical-hit"):
        return "4.9.1"
    return "7.2.5.b" if wanted > 1 and given else "7.2.5.a"


def dice_for_armour(cast: Cast, target: Unit) -> tuple[int, int]:
    """With Wakforce beside the target: the card does not say whether it helps other casters, so both are accepted."""
    pierce = 0 if ignores_effects(cast, target) else cast.pierce
    least, most = armour_dice(target, cast.spell, pierce, cast.caster)
    if (
        "effects" in cast.spell.unknown and cast.spell.words is None
    ):  # Pierce Armour may be among what nobody has seen of it (7.2.6.c)
        least = max(0, least - 1)
    if cast.pierce or target.cell == OFF or not target.is_character:
        return least, most
    near = [unit for unit in cast.game.beside(target.cell) if "wakforce" in unit.powers]
    if not near:
        return least, most
    pierced = armour_dice(target, cast.spell, 1, cast.caster)
    return pierced if cast.caster in near else (pierced[0], most)


def armour_rolls(cast: Cast, targets: list[Unit]) -> dict[str, int]:
    """7.2.6.a: every target with HP, and nobody else: others have none. Who is taken in is told once for all."""
    rolled: dict[str, int] = {}
    silent: list[Unit] = []
    for unit in targets:
        if unit.hp is None and not _may_have_hp(cast, unit):
            continue
        rolled[unit.name] = _armour_roll(cast, unit)
        if not cast.record.get("armour", NO_DICE).get(unit.name):
            silent.append(unit)
    if not silent or not _some_are_missing(cast, silent):
        _look_for_strangers(cast, rolled)
    return rolled


def _look_for_strangers(cast: Cast, rolled: dict[str, int]) -> None:
    logged = cast.record.get("armour", NO_DICE)
    if not logged.keys() <= rolled.keys():
        _strangers_roll_too(cast, [name for name in logged if logged[name] and name not in rolled])


def _may_have_hp(cast: Cast, unit: Unit) -> bool:
    """A summon whose numbers were never seen may roll; nobody misses it if it does not."""
    return not unit.sure and bool((cast.record.get("armour") or {}).get(unit.name))


def _some_are_missing(cast: Cast, silent: list[Unit]) -> bool:
    fewest = {unit.name: dice_for_armour(cast, unit)[0] for unit in silent}
    missing = {name: dice for name, dice in fewest.items() if dice > 0}
    if not missing:
        return False
    message = _("{units} did not roll for Armour against {spell}.", units=[*missing], spell=cast.spell.name)
    return cast.game.fault("7.2.6.a", "armour-dice", message, expected={"armour": missing})


def _strangers_roll_too(cast: Cast, others: list[str]) -> None:
    """Whom else a spell hits whose effects were not seen is not known either."""
    if others and "effects" in cast.spell.unknown:
        unknown_spells.note(cast, "effects")
    elif others:
        message = _("{units} is not hit by {spell}, so there is no Armour roll.", units=others, spell=cast.spell.name)
        cast.game.fault("7.2.6.a", "armour-of-no-target", message, logged={"armour": others})


def _armour_roll(cast: Cast, target: Unit) -> int:
    least, most = dice_for_armour(cast, target)
    dice = settle_in(cast.game, cast.record, "armour", target.name, most, "7.2.6.a")
    fits = not dice or least <= len(dice) <= most
    if not fits and not _is_believed(cast, target, "armour", len(dice) - most):
        article = _why_armour_is_wrong(cast, target, most, len(dice))
        wanted = least, most + unseen_dice(target, "armour", cast.spell)
        facts = {"unit": target.name, "wanted": from_to(*wanted), "spell": cast.spell.name, "given": len(dice)}
        message = _("{unit} rolled {given} dice for Armour against {spell} instead of {wanted}.", **facts)
        expected, logged = {"armour": {target.name: in_report(*wanted)}}, {"armour": {target.name: len(dice)}}
        cast.game.fault(article, "armour-dice", message, expected=expected, logged=logged)
    elif dice and _hangs_on_unknown(cast, target):
        _note_armour(cast, target, dice)
    count = successes(cast.game, dice, "armour", counts_too(target, "armour"))
    if dice and cast.game.event_log is not None:
        cast.game.record_event("rolled", unit=target.name, roll="armour", dice=faces_seen(dice), successes=count)
    return count


def _why_armour_is_wrong(cast: Cast, target: Unit, wanted: int, given: int) -> str:
    if cast.pierce and given == wanted + cast.pierce:
        return "7.2.6.c"
    if given == wanted + 1 and _same_power_twice(target, "armour"):
        return "4.9.1"
    return "7.2.6.b" if wanted + cast.pierce > 1 else "7.2.6.a"


def _same_power_twice(unit: Unit, power: str) -> bool:
    """4.9.1: the power comes from two places, and counts once."""
    sources = [power in unit.profile.powers, *(die == power for die in unit.dice)]
    sources += [power in text.powers for text in unit.face_up()]
    return sum(sources) > 1


def no_rolls(cast: Cast, article: str, only: str | None = None) -> None:
    """Special spells skip the rolls (7.4.2), healing spells that for Armour (7.3.2.a)."""
    if "critical" not in cast.record and "armour" not in cast.record:
        return
    rolls = {"critical": cast.record.get("critical"), "armour": any((cast.record.get("armour") or {}).values())}
    for name in (only,) if only else ("critical", "armour"):
        if rolls[name]:
            message = _("No {roll} dice are rolled for {spell}.", spell=cast.spell.name, roll=name)
            cast.game.fault(article, "dice-for-nothing", message, logged={"roll": name})
            return
