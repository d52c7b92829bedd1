"""Mutators for summons: where they enter play (4.19.1, 4.19.9), and bombs that do not explode (4.19.5)."""

from collections.abc import Iterator

from rules.arena.cells import CELLS, cell_name
from rules.arena.engine.spells import ap_cost, reaches
from rules.arena.engine.state import Game
from rules.arena.printed import Spell
from rules.common.actions import Action
from tools.selfplay.casting import aimed, castable, spell_cast
from tools.selfplay.mutator import Edit, Mutator, but


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
    Mutator("4.19.1.a", summon_on_a_full_cell),
    Mutator("4.19.9.c", summon_over_the_control_value),
    Mutator("4.19.5.c", explosion_without_dice),
)
