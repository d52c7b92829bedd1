"""Mutators for features that few cards have: costs in MP or injuries, traps, turrets, hidden weapons, worn Equipment.

Random games with average figures rarely allow them, so they are not among the mutators chosen at random.
"""

from collections.abc import Iterator

from rules.arena.cells import CELLS, DISTANCE, NEIGHBOURS, cell_name, in_line
from rules.arena.engine.block import foes_beside
from rules.arena.engine.movement import holds_fast
from rules.arena.engine.spells import ap_cost, reach_bonus
from rules.arena.engine.state import Game
from rules.common.actions import Action
from tools.selfplay.casting import aimed, castable, spell_cast
from tools.selfplay.mutator import Edit, Mutator, acting, but


def cost_change_overlooked(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        if spell.ap is not None and spell.ap <= unit.ap < ap_cost(game, unit, spell) and spell.limit == "unlimited":
            yield [cast, action]


def cast_without_mp(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        paid = spell.slug not in unit.cast_this_turn and ap_cost(game, unit, spell) <= unit.ap
        if paid and spell.mp > unit.mp and not unit.blocked_mp and not unit.markers_taken_mp:
            yield [cast, action]


def cast_without_health(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        left = (unit.hp or 0) - unit.injuries
        if spell.injuries > left and ap_cost(game, unit, spell) <= unit.ap and spell.mp <= unit.mp:
            yield [cast, action]


def punching_summon(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and not unit.is_krosmaster and action["do"] in ("activate", "end-turn"):
        yield from ([{"do": "cast", "spell": "punch", "target": cell_name(c)}, action] for c in NEIGHBOURS[unit.cell])


def weapon_still_face_down(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    for reward in unit.rewards if unit else ():
        for spell in reward.text.spells if reward.text and not reward.face_up else ():
            if unit:
                yield [{"do": "cast", "spell": spell, "target": cell_name(NEIGHBOURS[unit.cell][0])}, action]


def second_equipment_of_a_kind(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit is None or unit.revealed:
        return
    worn = {text.equipment for text in unit.face_up()} - {None, "technique"}
    for reward in unit.rewards:
        if not reward.face_up and reward.text and reward.text.equipment in worn:
            yield [{"do": "reveal", "reward": reward.slug}, action]


def fixed_range_stretched(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    unit = acting(game)
    if spell is None or unit is None or spell.alterable is not False or spell.range not in ("ranged", "line", "unseen"):
        return
    longest = spell.most + reach_bonus(game, unit, unit.cell)
    for cell in CELLS:
        straight = spell.range != "line" or in_line(unit.cell, cell)
        if spell.most < DISTANCE[unit.cell][cell] <= longest and straight:
            yield [but(action, target=cell_name(cell))]


def summon_on_a_unit_underfoot(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell and spell.kind == "special" and {effect.do for effect in spell.effects} == {"summon"}:
        for cell, reached, visible in aimed(game, spell):
            under = game.underfoot.get(cell)
            if reached and visible and game.is_free(cell) and under and under.kind == "tombstone":
                yield [but(action, target=cell_name(cell))]


def _blocked_by(game: Game, action: Action, kind: str) -> Iterator[Edit]:
    unit = acting(game)
    if action["do"] != "move" or unit is None:
        return
    for near in game.beside(unit.cell):
        if near.kind == kind and near.side != unit.side:
            entry = {"by": near.name, "lock": ["armour"], "dodge": ["armour"]}
            yield [but(action, blocks=[*(action.get("blocks") or ()), entry])]


def blocked_by_a_turret(game: Game, action: Action) -> Iterator[Edit]:
    yield from _blocked_by(game, action, "turret")


def blocked_by_a_trap(game: Game, action: Action) -> Iterator[Edit]:
    yield from _blocked_by(game, action, "trap")


def blocked_by_a_tombstone(game: Game, action: Action) -> Iterator[Edit]:
    yield from _blocked_by(game, action, "tombstone")


def leaving_perfect_lock(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and unit.is_character and unit.mp and holds_fast(foes_beside(game, unit)):
        yield from ([{"do": "move", "to": cell_name(c)}, action] for c in NEIGHBOURS[unit.cell] if game.is_free(c))


def turret_at_the_market(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and unit.kind == "turret" and action["do"] in ("activate", "end-turn"):
        yield [{"do": "reveal", "reward": "glue"}, action]


def boost_spell_too_late(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    for name in unit.boosts_gone if unit else ():
        if unit:
            yield [{"do": "cast", "spell": name, "target": cell_name(NEIGHBOURS[unit.cell][0])}, action]


MUTATORS = (
    Mutator("4.8.1", cost_change_overlooked),
    Mutator("7.1.4.b", cast_without_mp),
    Mutator("7.1.4.c", cast_without_health),
    Mutator("4.8.5", punching_summon),
    Mutator("4.7.8.b", weapon_still_face_down),
    Mutator("4.7.11.b", second_equipment_of_a_kind),
    Mutator("4.15.7", fixed_range_stretched),
    Mutator("4.19.1.b", summon_on_a_unit_underfoot),
    Mutator("4.19.6.a", blocked_by_a_turret),
    Mutator("4.19.7.a", blocked_by_a_trap),
    Mutator("4.19.8.a", blocked_by_a_tombstone),
    Mutator("1.5.1", leaving_perfect_lock),
    Mutator("6.3.7", turret_at_the_market),
    Mutator("4.7.5.a", boost_spell_too_late),
)
