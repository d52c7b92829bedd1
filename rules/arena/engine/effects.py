"""The primitives of card texts, resolved in step 3 of a spell unless a later step is theirs (7.2.4, 7.5)."""

from collections.abc import Callable

from rules.arena.engine import bonuses, displacement, gauges, summons
from rules.arena.engine.damage import place_injuries
from rules.arena.engine.dice import settle_coins
from rules.arena.engine.spells import Cast
from rules.arena.printed import Effect

Primitive = Callable[[Cast, Effect], None]


def apply(cast: Cast, effects: tuple[Effect, ...]) -> None:
    """7.2.4: mandatory, in the order printed, as much of each as can be done."""
    for effect in effects:
        if _condition_holds(cast, effect):
            PRIMITIVES[effect["do"]](cast, effect)


def _condition_holds(cast: Cast, effect: Effect) -> bool:
    game = cast.game
    kin = effect.get("team-has")
    if kin and not any(
        unit is not cast.caster and kin in unit.profile.types for unit in game.in_play(cast.caster.side)
    ):
        return False
    for keyword, kind in (("retribution", "Avenger"), ("revenge", "Villain")):  # 4.9.19, 4.9.20
        wanted = effect.get(keyword)
        if wanted and sum(kind in unit.profile.types for unit in game.in_play()) < wanted:
            return False
    return True


def _injure(cast: Cast, effect: Effect) -> None:
    for unit in [cast.caster] if effect.get("to") == "self" else list(cast.targets):
        place_injuries(cast.game, unit, effect["amount"], cast.caster)


def _exchange_injuries(cast: Cast, _effect: Effect) -> None:
    """4.10.7: moved, neither inflicted nor suffered; what does not fit goes back (4.10.8)."""
    caster = cast.caster
    for unit in cast.main:
        if unit is caster or unit.hp is None or caster.hp is None:
            continue
        mine, theirs = caster.injuries, unit.injuries
        caster.injuries, unit.injuries = min(theirs, caster.hp), min(mine, unit.hp)
        cast.game.tell("injuries-exchanged", unit=caster.name, other=unit.name)


def _coins(cast: Cast, effect: Effect) -> None:
    for side in settle_coins(cast.game, cast.record, effect["count"]):
        outcome = effect.get(side)
        if outcome:
            PRIMITIVES[outcome["do"]](cast, outcome)


def _summon(cast: Cast, effect: Effect) -> None:
    """4.19.9: on the cell aimed at, within the control value."""
    summons.summon(cast.game, cast.caster, effect["summon"], cast.target, control=cast.spell.control)


def _replace(cast: Cast, effect: Effect) -> None:
    """7.5.19: another card for the same piece; markers, rewards and effects stay with it."""
    for unit in cast.main:
        if not unit.is_krosmaster:
            unit.profile = summons.profile_of(effect["by"])
            unit.refresh()


def _special_marker(cast: Cast, effect: Effect) -> None:
    """4.13: one marker of a Krosmaster at a time, and one of that name for each team."""
    name, game = effect["name"], cast.game
    for unit in game.units.values():
        owner = game.units.get(unit.specials.get(name, ""))
        if owner is not None and owner.side == cast.caster.side:
            del unit.specials[name]
        for marker in [m for m, who in unit.specials.items() if who == cast.caster.name]:
            del unit.specials[marker]
    for unit in cast.main:
        if unit.is_krosmaster:
            unit.specials[name] = cast.caster.name


PRIMITIVES: dict[str, Primitive] = {
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
