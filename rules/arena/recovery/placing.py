"""Faults in placing figures: their cell is uncertain, and others are not held up."""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.cells import cell_index, cells_of
from rules.arena.engine.placing import players_before, waiting
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.recovery.registry import Forgives, Hook, Repairs, with_units
from rules.common.actions import Action


def _before_placing(game: Game, action: Action) -> None:
    """An unknown name stands for a figure of the side whose starting cell it took."""
    cell = cell_index(action["cell"])
    if action["unit"] not in game.units:
        for player in game.seats.players:
            game.uncertain.nameless[player] += cell is not None and game.starts_of(player) >> cell & 1
    elif cell is None:
        game.uncertain.unplaced.add(action["unit"])
    elif not game.turn:
        taken = game.bodies.get(cell)
        if taken is not None and taken.misplaced:
            _find_room(game, taken)


def _find_room(game: Game, unit: Unit) -> None:
    """A figure that was placed wrongly stands somewhere; its first step will show where."""
    free = [cell for cell in cells_of(game.starts_of(unit.player)) if game.is_free(cell)]
    if free:
        game.put(unit, free[0])
        unit.misplaced = True


def _forgotten(game: Game, player: str) -> list[Unit]:
    """The figures that the log does not even try to place."""
    tried = game.uncertain.unplaced | game.uncertain.left_at_home
    untried = [unit for unit in waiting(game, player) if unit.name not in tried]
    return untried[game.uncertain.nameless[player] :]


def _unless_all_were_tried(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """An earlier player's unplaced figures were already reported if the log tried to place them."""
    player = game.units[game.action["unit"]].player
    forgotten = [unit.name for earlier in players_before(game, player) for unit in _forgotten(game, earlier)]
    if not forgotten:
        return None
    game.uncertain.waited_for |= {*forgotten}
    game.quiet = any(own.in_play for own in game.timelines[player])  # reported once per team
    return fault


def _who_was_not_tried(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Figures that the log tried to place, or that act later, stand somewhere; only the others are reported."""
    player = game.units[fault.message.facts["units"][0]].player
    forgotten, reported = _forgotten(game, player), game.uncertain.waited_for
    for unit in waiting(game, player):
        acts = unit.name in reported and game.lookahead.shows(unit.name, (game.index or 0) - 1)
        if acts or not (unit in forgotten or unit.name in game.uncertain.left_at_home):
            _find_room(game, unit)
    names = _but_those_waited_for(game, [unit.name for unit in forgotten])
    return replace(fault, message=with_units(fault, names)) if names else None


def _but_those_waited_for(game: Game, names: list[str]) -> list[str]:
    """That they were missing was told where the next player placed, unless one of them was only late."""
    waited_for = game.uncertain.waited_for
    return [name for name in names if name not in waited_for] if waited_for.issubset(names) else names


def _meant_another(game: Game, fault: PlayIssue) -> bool:
    """The cell is that of a figure of the same team which the log does not name."""
    unit, cell = game.units[game.action["unit"]], game.cell(game.action["cell"])
    game.uncertain.nameless[unit.player] += cell != unit.cell and game.starts_of(unit.player) >> cell & 1
    return _stands_somewhere(game, fault)


def _stands_somewhere(game: Game, _fault: PlayIssue) -> bool:
    if not game.quiet:
        unit = game.units[game.action["unit"]]
        unit.misplaced = not unit.in_play
        game.uncertain.unplaced.add(unit.name)
    return False


BEFORE: Mapping[str, Hook] = {"place": _before_placing}
FORGIVES: Mapping[str, Forgives] = {"placed-out-of-order": _unless_all_were_tried, "not-placed": _who_was_not_tried}
REPAIRS: Mapping[str, Repairs] = {
    "placed-twice": _meant_another,
    "placed-out-of-order": _stands_somewhere,
    "not-a-starting-cell": _stands_somewhere,
    "starting-cell-taken": _stands_somewhere,
}
