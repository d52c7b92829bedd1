"""What a unit that collects or buys may have overlooked: its lost AP, or the cell on which it stayed."""

from collections.abc import Callable

from rules.arena.cells import CELLS, NEIGHBOURS
from rules.arena.engine.consequences import held_back, lost_before, pushed_away
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown_tokens import tokens_pay
from rules.common.messages import Sentence


def log_believes_it_can_pay(game: Game, unit: Unit, gauge: str, cost: int, what: str | Sentence) -> bool:
    """Whether the log spends AP or MP lost to a Block (4.14.2.d) or markers (4.11.5), or given by an unknown token."""
    if tokens_pay(game, unit, gauge, cost):
        return True
    overlooked = lost_before(unit, gauge, (what, cost))
    return overlooked is not None and not game.report(overlooked)


def log_believes_it_is_elsewhere(game: Game, unit: Unit, fits: Callable[[int], bool]) -> bool:
    """Whether the log goes on from another cell than the unit's: see consequences and may_stand_elsewhere."""
    overlooked = held_back(game, unit, fits) or pushed_away(game, unit, fits)
    if overlooked is not None:
        return not game.report(overlooked)
    return not game.strict and may_stand_elsewhere(game, unit, fits)


def may_stand_elsewhere(game: Game, unit: Unit, fits: Callable[[int], bool]) -> bool:
    """After an error the unit's cell is uncertain; it is assumed to be where the log can go on from."""
    if not is_displaced(unit):
        return False
    possible = CELLS if unit.misplaced else (unit.strayed_from, *NEIGHBOURS[unit.strayed_from])
    fitting = [cell for cell in possible if fits(cell)]
    cells = [cell for cell in fitting if game.is_free(cell)]
    if not cells:
        return bool(fitting)  # the log went on from a cell where no unit can stand, which was reported
    game.put(unit, cells[0])
    if len(cells) == 1:
        unit.strayed_from, unit.misplaced = OFF, False
    return True


def is_displaced(unit: Unit) -> bool:
    return unit.misplaced or unit.strayed_from != OFF
