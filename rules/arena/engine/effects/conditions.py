"""The conditions that may stand beside the arguments of an effect: asked once, as it resolves in step 3."""

from typing import Literal

from rules.arena.engine import unknown
from rules.arena.engine.spells import Cast, has_invaded, is_aligned
from rules.arena.engine.units import Unit
from rules.common.signatures import Count, Words


def team_has(cast: Cast, *, kind: Words) -> bool:
    """4.18.9: only with another unit of this type on the caster's side in the arena."""
    others = [unit for unit in cast.game.in_play(cast.caster.side) if unit is not cast.caster]
    return _at_least(cast, 1, kind, others)


def retribution(cast: Cast, *, avengers: Count) -> bool:
    """4.9.19.a: only with so many Avengers in the arena, of either side."""
    return _at_least(cast, avengers, "Avenger", cast.game.in_play())


def revenge(cast: Cast, *, villains: Count) -> bool:
    """4.9.20.a: only with so many Villains in the arena, of either side."""
    return _at_least(cast, villains, "Villain", cast.game.in_play())


def track(cast: Cast, *, needed: bool) -> bool:
    """7.5.21.a: this effect alone only if the cell aimed at is in the caster's row or column."""
    return not needed or is_aligned(cast)


def invasion(cast: Cast, *, needed: bool) -> bool:
    """7.5.22.a: this effect alone only if the caster is in the opponent's territory."""
    return not needed or has_invaded(cast)


def again(cast: Cast, *, needed: bool) -> bool:
    """4.18.2.b: only if the caster has cast this spell before in this turn."""
    return not needed or cast.again


def first_cast(cast: Cast, *, needed: bool) -> bool:
    """4.18.2.b: only if the caster casts this spell for the first time in this turn."""
    return not needed or not cast.again


def injured_from(cast: Cast, *, injuries: Count) -> bool:
    """4.10.4: only if the caster has so many injuries or more."""
    return cast.caster.injuries >= injuries


def first_attack(cast: Cast, *, needed: bool) -> bool:
    """4.18.2.b: only if this is the first attack spell that the caster casts in this turn."""
    return not needed or cast.first_attack


def injured_this_turn(cast: Cast, *, whom: Literal["krosmaster", "no-krosmaster", "nobody"]) -> bool:
    """4.18.2.b: only if the caster has injured a Krosmaster in this turn, or none, or nobody at all."""
    game = cast.game
    found = {name: sure for (source, name), sure in game.hurt.items() if source == cast.caster.name}
    if whom != "nobody":
        found = {name: sure for name, sure in found.items() if game.units[name].is_krosmaster}
    if found and not any(found.values()):
        game.rest_on_belief()
    return bool(found) == (whom == "krosmaster")


def _at_least(cast: Cast, count: int, kind: str, units: list[Unit]) -> bool:
    """So many of these have the type; the answer hangs on those of whom it is not known where they would be enough."""
    have = [unit for unit in units if kind in cast.game.types_of(unit)]
    may = [unit for unit in units if unit not in have and not unit.profile.types_known]
    if len(have) < count <= len(have) + len(may):
        unknown.trust_types(cast.game, may)
    return len(have) >= count
