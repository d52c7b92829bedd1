"""Effects that change a later step of the spell: its dice and its damage (7.5.5 to 7.5.8)."""

from typing import Literal

from rules.arena.engine import unknown
from rules.arena.engine.spells import Cast
from rules.arena.engine.units import Unit
from rules.arena.printed import DamageBonus
from rules.common.binding import Words
from rules.common.signatures import Count, at_most_one_of, needs_one_of

BODY = Literal["krosmaster", "mob", "bomb", "trap", "turret", "tombstone", "mechanism"]


def pierce(cast: Cast) -> None:
    """7.5.11.a: each target rolls one die less for armour."""
    cast.pierce += 1


@at_most_one_of("per", "beside", "against")
def bonus(
    cast: Cast, *, damage: Count, per: Words | None = None, beside: Words | None = None, against: Words | None = None
) -> None:
    """7.5.5.a to 7.5.8.a: more damage or healing; for each such unit beside the target, if one is, or if it is one."""
    cast.bonuses += (DamageBonus(damage, per, beside, against),)


@needs_one_of("figure", "body", "marked", "by-level")
@at_most_one_of("figure", "body", "marked", "by-level")
def bonus_if(
    cast: Cast,
    *,
    damage: Count,
    figure: Words | None = None,
    body: BODY | None = None,
    marked: bool = False,
    by_level: bool = False,
) -> None:
    """7.5.5.a to 7.5.8.a: more damage or healing if a Krosmaster of that name is beside the target, if the target is of
    that kind or has AP or MP markers; or so much for each of its levels."""
    cast.bonuses += (DamageBonus(damage, figure=figure, body=body, marked=marked, by_level=by_level),)


def steal_health(cast: Cast) -> None:
    """7.5.18.a: the caster loses an injury for each that the spell has placed."""
    cast.steals_health = True


def double_criticals(cast: Cast) -> None:
    """7.2.5: each critical hit that the spell rolls counts for two."""
    cast.criticals_count_double = True


def bonus_for(cast: Cast, bonus: DamageBonus, target: Unit) -> int:
    """7.2.7: counted for each target in step 6."""
    beside = cast.game.beside(target.cell)
    if bonus.per is not None:
        return bonus.damage * len(_kin(cast, beside, bonus.per))
    if bonus.beside is not None:
        return bonus.damage if _kin(cast, beside, bonus.beside) else 0
    if bonus.against is not None:
        return bonus.damage if _kin(cast, [target], bonus.against) else 0
    return bonus.damage * _times(bonus, target, beside)


def _times(bonus: DamageBonus, target: Unit, beside: list[Unit]) -> int:
    """What no type decides: once, not at all, or for each level."""
    if bonus.figure is not None:
        return int(any(unit.is_krosmaster and _is_called(unit, bonus.figure) for unit in beside))
    if bonus.body is not None:
        return int(target.kind == bonus.body)
    if bonus.marked:
        return int(any((target.ap_markers, target.mp_markers, target.frost_ap, target.frost_mp)))
    return target.level if bonus.by_level else 1


def _is_called(unit: Unit, name: str) -> bool:
    """2.1.2: the name of a Krosmaster, in whatever version."""
    return unit.profile.title == name or unit.profile.title.startswith((f"{name} - ", f"{name} ("))


def _kin(cast: Cast, units: list[Unit], name: str) -> list[Unit]:
    kin = [unit for unit in units if is_kin(unit, name) or name in cast.game.types_of(unit)]
    unknown.trust_types(cast.game, [unit for unit in units if unit not in kin])
    return kin


def is_kin(unit: Unit, name: str) -> bool:
    """4.18.9: a word that is another's name or type means all with that type, and all summons of that name."""
    return name in unit.profile.types or (not unit.is_krosmaster and unit.profile.title == name)
