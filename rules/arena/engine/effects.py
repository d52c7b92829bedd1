"""The primitives of card texts, resolved in step 3 of a spell unless a later step is theirs (7.2.4, 7.5).

Their keyword arguments are what a text may say; docs/card-texts.md is written from them.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from rules.arena.engine import bonuses, displacement, gauges, summons, unknown
from rules.arena.engine.damage import place_injuries
from rules.arena.engine.dice import settle_coins
from rules.arena.engine.special_markers import place_special
from rules.arena.engine.spells import Cast
from rules.arena.engine.summons import SummonName
from rules.arena.engine.units import Unit
from rules.common.binding import Count, Effect, Vocabulary, Words, needs_one_of


def apply(cast: Cast, effects: tuple[Effect, ...]) -> None:
    """7.2.4: mandatory, in the order printed, as much of each as can be done."""
    for effect in effects:
        if all(condition(cast) for condition in effect.conditions):
            effect(cast)


def _team_has(cast: Cast, *, kind: Words) -> bool:
    """4.18.9: only with another unit of this type on the caster's side in the arena."""
    others = [unit for unit in cast.game.in_play(cast.caster.side) if unit is not cast.caster]
    return _at_least(cast, 1, kind, others)


def _retribution(cast: Cast, *, avengers: Count) -> bool:
    """4.9.19.a: only with so many Avengers in the arena, of either side."""
    return _at_least(cast, avengers, "Avenger", cast.game.in_play())


def _revenge(cast: Cast, *, villains: Count) -> bool:
    """4.9.20.a: only with so many Villains in the arena, of either side."""
    return _at_least(cast, villains, "Villain", cast.game.in_play())


def _at_least(cast: Cast, count: int, kind: str, units: list[Unit]) -> bool:
    """So many of these have the type; the answer hangs on those of whom it is not known where they would be enough."""
    have = [unit for unit in units if kind in unit.profile.types]
    may = [unit for unit in units if unit not in have and not unit.profile.types_known]
    if len(have) < count <= len(have) + len(may):
        unknown.kin(cast.game, may)
    return len(have) >= count


def _injure(cast: Cast, *, amount: Count, to: Literal["targets", "self"] = "targets") -> None:
    """4.10.6: each target, or the caster, suffers so many injuries."""
    for unit in [cast.caster] if to == "self" else list(cast.targets):
        place_injuries(cast.game, unit, amount, cast.caster)


def _exchange_injuries(cast: Cast) -> None:
    """4.10.7: the caster and the main target change their injuries; what does not fit goes back (4.10.8)."""
    caster = cast.caster
    for unit in cast.main:
        if unit is caster or unit.hp is None or caster.hp is None:
            continue
        mine, theirs = caster.injuries, unit.injuries
        caster.injuries, unit.injuries = min(theirs, caster.hp), min(mine, unit.hp)
        cast.game.tell("injuries-exchanged", unit=caster.name, other=unit.name)


@needs_one_of("heads", "tails")
def _coins(cast: Cast, *, count: Count, heads: "OneEffect | None" = None, tails: "OneEffect | None" = None) -> None:
    """7.2.4.a: so many coins are tossed, and each does what its side says."""
    outcomes = {"heads": heads, "tails": tails}
    for side in settle_coins(cast.game, cast.record, count):
        outcome = outcomes.get(side)
        if outcome is not None:
            apply(cast, (outcome,))


def _summon(cast: Cast, *, summon: SummonName) -> None:
    """4.19.9.c: a summon comes into play on the cell aimed at, within the spell's control value."""
    summons.summon(cast.game, cast.caster, summon, cast.target, control=cast.spell.control)


def _replace(cast: Cast, *, by: SummonName) -> None:
    """7.5.19.a: the summon aimed at becomes another one; markers and effects stay with it."""
    for unit in cast.main:
        if not unit.is_krosmaster:
            unit.profile = summons.profile_of(cast.game, by)
            unit.refresh()


def _special_marker(cast: Cast, *, name: Words) -> None:
    """4.13.1: the main target gets a named marker; one of a name for each team, one in play of each Krosmaster."""
    for unit in cast.main:
        if unit.is_krosmaster:
            place_special(cast.game, cast.caster, unit, name)


PRIMITIVES: Mapping[str, Callable[..., None]] = {
    "markers": gauges.markers,
    "steal": gauges.steal,
    "gain": gauges.gain,
    "lose": gauges.lose,
    "reach": gauges.reach,
    "power": gauges.power,
    "lose-powers": gauges.lose_powers,
    "push": displacement.push,
    "attract": displacement.attract,
    "retreat": displacement.retreat,
    "approach": displacement.approach,
    "switch": displacement.switch,
    "teleport": displacement.teleport,
    "injure": _injure,
    "exchange-injuries": _exchange_injuries,
    "coins": _coins,
    "pierce": bonuses.pierce,
    "bonus": bonuses.bonus,
    "steal-health": bonuses.steal_health,
    "double-criticals": bonuses.double_criticals,
    "summon": _summon,
    "replace": _replace,
    "special-marker": _special_marker,
}
CONDITIONS: Mapping[str, Callable[..., bool]] = {
    "team-has": _team_has,
    "retribution": _retribution,
    "revenge": _revenge,
}
EFFECTS = Vocabulary("an effect", PRIMITIVES, CONDITIONS)
OneEffect = Annotated[Effect, EFFECTS.kind]
