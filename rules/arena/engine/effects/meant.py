"""Conditions that pick among the targets: an effect then works on those it means, and not at all where it means none.

More damage or healing counts for each target in step 6 (7.2.7), so there they are asked once more.
"""

from collections.abc import Callable
from typing import Literal

from rules.arena.cells import TERRITORY_OF
from rules.arena.engine import unknown
from rules.arena.engine.spells import Cast
from rules.arena.engine.units import OFF, Unit
from rules.common.signatures import Count, Words

BODY = Literal[
    "krosmaster",
    "krosmaster-no-boss",
    "no-boss",
    "character",
    "summon",
    "mob",
    "bomb",
    "trap",
    "turret",
    "tombstone",
    "mechanism",
]


def against(cast: Cast, *, kind: Words) -> bool:
    """4.18.9: on targets of this type or name only."""
    return _mean(cast, lambda cast, unit: bool(kin(cast, [unit], kind)))


def side(cast: Cast, *, whose: Literal["ally", "enemy"]) -> bool:
    """4.4.3: on allied or on opposing targets only."""
    return _mean(cast, lambda cast, unit: (unit.side == cast.caster.side) == (whose == "ally"))


def body(cast: Cast, *, body: BODY) -> bool:
    """4.3.3, 4.3.4: on targets of this kind only."""
    return _mean(cast, lambda cast, unit: _is(cast, unit, body))


def among(cast: Cast, *, which: Literal["main", "others", "not-caster"]) -> bool:
    """7.2.3.a, 7.2.3.b: on the main target only, on the others of the area only, or on all but the caster."""
    if which == "not-caster":
        return _mean(cast, lambda cast, unit: unit is not cast.caster)
    main = [*cast.main]
    return _mean(cast, lambda _cast, unit: (unit in main) == (which == "main"))


def level_from(cast: Cast, *, level: Count) -> bool:
    """2.4.2: on targets of this level or a higher one only."""
    return _mean(cast, lambda _cast, unit: unit.level >= level)


def level_to(cast: Cast, *, level: Count) -> bool:
    """2.4.2: on Krosmasters of this level or a lower one only: a summon has none (4.19.1.c)."""
    return _mean(cast, lambda _cast, unit: unit.is_krosmaster and unit.level <= level)


def beside(cast: Cast, *, kind: Words) -> bool:
    """4.18.2.c: on targets with a unit of this type or name beside them only."""
    return _mean(cast, lambda cast, unit: bool(kin(cast, cast.game.beside(unit.cell), kind)))


def ally_beside(cast: Cast, *, needed: bool) -> bool:
    """4.18.2.c: on targets with another Krosmaster of the caster's side beside them only."""
    return not needed or _mean(
        cast, lambda cast, unit: any(_is_companion(cast, near) for near in cast.game.beside(unit.cell))
    )


def allies_among(cast: Cast, *, who: Literal["any", "main-summon"]) -> bool:
    """7.2.3: only if an ally is among the targets, or if the main target is an allied summon."""
    units = cast.main if who == "main-summon" else cast.targets
    allies = [unit for unit in units if unit.side == cast.caster.side]
    return any(who == "any" or not unit.is_krosmaster for unit in allies)


def figure(cast: Cast, *, name: Words) -> bool:
    """2.1.2: on targets with a Krosmaster of this name beside them only, in whatever version."""
    return _mean(cast, lambda cast, unit: any(_is_called(near, name) for near in cast.game.beside(unit.cell)))


def marked(cast: Cast, *, needed: bool) -> bool:
    """4.11.5: on targets with AP or MP markers only."""
    return not needed or _mean(
        cast, lambda _cast, unit: any((unit.ap_markers, unit.mp_markers, unit.frost_ap, unit.frost_mp))
    )


def both_marked(cast: Cast, *, needed: bool) -> bool:
    """4.11.5: on targets with an AP marker and an MP marker only."""
    return not needed or _mean(
        cast, lambda _cast, unit: any((unit.ap_markers, unit.frost_ap)) and any((unit.mp_markers, unit.frost_mp))
    )


