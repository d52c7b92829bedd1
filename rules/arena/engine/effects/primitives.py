"""The primitives of card texts, resolved in step 3 of a spell unless a later step is theirs (7.2.4, 7.5).

Their keyword arguments are what a text may say; docs/card-texts.md is written from them.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from rules.arena.engine import summons
from rules.arena.engine.auras import WHOM, settle
from rules.arena.engine.choosing import chosen_cell
from rules.arena.engine.damage import heal, place_injuries
from rules.arena.engine.dice import settle_coins
from rules.arena.engine.effects import bonuses, conditions, displacement, gauges, meant
from rules.arena.engine.effects.gauges import copy_power
from rules.arena.engine.effects.summon_names import SummonName
from rules.arena.engine.kamas import note_payment, take_kamas
from rules.arena.engine.markers import place_special
from rules.arena.engine.spells import Cast, apply_effects, taken_in
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF
from rules.common.binding import Vocabulary
from rules.common.signatures import Count, Effect, Words, needs_one_of

WHERE = Literal["target", "beside-target", "beside-caster", "left", "area"]  # a summon comes into play


def _injure(cast: Cast, *, amount: Count, to: WHOM = "targets") -> None:
    """4.10.6: each target, or those named, suffer so many injuries."""
    for unit in taken_in(cast, to):
        place_injuries(cast.game, unit, amount, cast.caster)


def _mend(cast: Cast, *, amount: Count, to: WHOM = "targets") -> None:
    """4.10.5: each target, or those named, lose so many injuries."""
    for unit in taken_in(cast, to):
        heal(cast.game, unit, amount)


def _kamas(cast: Cast, *, amount: Count) -> None:
    """4.5.1: so many Kamas for the caster's player."""
    cast.kamas += amount
    take_kamas(cast.game, cast.caster.player, amount, why="spell")


def _take_kamas(cast: Cast, *, most: Count = 1) -> None:
    """4.5.2: Kamas that lie on the cell aimed at go to the caster's player, at most so many."""
    lying = cast.game.coins.pop(cast.target, 0)
    taken = min(lying, most)
    if lying > taken:
        cast.game.coins[cast.target] = lying - taken
    cast.kamas += taken
    take_kamas(cast.game, cast.caster.player, taken, why="collected")


def _lose_kamas(cast: Cast, *, amount: Count, who: Literal["caster", "target"] = "caster") -> None:
    """4.5.3: the player of the caster or of the main target loses so many Kamas, at most all."""
    for player in [cast.caster.player] if who == "caster" else [unit.player for unit in cast.main]:
        _lose(cast.game, player, amount)


def _steal_kamas(cast: Cast, *, amount: Count) -> None:
    """4.5.1: so many Kamas of the main target's player, at most all, for the caster's player."""
    for unit in cast.main:
        stolen = _lose(cast.game, unit.player, amount)
        cast.kamas += stolen
        take_kamas(cast.game, cast.caster.player, stolen, why="spell")


def _lose(game: Game, player: str, amount: int) -> int:
    """How many are lost; if only believed ones make it so many, that is believed."""
    lost = min(amount, game.kamas[player])
    note_payment(game, player, lost)
    game.kamas[player] -= lost
    game.record_event("kamas", player=player, amount=-lost, why="spell")
    return lost


def _exchange_injuries(cast: Cast) -> None:
    """4.10.7: the caster and the main target change their injuries, unless a power forbids it to one of them (4.13.4);
    what does not fit goes back (4.10.8)."""
    caster = cast.caster
    for unit in cast.main:
        if unit is caster or unit.hp is None or caster.hp is None or caster.lent.no_healing or unit.lent.no_healing:
            continue
        mine, theirs = caster.injuries, unit.injuries
        caster.injuries, unit.injuries = min(theirs, caster.hp), min(mine, unit.hp)
        cast.game.record_event("injuries-exchanged", unit=caster.name, other=unit.name)
    settle(cast.game)


@needs_one_of("heads", "tails")
def _coins(cast: Cast, *, count: Count, heads: "OneEffect | None" = None, tails: "OneEffect | None" = None) -> None:
    """7.2.4.a: so many coins are tossed, and each does what its side says."""
    outcomes = {"heads": heads, "tails": tails}
    for side in settle_coins(cast.game, cast.record, count):
        outcome = outcomes.get(side)
        if outcome is not None:
            apply_effects(cast, (outcome,))


