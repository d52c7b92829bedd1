"""The primitives of card texts, resolved in step 3 of a spell unless a later step is theirs (7.2.4, 7.5).

Their keyword arguments are what a text may say; docs/card-texts.md is written from them.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal

from rules.arena.cards import Card
from rules.arena.engine import summons
from rules.arena.engine.auras import WHOM, settle
from rules.arena.engine.choosing import chosen_cell, chosen_option
from rules.arena.engine.damage import heal, is_saved, knock_out, leave, lose_markers, place_injuries, step_onto
from rules.arena.engine.dice import settle_coins
from rules.arena.engine.effects import bonuses, conditions, displacement, gauges, meant
from rules.arena.engine.effects.gauges import copy_power
from rules.arena.engine.effects.summon_names import SummonName
from rules.arena.engine.kamas import lose_kamas, pay_kamas, take_kamas
from rules.arena.engine.markers import gain as gain_at_once
from rules.arena.engine.markers import place_special
from rules.arena.engine.profiles import profile_of_figure
from rules.arena.engine.spells import Cast, apply_effects, control_of, taken_in
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown import trust_characteristics
from rules.common.binding import Vocabulary
from rules.common.names import slugify
from rules.common.signatures import Count, Effect, Words

WHERE = Literal[
    "target", "beside-target", "beside-caster", "around-caster", "left", "area", "where-it-fell"
]  # a summon comes into play


def _injure(cast: Cast, *, amount: Count, to: WHOM = "targets") -> None:
    """4.10.6: each target, or those named, suffer so many injuries."""
    for unit in taken_in(cast, to):
        placed = place_injuries(cast.game, unit, amount, cast.caster)
        cast.inflicted += placed if unit.is_krosmaster and unit.side != cast.caster.side else 0


def _mend(cast: Cast, *, amount: Count, to: WHOM = "targets") -> None:
    """4.10.5: each target, or those named, lose so many injuries."""
    for unit in taken_in(cast, to):
        heal(cast.game, unit, amount)


def _kamas(cast: Cast, *, amount: Count, per_ap: bool = False) -> None:
    """4.5.1: so many Kamas for the caster's player, or so many for each AP that the caster has left."""
    amount *= cast.caster.ap if per_ap else 1
    cast.kamas += amount
    if amount:
        take_kamas(cast.game, cast.caster.player, amount, why="spell")


def _remove_kamas(cast: Cast, *, most: Count = 1) -> None:
    """4.5.2: Kamas that lie on the cell aimed at are taken off the board, at most so many."""
    lying = cast.game.coins.pop(cast.target, 0)
    if lying > most:
        cast.game.coins[cast.target] = lying - most


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
        lose_kamas(cast.game, player, amount)


def _steal_kamas(cast: Cast, *, amount: Count) -> None:
    """4.5.1: so many Kamas of the main target's player, at most all, for the caster's player."""
    for unit in cast.main:
        stolen = lose_kamas(cast.game, unit.player, amount)
        cast.kamas += stolen
        take_kamas(cast.game, cast.caster.player, stolen, why="spell")


def _exchange_injuries(cast: Cast) -> None:
    """4.10.7: the caster and the main target change their injuries, unless a power forbids it to one of them (4.13.4);
    what does not fit goes back (4.10.8)."""
    caster = cast.caster
    for unit in cast.main:
        if unit is caster or caster.hp is None or caster.lent.no_healing or unit.lent.no_healing:
            continue
        if unit.hp is None:
            _exchange_with_unseen(cast, unit)
            continue
        mine, theirs = caster.injuries, unit.injuries
        caster.injuries, unit.injuries = min(theirs, caster.hp), min(mine, unit.hp)
        cast.game.record_event("injuries-exchanged", unit=caster.name, other=unit.name)
    settle(cast.game)


def _exchange_with_unseen(cast: Cast, unit: Unit) -> None:
    """A summon whose HP were never seen bears what it was dealt, and nobody falls by belief alone."""
    caster = cast.caster
    if unit.sure or caster.hp is None:
        return
    trust_characteristics(cast.game, unit)
    cast.game.rest_on_belief()
    caster.injuries, unit.unsure = min(unit.unsure, caster.hp - 1), caster.injuries
    cast.game.record_event("injuries-exchanged", unit=caster.name, other=unit.name)


def _coins(cast: Cast, *, count: Count, heads: "OneEffect | None" = None, tails: "OneEffect | None" = None) -> None:
    """7.2.4.a: so many coins are tossed, and each does what its side says; later effects of the spell may hang on what
    they showed."""
    outcomes = {"heads": heads, "tails": tails}
    cast.coins = tuple(settle_coins(cast.game, cast.record, count))
    for side in cast.coins:
        outcome = outcomes.get(side)
        if outcome is not None:
            apply_effects(cast, (outcome,))


