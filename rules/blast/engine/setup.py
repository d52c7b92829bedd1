"""B-2.4: placing the figures."""

from rules.blast.engine.game import Game, Undone, Unit
from rules.blast.words import OPPOSITE, OTHER
from rules.common.actions import Action
from rules.common.messages import message as _


def place(game: Game, action: Action) -> None:
    """The first player places on starting cells of the two rows before them, then the second."""
    unit = game.units.get(action["unit"]) or _misnamed(game, action["unit"])
    is_late = game.has_begun and unit.cell is None and not unit.is_out  # which was told at the first favor
    if unit.name in game.placed or (game.has_begun and not is_late):
        code = "game-has-begun" if game.has_begun else "placed-before"
        game.fault("B-2.4", code, _("{unit} cannot be placed now.", unit=unit.name), logged={"unit": unit.name})
        if unit.cell is not None or unit.is_out:
            raise Undone
    _require_order(game, unit)
    game.placed.add(unit.name)
    cell = game.cell(action["cell"])
    _require_starting_cell(game, unit, cell, action["cell"])
    if cell is None or game.is_blocked(cell):
        unit.is_unsure = True
        raise Undone
    unit.cell = cell


def _misnamed(game: Game, name: str) -> Unit:
    """Who is placed under a wrong name: one that the log places nowhere, of the first player first."""
    message = _("No figure is called {unit}.", unit=name[:80])
    game.fault("B-2.4", "unknown-unit", message, logged={"unit": name[:80]})
    named = {action["unit"] for action in game.log.actions if action["do"] == "place"} | game.placed
    left = [unit for unit in game.units.values() if unit.name not in named and not unit.is_minion]
    if game.has_begun or not left:
        raise Undone
    left.sort(key=lambda unit: unit.player != game.log.first_player)
    left[0].is_unsure = len(left) > 1
    return left[0]


def _require_order(game: Game, unit: Unit) -> None:
    first = game.log.first_player
    waiting = [each.name for each in game.krosmasters(first) if each.name not in game.placed]
    if unit.player != first and waiting and "placing-order" not in game.reported:
        message = _("Player {player} places first.", player=first)
        game.fault_once("B-2.4", "placing-order", message, expected={"units": waiting}, logged={"unit": unit.name})


def _require_starting_cell(game: Game, unit: Unit, cell: int | None, name: str) -> None:
    side, other = game.log.sides[unit.player], game.log.sides[OTHER[unit.player]]
    starts = game.board.starts_of(side) if other == OPPOSITE[side] else game.board.starts  # else B-2.1, as was told
    logged = {"unit": unit.name, "cell": name}
    is_free = cell is not None and not game.is_blocked(cell)
    if not is_free:
        game.fault("B-2.4", "cell-not-free", _("{cell} is not free.", cell=name), logged=logged)
    elif cell is not None and game.board.is_known and not starts >> cell & 1:
        message = _("{cell} is no starting cell of the {side} side.", cell=name, side=side)
        game.fault("B-2.4", "not-a-starting-cell", message, logged=logged)
