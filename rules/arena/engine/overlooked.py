"""A push that the players overlooked: the log goes on as if the piece had stayed where it stood (7.2.4.b)."""

from collections.abc import Callable

from rules.arena.cells import cell_name
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.common.messages import sentence as _


def overlooked_push(game: Game, unit: Unit, fits: Callable[[int], bool]) -> bool:
    """Told once, where it shows; then the piece stands where the log has it."""
    start, here = unit.pushed_from, unit.cell
    if start == OFF or not game.is_free(start) or not fits(start):
        return False
    facts = {"unit": unit.name, "start": cell_name(start), "cell": cell_name(here)}
    said = _("{unit} was moved from {start} to {cell}, and goes on from {start}.", **facts)
    expected, logged = {"cell": cell_name(here)}, {"cell": cell_name(start)}
    game.fault("7.2.4.b", "push-overlooked", said, expected=expected, logged=logged)
    unit.pushed_from = OFF
    game.put(unit, start)
    return True