def _summon(cast: Cast, *, summon: SummonName, at: WHERE = "target") -> None:
    """4.19.9.c: a summon comes into play within the spell's control value: on the cell aimed at, on the one that the
    caster has left, on each free cell of the area or beside the caster, where the target was knocked out by the spell,
    or on a free cell beside the target or the caster, which the log names."""
    if at in ("area", "around-caster"):
        _bring_to_each(
            cast, summon, cast.cells if at == "area" else summons.rooms_beside(cast.game, cast.origin, summon)
        )
        return
    if at == "where-it-fell":
        cast.rising = (*cast.rising, lambda cast: _bring(cast, summon, cast.target))
        return
    cell: int | None = cast.origin if at == "left" else cast.target
    if at.startswith("beside"):
        beside = cast.caster.cell if at == "beside-caster" else cast.target
        none = beside == OFF or summons.is_full(cast.game, cast.caster, control_of(cast), [summon])
        cell = None if none else chosen_cell(cast.game, cast.record, summons.rooms_beside(cast.game, beside, summon))
    if cell is not None:
        _bring(cast, summon, cell)


def _bring_to_each(cast: Cast, summon: str, cells: Sequence[int]) -> None:
    """4.19.9.c: as many as may be; where there are more cells, it is not said on which of them they are put."""

    def is_full() -> bool:
        return summons.is_full(cast.game, cast.caster, control_of(cast), [summon])

    for cell in cells:
        if is_full() and summons.has_room(cast.game, cell, summon):
            cast.game.rest_on_belief()
        _bring(cast, summon, cell)


def _bring(cast: Cast, summon: str, cell: int) -> None:
    unit = summons.summon(cast.game, cast.caster, summon, cell, control=control_of(cast))
    cast.summoned += (unit,) if unit else ()


def _knock_out(cast: Cast, *, to: WHOM = "targets", ap: Count = 0, mp: Count = 0) -> None:
    """4.10.2: each target, or those named, are KO'd; for each of them the caster gains so many AP and MP at once."""
    for unit in taken_in(cast, to):
        if unit.in_play and not is_saved(cast.game, unit):
            knock_out(cast.game, unit, cast.caster)
            if ap or mp:
                gain_at_once(cast.game, cast.caster, ap=ap, mp=mp)


def _summon_one_of(cast: Cast, *, options: tuple[SummonName, ...]) -> None:
    """4.19.9.c: one of these summons, which the log names, comes into play on the cell aimed at within the spell's
    control value."""
    if summons.is_full(cast.game, cast.caster, control_of(cast), options):
        return
    chosen = chosen_option(cast.game, cast.record, "option", [f"{slug}" for slug in options])
    if chosen is not None:
        _bring(cast, chosen, cast.target)


def _become(cast: Cast, *, level: Literal["any", "same"] = "any") -> None:
    """7.5.19.a: another figure of the same name, or of the same level too, which the log names, takes the place of the
    caster: markers, injuries, rewards and effects stay."""
    game, unit = cast.game, cast.caster
    own = game.cards.get(unit.profile.card)
    if own is None or not unit.in_play:
        return
    others = [card for card in game.cards.cards if card.name == own.name and card.slug != own.slug]
    forms = [card.slug for card in others if level == "any" or card.level == own.level]
    chosen = chosen_option(game, cast.record, "option", forms)
    if chosen is not None:
        _take_form(game, unit, next(card for card in others if card.slug == chosen))


def _take_form(game: Game, unit: Unit, card: Card) -> None:
    unit.profile = profile_of_figure(card, game.texts.figures.get(card.slug))
    unit.level = unit.profile.level
    game.buzzed = game.buzzed or "buzzed" in unit.profile.powers
    game.explaining = [each for each in game.pieces if each.profile.explained or each.copied]
    unit.refresh()
    settle(game)
    game.record_event("became", unit=unit.name, card=card.full_name)


def _replace(cast: Cast, *, by: SummonName) -> None:
    """7.5.19.a: the summon aimed at becomes another one; markers and effects stay with it."""
    for unit in cast.main:
        if not unit.is_krosmaster:
            cell = unit.cell
            cast.game.lift(unit)  # a trap lies on its cell, a bomb fills it
            unit.profile = summons.profile_of(cast.game, by)
            unit.refresh()
            cast.game.put(unit, cell)


def _trade_range_marker(cast: Cast) -> None:
    """7.2.4.b, 4.12.1: a -1 range token is taken off the main target, which then gets, as the log says, -1 AP, -1 MP or
    1 more damage."""
    if not any(unit.range_markers < 0 for unit in cast.main):
        return
    gauges.markers(cast, range_=1)
    chosen = chosen_option(cast.game, cast.record, "option", ("ap", "mp", "damage"))
    if chosen == "damage":
        bonuses.bonus(cast, damage=1)
    elif chosen is not None:
        gauges.markers(cast, ap=-(chosen == "ap"), mp=-(chosen == "mp"))


