"""What follows from a fault in placing a figure: where it stands is uncertain, and nobody else is held up by it."""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.cells import cell_index
from rules.arena.engine.placing import players_before, waiting
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.recovery.registry import Forgives, Hook, Repairs, with_units
from rules.common.actions import Action


def _before_placing(game: Game, action: Action) -> None:
    """A name that nobody has stands for one of the figures of the side whose starting cell it took."""
    cell = cell_index(action["cell"])
    if action["unit"] not in game.units:
        for player in game.seats.players:
            game.uncertain.nameless[player] += cell in game.board.start_cells(game.sides[player])
    elif cell is None:
        game.uncertain.unplaced.add(action["unit"])
    elif not game.turn:
        taken = game.bodies.get(cell)
        if taken is not None and taken.misplaced:
            _find_room(game, taken)


def _find_room(game: Game, unit: Unit) -> None:
    """A figure whose placing was a fault stands somewhere; where, its first step will tell."""
    free = [cell for cell in game.board.start_cells(game.sides[unit.player]) if game.is_free(cell)]
    if free:
        game.put(unit, free[0])
        unit.misplaced = True


def _forgotten(game: Game, player: str) -> list[Unit]:
    """Those whose placing the log does not even try."""
    untried = [unit for unit in waiting(game, player) if unit.name not in game.uncertain.unplaced]
    return untried[game.uncertain.nameless[player] :]


def _unless_all_were_tried(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Figures of an earlier player that are waiting were told, if the log tried to place them."""
    player = game.units[game.action["unit"]].player
    if not any(_forgotten(game, earlier) for earlier in players_before(game, player)):
        return None
    game.quiet = any(own.in_play for own in game.timelines[player])  # told once for a whole team
    return fault


def _who_was_not_tried(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Those whom the log tried to place stand somewhere; only the others are reported."""
    player = game.units[fault.message.facts["units"][0]].player
    forgotten = _forgotten(game, player)
    for unit in waiting(game, player):
        if unit not in forgotten:
            _find_room(game, unit)
    names = [unit.name for unit in forgotten]
    return replace(fault, message=with_units(fault, names)) if names else None


def _stands_somewhere(game: Game, _fault: PlayIssue) -> bool:
    if not game.quiet:
        unit = game.units[game.action["unit"]]
        unit.misplaced = not unit.in_play
        game.uncertain.unplaced.add(unit.name)
    return False


BEFORE: Mapping[str, Hook] = {"place": _before_placing}
FORGIVES: Mapping[str, Forgives] = {"placed-out-of-order": _unless_all_were_tried, "not-placed": _who_was_not_tried}
REPAIRS: Mapping[str, Repairs] = {
    "placed-twice": _stands_somewhere,
    "placed-out-of-order": _stands_somewhere,
    "not-a-starting-cell": _stands_somewhere,
    "starting-cell-taken": _stands_somewhere,
}