def without(cast: Cast, *, gauge: Literal["ap", "mp"]) -> bool:
    """4.11.5: on targets without +1 markers of this gauge only."""
    return _mean(cast, lambda _cast, unit: max(getattr(unit, f"{gauge}_markers"), getattr(unit, f"frost_{gauge}")) <= 0)


def unhurt(cast: Cast, *, needed: bool) -> bool:
    """4.10.4: on targets without injuries only."""
    return not needed or _mean(cast, lambda _cast, unit: not unit.injuries)


def unfazed(cast: Cast, *, who: Literal["unfazed", "others"]) -> bool:
    """4.9.17.a: on Unfazed targets only, or on all others only."""
    return _mean(cast, lambda _cast, unit: ("unfazed" in unit.powers) == (who == "unfazed"))


def hurt(cast: Cast, *, by: Literal["by-caster", "not-by-caster"]) -> bool:
    """4.18.2.b: on targets that the caster has injured in this turn only, or on those that it has not."""
    return _mean(cast, lambda cast, unit: bool(_who_hurt(cast, unit, [cast.caster])) == (by == "by-caster"))


def hurt_by(cast: Cast, *, kind: Words) -> bool:
    """4.18.2.b: on targets that a unit of this type or name has injured in this turn only."""
    return _mean(cast, lambda cast, unit: bool(kin(cast, _who_hurt(cast, unit, cast.game.pieces), kind)))


def unmoved(cast: Cast, *, needed: bool) -> bool:
    """7.5.9.b: on targets that nothing has moved off the cells aimed at only."""
    return not needed or _mean(cast, lambda cast, unit: unit.cell in (cast.target, *cast.cells))


def in_territory(cast: Cast, *, needed: bool) -> bool:
    """4.20.1: on targets in the territory of an opponent of the caster only."""
    sides = [cast.game.sides[foe] for foe in cast.game.seats.foes(cast.caster.player)]
    return not needed or _mean(
        cast, lambda _cast, unit: unit.cell != OFF and any(TERRITORY_OF[side] >> unit.cell & 1 for side in sides)
    )


def kin(cast: Cast, units: list[Unit], name: str) -> list[Unit]:
    """Those of a type or name; where it is not known of the others, the answer hangs on it."""
    found = [unit for unit in units if is_kin(unit, name) or name in cast.game.types_of(unit)]
    unknown.trust_types(cast.game, [unit for unit in units if unit not in found])
    return found


def is_kin(unit: Unit, name: str) -> bool:
    """4.18.9: a word that is another's name or type means all with that type, and all summons of that name."""
    return name in unit.profile.types or (not unit.is_krosmaster and unit.profile.title == name)


def _mean(cast: Cast, meant: Callable[[Cast, Unit], bool]) -> bool:
    """Always holds: the effect comes to nothing where it means nobody.

    What it keeps names no cast, which would then hold itself.
    """
    cast.only = (*cast.only, meant)
    cast.main, cast.targets = ([unit for unit in units if meant(cast, unit)] for units in (cast.main, cast.targets))
    return True


def _is(cast: Cast, unit: Unit, body: str) -> bool:
    if body == "character":
        return unit.is_character
    if body in ("krosmaster-no-boss", "no-boss"):
        return (unit.is_krosmaster or body == "no-boss") and not kin(cast, [unit], "Boss")
    return not unit.is_krosmaster if body == "summon" else unit.kind == body


def _is_companion(cast: Cast, unit: Unit) -> bool:
    return unit.is_krosmaster and unit.side == cast.caster.side and unit is not cast.caster


def _is_called(unit: Unit, name: str) -> bool:
    title = unit.profile.title
    return unit.is_krosmaster and (title == name or title.startswith((f"{name} - ", f"{name} (")))


def _who_hurt(cast: Cast, target: Unit, units: list[Unit]) -> list[Unit]:
    """Those of these that have injured it in this turn; where only belief says so of all, the answer rests on it."""
    found = [unit for unit in units if (unit.name, target.name) in cast.game.hurt]
    if found and not any(cast.game.hurt[unit.name, target.name] for unit in found):
        cast.game.rest_on_belief()
    return found