def _add_two(cast: Cast, *, spell: Words, first: "OneEffect", second: "OneEffect", third: "OneEffect") -> None:
    """7.2.4.b: until the end of this turn one spell of the caster does two of three things more: the log says which."""
    pairs = {f"{_short(one)}-and-{_short(two)}": (one, two) for one, two in combinations((first, second, third), 2)}
    chosen = chosen_option(cast.game, cast.record, "option", [*pairs])
    if chosen is not None:
        cast.caster.added = {**cast.caster.added, slugify(spell): pairs[chosen]}


def _short(effect: Effect) -> str:
    """As a log calls it: by the gauge, `damage`, or what it does."""
    return next((gauge for gauge in ("damage", "ap", "mp") if effect.arguments.get(gauge)), effect.do)


def _raise_control(cast: Cast, *, spell: Words) -> None:
    """4.5.3, 4.19.9.c: its player pays as many Kamas as the log says, and until the end of this turn they are the
    control value of one spell of the caster."""
    game, caster = cast.game, cast.caster
    most = game.kamas[caster.player] + game.claims.owed[caster.player]
    chosen = chosen_option(game, cast.record, "option", [str(amount) for amount in range(most + 1)])
    if chosen is not None:
        pay_kamas(game, caster.player, int(chosen), cast.spell.name)
        caster.controls = {**caster.controls, slugify(spell): int(chosen)}


def _hatch(cast: Cast, *, summon: SummonName) -> None:
    """4.10.2: an allied summon of this kind leaves the arena, and the caster goes where it was, without any injuries
    and markers."""
    caster, game = cast.caster, cast.game
    allied = [unit for unit in game.in_play(caster.side) if unit.profile.card == summon]
    chosen = chosen_option(game, cast.record, "unit", [unit.name for unit in allied])
    if chosen is not None:
        cell = game.units[chosen].cell
        leave(game, game.units[chosen])
        caster.injuries = caster.beyond = caster.unsure = 0
        lose_markers(caster)
        step_onto(game, caster, cell, "displaced")
        settle(game)


def _foretell(cast: Cast, *, damage: Count) -> None:
    """7.2.4.b, 7.2.5: so much more damage if its player has said, which the log then has, whether the roll for a
    critical hit succeeds."""
    said = chosen_option(cast.game, cast.record, "option", ("success", "failure", "nothing"))
    bonuses.when_rolled(cast, damage, {"success": True, "failure": False}.get(said or ""))


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
    "reach-markers": gauges.reach_markers,
    "power": gauges.power,
    "lose-powers": gauges.lose_powers,
    "copy-power": copy_power,
    "push": displacement.push,
    "attract": displacement.attract,
    "retreat": displacement.retreat,
    "approach": displacement.approach,
    "switch": displacement.switch,
    "switch-two": displacement.switch_two,
    "teleport": displacement.teleport,
    "move-group": displacement.move_group,
    "move-beside": displacement.move_beside,
    "end-turn": gauges.end_turn,
    "clear-markers": gauges.clear_markers,
    "invert-markers": gauges.invert_markers,
    "double-markers": gauges.double_markers,
    "spell-bonus": gauges.spell_bonus,
    "next-spell": gauges.next_spell,
    "injure": _injure,
    "mend": _mend,
    "kamas": _kamas,
    "take-kamas": _take_kamas,
    "remove-kamas": _remove_kamas,
    "lose-kamas": _lose_kamas,
    "steal-kamas": _steal_kamas,
    "knock-out": _knock_out,
    "exchange-injuries": _exchange_injuries,
    "coins": _coins,
    "pierce": bonuses.pierce,
    "bonus": bonuses.bonus,
    "bonus-each": bonuses.bonus_each,
    "bonus-team": bonuses.bonus_team,
    "steal-health": bonuses.steal_health,
    "double-criticals": bonuses.double_criticals,
    "summon": _summon,
    "summon-one-of": _summon_one_of,
    "replace": _replace,
    "become": _become,
    "special-marker": _special_marker,
    "trade-range-marker": _trade_range_marker,
    "add-two": _add_two,
    "raise-control": _raise_control,
    "hatch": _hatch,
    "foretell": _foretell,
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
    "coin": conditions.coin,
    "kamas-of-player": conditions.kamas_of_player,
    "at-home": conditions.at_home,
    "alone": conditions.alone,
    "none-of": conditions.none_of,
    "demon-cell": conditions.demon_cell,
    "caster-fallen": conditions.caster_fallen,
    "inflicted": conditions.inflicted,
    "has-power": conditions.has_power,
    "approached": conditions.approached,
    "against": meant.against,
    "side": meant.side,
    "body": meant.body,
    "among": meant.among,
    "level-from": meant.level_from,
    "level-to": meant.level_to,
    "beside": meant.beside,
    "ally-beside": meant.ally_beside,
    "allies-among": meant.allies_among,
    "figure": meant.figure,
    "marked": meant.marked,
    "both-marked": meant.both_marked,
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
