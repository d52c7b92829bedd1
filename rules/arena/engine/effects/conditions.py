"""The conditions that may stand beside the arguments of an effect: asked once, as it resolves in step 3."""

from typing import Literal

from rules.arena.engine import unknown
from rules.arena.engine.spells import Cast, has_invaded, is_aligned
from rules.arena.engine.units import Unit
from rules.common.signatures import Count, Words

INJURED = Literal["krosmaster", "enemy-character", "no-krosmaster", "nobody"]


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


def coin(cast: Cast, *, shown: Literal["heads", "tails", "all-heads"]) -> bool:
    """7.2.4.a: only if the coin that the spell has tossed showed this side, or all its coins did."""
    if shown == "all-heads":
        return bool(cast.coins) and set(cast.coins) == {"heads"}
    return shown in cast.coins


def kamas_of_player(cast: Cast, *, count: Literal["fewer", "enough"]) -> bool:
    """4.5.1: only if the caster's player has fewer Kamas than the player of each opposing target, or than each opponent
    where none is; or only if not."""
    game, own = cast.game, cast.caster.player
    others = {unit.player for unit in cast.main if unit.side != cast.caster.side} or game.seats.foes(own)
    if any(game.given_kamas.values()):
        game.rest_on_belief()
    return all(game.kamas[own] < game.kamas[other] for other in others) == (count == "fewer")


def at_home(cast: Cast, *, needed: bool) -> bool:
    """7.5.22.a: only if the caster is not in the opponent's territory."""
    return not needed or not has_invaded(cast)


def alone(cast: Cast, *, needed: bool) -> bool:
    """4.4.3: only if the caster has no other ally in the arena."""
    return not needed or cast.game.in_play(cast.caster.side) == [cast.caster]


def demon_cell(cast: Cast, *, needed: bool) -> bool:
    """4.7.6: only if the cell aimed at is a Demon cell."""
    return not needed or bool(cast.game.board.demons >> cast.target & 1)


def none_of(cast: Cast, *, kind: Words) -> bool:
    """4.18.9: only with no unit of this type or name on the caster's side in the arena."""
    allies = cast.game.in_play(cast.caster.side)
    return not any(kind in cast.game.types_of(unit) or unit.profile.title == kind for unit in allies)


def caster_fallen(cast: Cast, *, needed: bool) -> bool:
    """4.10.2: only if the cost of the spell has knocked the caster out."""
    return not needed or not cast.caster.in_play


def inflicted(cast: Cast, *, injuries: Count) -> bool:
    """4.10.6.b: only if effects of this spell have placed so many injuries on opposing Krosmasters."""
    return cast.inflicted >= injuries


def has_power(cast: Cast, *, name: Words) -> bool:
    """4.18.3.c: only while the caster has this power."""
    return name in cast.caster.powers


def approached(cast: Cast, *, needed: bool) -> bool:
    """7.5.17.a: only if the spell has moved the caster."""
    return not needed or cast.caster.cell != cast.origin


def injured_this_turn(cast: Cast, *, whom: INJURED) -> bool:
    """4.18.2.b: only if the caster has injured a Krosmaster in this turn, an opposing character, no Krosmaster, or
    nobody at all."""
    game = cast.game
    found = {name: sure for (source, name), sure in game.hurt.items() if source == cast.caster.name}
    if whom == "enemy-character":
        foes = (unit.name for unit in game.pieces if unit.is_character and unit.side != cast.caster.side)
        found = {name: sure for name, sure in found.items() if name in {*foes}}
    elif whom != "nobody":
        found = {name: sure for name, sure in found.items() if game.units[name].is_krosmaster}
    if found and not any(found.values()):
        game.rest_on_belief()
    return bool(found) == (whom in ("krosmaster", "enemy-character"))


def _at_least(cast: Cast, count: int, kind: str, units: list[Unit]) -> bool:
    """So many of these have the type; the answer hangs on those of whom it is not known where they would be enough."""
    have = [unit for unit in units if kind in cast.game.types_of(unit)]
    may = [unit for unit in units if unit not in have and not unit.profile.types_known]
    if len(have) < count <= len(have) + len(may):
        unknown.trust_types(cast.game, may)
    return len(have) >= count
