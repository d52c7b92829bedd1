"""Effects that change a later step of the spell: its dice and its damage (7.5.5 to 7.5.8)."""

from rules.arena.engine.spells import Cast
from rules.arena.engine.units import Unit
from rules.arena.printed import Effect


def pierce(cast: Cast, _effect: Effect) -> None:
    cast.pierce += 1


def bonus(cast: Cast, effect: Effect) -> None:
    """7.5.5 to 7.5.8: counted for each target in step 6."""
    cast.bonuses.append(effect)


def steal_health(cast: Cast, _effect: Effect) -> None:
    cast.steals_health = True


def double_criticals(cast: Cast, _effect: Effect) -> None:
    cast.criticals_count_double = True


def bonus_for(cast: Cast, effect: Effect, target: Unit) -> int:
    game, amount = cast.game, int(effect["damage"])
    if "per" in effect:
        return amount * sum(is_kin(unit, effect["per"]) for unit in game.beside(target.cell))
    if "beside" in effect:
        return amount if any(is_kin(unit, effect["beside"]) for unit in game.beside(target.cell)) else 0
    if "against" in effect:
        return amount if is_kin(target, effect["against"]) else 0
    return amount


def is_kin(unit: Unit, name: str) -> bool:
    """4.18.9: a word that is another's name or type means all with that type, and all summons of that name."""
    return name in unit.profile.types or (not unit.is_krosmaster and unit.profile.title == name)