def _summon(cast: Cast, *, summon: SummonName, at: WHERE = "target") -> None:
    """4.19.9.c: a summon comes into play within the spell's control value: on the cell aimed at, on the one that the
    caster has left, on each free cell of the area, or on a free cell beside the target or the caster, which the log
    names."""
    if at == "area":
        _bring_to_each(cast, summon)
        return
    cell: int | None = cast.origin if at == "left" else cast.target
    if at.startswith("beside"):
        beside = cast.caster.cell if at == "beside-caster" else cast.target
        none = beside == OFF or summons.is_full(cast.game, cast.caster, cast.spell.control, [summon])
        cell = None if none else chosen_cell(cast.game, cast.record, summons.rooms_beside(cast.game, beside, summon))
    if cell is not None:
        _bring(cast, summon, cell)


def _bring_to_each(cast: Cast, summon: str) -> None:
    """4.19.9.c: as many as may be; where there are more cells, it is not said on which of them they are put."""

    def is_full() -> bool:
        return summons.is_full(cast.game, cast.caster, cast.spell.control, [summon])

    for cell in cast.cells:
        if is_full() and summons.has_room(cast.game, cell, summon):
            cast.game.rest_on_belief()
        _bring(cast, summon, cell)


def _bring(cast: Cast, summon: str, cell: int) -> None:
    unit = summons.summon(cast.game, cast.caster, summon, cell, control=cast.spell.control)
    cast.summoned += (unit,) if unit else ()


def _replace(cast: Cast, *, by: SummonName) -> None:
    """7.5.19.a: the summon aimed at becomes another one; markers and effects stay with it."""
    for unit in cast.main:
        if not unit.is_krosmaster:
            cell = unit.cell
            cast.game.lift(unit)  # a trap lies on its cell, a bomb fills it
            unit.profile = summons.profile_of(cast.game, by)
            unit.refresh()
            cast.game.put(unit, cell)


def _special_marker(cast: Cast, *, name: Words) -> None:
    """4.13.1: the main target gets a named marker; one of a name for each team, one in play of each Krosmaster."""
    for unit in cast.main:
        if unit.is_krosmaster:
            place_special(cast.game, cast.caster, unit, name)


PRIMITIVES: Mapping[str, Callable[..., None]] = {
    "markers": gauges.markers,
    "steal": gauges.steal,
    "gain": gauges.gain,
    "choose-gain": gauges.choose_gain,
    "lose": gauges.lose,
    "reach": gauges.reach,
    "power": gauges.power,
    "lose-powers": gauges.lose_powers,
    "copy-power": copy_power,
    "push": displacement.push,
    "attract": displacement.attract,
    "retreat": displacement.retreat,
    "approach": displacement.approach,
    "switch": displacement.switch,
    "teleport": displacement.teleport,
    "move-beside": displacement.move_beside,
    "end-turn": gauges.end_turn,
    "clear-markers": gauges.clear_markers,
    "spell-bonus": gauges.spell_bonus,
    "injure": _injure,
    "mend": _mend,
    "kamas": _kamas,
    "take-kamas": _take_kamas,
    "lose-kamas": _lose_kamas,
    "steal-kamas": _steal_kamas,
    "exchange-injuries": _exchange_injuries,
    "coins": _coins,
    "pierce": bonuses.pierce,
    "bonus": bonuses.bonus,
    "bonus-each": bonuses.bonus_each,
    "bonus-team": bonuses.bonus_team,
    "steal-health": bonuses.steal_health,
    "double-criticals": bonuses.double_criticals,
    "summon": _summon,
    "replace": _replace,
    "special-marker": _special_marker,
}
CONDITIONS: Mapping[str, Callable[..., bool]] = {
    "team-has": conditions.team_has,
    "retribution": conditions.retribution,
    "revenge": conditions.revenge,
    "track": conditions.track,
    "invasion": conditions.invasion,
    "again": conditions.again,
    "first-cast": conditions.first_cast,
    "injured-from": conditions.injured_from,
    "first-attack": conditions.first_attack,
    "against": meant.against,
    "side": meant.side,
    "body": meant.body,
    "among": meant.among,
    "level-from": meant.level_from,
    "level-to": meant.level_to,
    "beside": meant.beside,
    "figure": meant.figure,
    "marked": meant.marked,
    "without": meant.without,
    "injured-this-turn": conditions.injured_this_turn,
    "unfazed": meant.unfazed,
    "unhurt": meant.unhurt,
    "hurt": meant.hurt,
    "hurt-by": meant.hurt_by,
    "unmoved": meant.unmoved,
    "in-territory": meant.in_territory,
}
EFFECTS = Vocabulary("an effect", PRIMITIVES, CONDITIONS)
OneEffect = Annotated[Effect, EFFECTS.kind]
