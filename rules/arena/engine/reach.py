"""How far a unit could aim a spell from where it stands: one answer of the engine for each cell of the arena.

Costs are left out: whether the unit can pay is the same for every cell (7.1.4), and is told by `legal_actions`.
"""

from collections.abc import Iterable, Iterator

from rules.arena.cells import CELLS, cell_name
from rules.arena.engine.copying import copied
from rules.arena.engine.prerequisites import check_caster, check_target, why_out_of_range
from rules.arena.engine.spells import Cast, reaches, seen
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit, spells_of
from rules.arena.printed import Spell
from rules.common.verdicts import Illegal

OPEN, FAR, UNSEEN, BARRED = "open", "far", "unseen", "barred"
Answer = tuple[str, str]  # one of the four, and the article that closes the cell


def aims(game: Game, unit: Unit, spell: Spell) -> dict[int, Answer]:
    """7.1 for each cell: open, out of range (7.1.5), out of sight (7.1.6), or barred by another article."""
    strict = copied(game)
    strict.be_strict()
    caster = strict.units[unit.name]
    if strict.active is not caster:  # what it has cast before its next turn limits nothing then (7.1.3.a, 7.1.3.b)
        caster.cast_this_turn, caster.aimed_this_turn = frozenset(), frozenset()
    return {cell: _answer(strict, caster, spell, cell) for cell in CELLS}


def _answer(game: Game, caster: Unit, spell: Spell, cell: int) -> Answer:
    cast = Cast(game, spell, caster, caster.cell, cell, {"do": "cast", "spell": spell.slug, "target": cell_name(cell)})
    out = why_out_of_range(cast)
    if out is not None:
        return FAR, game.laws.cites(*out)
    if not seen(game, caster, spell, caster.cell, cell):
        return UNSEEN, game.laws.cites("7.1.6", "no-line-of-sight")
    try:
        check_target(cast)
    except Illegal as refusal:
        return BARRED, game.laws.cites(refusal.article, refusal.code)
    return OPEN, ""


def strikes(game: Game, unit: Unit, cells: Iterable[int]) -> Iterator[tuple[int, Spell, Unit]]:
    """The attacks that the active unit could make if it stood on one of the cells, and whom each would strike."""
    strict = copied(game)
    strict.be_strict()
    caster = strict.units[unit.name]
    attacks = [spell for spell in spells_of(caster) if spell.kind == "attack" and _affords(strict, caster, spell)]
    enemies = [enemy for enemy in strict.in_play() if enemy.side != unit.side and enemy.hp is not None]
    for cell in cells:
        caster.cell = cell
        for spell in attacks:
            yield from ((cell, spell, enemy) for enemy in enemies if _aims_at(strict, caster, spell, enemy.cell))


def _affords(game: Game, caster: Unit, spell: Spell) -> bool:
    record = {"do": "cast", "spell": spell.slug, "target": cell_name(caster.cell)}
    try:
        check_caster(Cast(game, spell, caster, caster.cell, caster.cell, record))
    except Illegal:
        return False
    return not spell.unknown


def _aims_at(game: Game, caster: Unit, spell: Spell, cell: int) -> bool:
    return reaches(game, caster, spell, caster.cell, cell) and _answer(game, caster, spell, cell)[0] == OPEN
