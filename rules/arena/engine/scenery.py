"""Scenery that can be broken, where the ruleset and the players say so (p27.12)."""

from dataclasses import replace

from rules.arena.cells import BIT, cell_name
from rules.arena.engine.profiles import Profile
from rules.arena.engine.spell_damage import damage
from rules.arena.engine.spells import Cast
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.printed import PUNCH


def strike_scenery(cast: Cast, criticals: int) -> None:
    """What an attack spell of close combat does to the scenery that it takes in: it never rolls for Armour.

    A Punch is no spell (p23.8, p23.9).
    """
    game = cast.game
    if cast.spell.range != "close" or cast.spell is PUNCH:
        return
    for cell in cast.cells or (cast.target,):
        kind = game.board.scenery.get(cell)
        if kind is not None:
            game.scenery_hurt[cell] = game.scenery_hurt.get(cell, 0) + damage(cast, _piece(kind, cell), criticals, 0)
            if game.scenery_hurt[cell] >= game.scenery_breaks[kind]:
                _break(game, kind, cell)


def _piece(kind: str, cell: int) -> Unit:
    """The scenery as a target: nobody's, without powers."""
    profile = Profile(kind, kind, "mechanism", frozenset(), 0, 0, None, None, None, frozenset(), {})
    unit = Unit(kind, "", profile)
    unit.cell = cell
    return unit


def _break(game: Game, kind: str, cell: int) -> None:
    """It is taken off, and as many Kamas as it had HP lie on its cell."""
    board, bit = game.board, BIT[cell]
    game.board = replace(board, trees=board.trees & ~bit, bushes=board.bushes & ~bit, crates=board.crates & ~bit)
    if cell not in game.bodies:
        game.impassable &= ~bit
    game.coins[cell] = game.coins.get(cell, 0) + game.scenery_breaks[kind]
    del game.scenery_hurt[cell]
    game.record_event("scenery-broken", kind=kind, cell=cell_name(cell))
