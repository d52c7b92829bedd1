"""Positions for the replay page: the board, and after each action what stands and lies where, ready for JSON."""

import re
from collections.abc import Iterator
from typing import Any

from rules.blast.boards import CELL, SMALLEST
from rules.blast.engine.game import Game, Unit
from rules.blast.log import Log
from rules.blast.replay import steps
from rules.blast.words import PLAYERS
from rules.common.grid import SIDES
from rules.common.ruleset import Frame


def frames(log: Log) -> Iterator[Frame]:
    """The first position, and the one after each action."""
    for game in steps(log):
        yield frame(game)


def frame(game: Game) -> Frame:
    name = game.cell_name
    return {
        "action": game.index,
        "turn": game.turns,
        "player": game.turn.player if game.turn else game.next_player,
        "active": game.active.name if game.active and not game.active.is_out else None,
        "held": {player: game.held(player) for player in PLAYERS},
        "glyphs": {name(cell): owner for cell, owner in sorted(game.glyphs.items())},
        "terrain": {name(cell): kind for cell, kind in sorted(game.terrain.items())},
        "dofus": game.dofus,
        "pile": game.pile,
        "favors": dict(game.favors),
        "units": {unit.name: _unit(game, unit) for unit in game.units.values()},
    }


def _unit(game: Game, unit: Unit) -> Frame:
    return {
        "side": unit.player,
        "card": unit.slug,
        "kind": "minion" if unit.is_minion else "krosmaster",
        "cell": None if unit.cell is None else game.cell_name(unit.cell),
        "hp": unit.hp,
        "injuries": unit.injuries,
        "ap": unit.ap,
        "mp": unit.mp,
        "markers": {"ap": unit.marker_ap, "mp": unit.marker_mp},
        "is_out": unit.is_out,
    }


def drawn_board(log: Log) -> dict[str, Any]:
    """The board of a log as it is drawn; of one that nobody knows so many lines as the log has cells of."""
    board = log.facts.boards.get(log.board)
    if board is None:
        return {**_lines_named(log), "slug": log.board, "name": log.board, "glyphs": [], "scenery": {}, "starts": {}}
    grid = board.grid

    def named(mask: int) -> list[str]:
        return [grid.cell_name(cell) for cell in grid.cells_of(mask)]

    return {
        "slug": log.board,
        "name": board.name,
        "columns": grid.columns,
        "rows": grid.rows,
        "glyphs": named(board.glyphs),
        "scenery": dict.fromkeys(named(board.trees), "tree") | dict.fromkeys(named(board.bushes), "bush"),
        "starts": {side: named(board.starts_of(side)) for side in SIDES},
    }


def _lines_named(log: Log) -> dict[str, int]:
    cells = [*re.finditer(rf"\b{CELL.pattern}\b", " ".join(map(str, log.actions)))]
    columns = max((ord(cell.group()[0]) - ord("A") + 1 for cell in cells), default=0)
    rows = max((int(cell.group(1)) for cell in cells), default=0)
    return {"columns": max(columns, SMALLEST), "rows": max(rows, SMALLEST)}
