"""Mutators for the prerequisites of spells (7.1), and for what they summon (4.19.1, 4.19.5, 4.19.9)."""

from collections.abc import Iterator

from rules.arena.cells import CELLS, DISTANCE, cell_name, in_line
from rules.arena.engine.spells import ap_cost, reaches, seen, spell_of
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit, spells_of
from rules.arena.printed import Spell
from rules.common.actions import Action
from tools.selfplay.mutator import Edit, Mutator, acting, but


def spell_cast(game: Game, action: Action) -> Spell | None:
    """The spell that this action casts, if the data has it."""
    unit = game.active
    if action["do"] != "cast" or unit is None:
        return None
    return spell_of(unit, action["spell"])[0]


def caster_of(game: Game) -> Unit:
    assert game.active is not None
    return game.active


def somebody_elses_spell(game: Game, action: Action) -> Iterator[Edit]:
    if spell_cast(game, action) and not caster_of(game).profile.incomplete:
        yield [but(action, spell="spell-of-somebody-else")]


def aimed(game: Game, spell: Spell) -> Iterator[tuple[int, bool, bool]]:
    caster = caster_of(game)
    for cell in CELLS:
        yield cell, reaches(game, caster, spell, caster.cell, cell), seen(game, caster, spell, caster.cell, cell)


def out_of_range(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell and spell.alterable is not None and spell.range != "unknown":
        here = caster_of(game).cell
        for cell, reached, _ in aimed(game, spell):
            too_far = DISTANCE[here][cell] > spell.most + 6 or DISTANCE[here][cell] < spell.least
            if not reached and too_far and (spell.range != "line" or in_line(here, cell)):
                yield [but(action, target=cell_name(cell))]


def out_of_line(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell and spell.range == "line":
        here = caster_of(game).cell
        near = (cell for cell in CELLS if spell.least <= DISTANCE[here][cell] <= spell.most)
        yield from ([but(action, target=cell_name(cell))] for cell in near if not in_line(here, cell))


def out_of_sight(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell:
        hidden = (cell for cell, reached, visible in aimed(game, spell) if reached and not visible)
        yield from ([but(action, target=cell_name(cell))] for cell in hidden)


def castable(game: Game, action: Action) -> Iterator[tuple[Unit, Spell, Action]]:
    """Spells of the active unit that still have a target when its turn is about to end."""
    unit = acting(game)
    if unit is None or action["do"] not in ("activate", "end-turn"):
        return
    for spell in spells_of(unit):
        aims = (cell for cell, reached, visible in aimed(game, spell) if reached and visible)
        cell = next(aims, None) if spell.range != "unknown" else None
        if cell is not None:
            yield unit, spell, {"do": "cast", "spell": spell.slug, "target": cell_name(cell)}


def cast_without_ap(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        lost = unit.blocked_ap or unit.markers_taken_ap
        dear = ap_cost(game, unit, spell) > unit.ap and ap_cost(game, unit, spell) == spell.ap
        if dear and not lost and spell.limit == "unlimited" and unit.sure:
            yield [cast, action]


def _again(game: Game, action: Action, limit: str) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        used = unit.cast_this_game if limit == "game" else unit.cast_this_turn
        if spell.limit == limit and spell.slug in used:
            yield [cast, action]


def blue_spell_twice(game: Game, action: Action) -> Iterator[Edit]:
    yield from _again(game, action, "turn")


def red_spell_twice(game: Game, action: Action) -> Iterator[Edit]:
    yield from _again(game, action, "game")


def _summons(spell: Spell | None) -> bool:
    return spell is not None and spell.kind == "special" and any(e.do == "summon" for e in spell.effects)


def summon_on_a_full_cell(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell and _summons(spell):
        for cell, reached, visible in aimed(game, spell):
            if reached and visible and not game.is_free(cell):
                yield [but(action, target=cell_name(cell))]


def summon_over_the_control_value(game: Game, action: Action) -> Iterator[Edit]:
    for unit, spell, cast in castable(game, action):
        allies = sum(not ally.is_krosmaster for ally in game.in_play(unit.side))
        if _summons(spell) and allies >= (spell.control or 9) and ap_cost(game, unit, spell) <= unit.ap:
            for cell in CELLS:
                if reaches(game, unit, spell, unit.cell, cell) and game.is_free(cell):
                    yield [but(cast, target=cell_name(cell)), action]


def explosion_without_dice(_game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "activate" and any("critical" in entry for entry in action.get("standby") or ()):
        yield [but(action, standby=None)]


MUTATORS = (
    Mutator("6.3.5", somebody_elses_spell),
    Mutator("7.1.5", out_of_range),
    Mutator("4.15.4", out_of_line),
    Mutator("7.1.6", out_of_sight),
    Mutator("7.1.4.a", cast_without_ap),
    Mutator("7.1.3.a", blue_spell_twice),
    Mutator("7.1.3.c", red_spell_twice),
)
SUMMONING = (
    Mutator("4.19.1.a", summon_on_a_full_cell),
    Mutator("4.19.9.c", summon_over_the_control_value),
    Mutator("4.19.5.c", explosion_without_dice),
)
