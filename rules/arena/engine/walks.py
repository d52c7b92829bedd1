"""Ways on foot: which cells the active unit can walk to, and by which paths (6.3.2, 4.14).

Nothing is decided here: the engine plays each step. What a Block would take from the MP is not known before its dice.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from rules.arena.cells import NEIGHBOURS
from rules.arena.engine.block import blockers, foes_beside
from rules.arena.engine.movement import holds_fast
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit

MOST_PATHS = 3  # to one cell


@dataclass(frozen=True, slots=True, order=True)
class Path:
    """Cheapest first: MP and Blocks together, then Blocks, then traps, then cells."""

    cost: int
    blocks: int
    traps: int
    cells: tuple[int, ...]
    left: tuple[int, ...]  # the cells, in order, that are left beside enemies who lock


def paths(game: Game, unit: Unit) -> dict[int, list[Path]]:
    """The best paths to each cell within the unit's MP; the first is the cheapest, the others meet other dangers."""
    if not unit.in_play or unit.profile.mp is None:
        return {}
    found: dict[int, list[Path]] = {}
    waiting = [Path(0, 0, 0, (), ())]
    while waiting:
        path = heapq.heappop(waiting)
        here = path.cells[-1] if path.cells else unit.cell
        if path.cells:
            known = found.setdefault(here, [])
            if len(known) >= MOST_PATHS or any(_dangers(path) == _dangers(other) for other in known):
                continue
            known.append(path)
        if len(path.cells) < unit.mp:
            for further in _steps(game, unit, path, here):
                heapq.heappush(waiting, further)
    return found


def _dangers(path: Path) -> tuple[tuple[int, ...], int]:
    """Two ways that leave the same cells beside enemies and meet as many traps are one way to a player."""
    return path.left, path.traps


def _steps(game: Game, unit: Unit, path: Path, here: int) -> Iterator[Path]:
    locked = _enemies_at(game, unit, here)
    if locked is None:
        return
    for cell in NEIGHBOURS[here]:
        if cell == unit.cell or cell in path.cells or not game.is_free(cell):
            continue
        yield Path(
            path.cost + 1 + locked,
            path.blocks + locked,
            path.traps + _is_trap(game, cell),
            (*path.cells, cell),
            (*path.left, here) if locked else path.left,
        )


def _enemies_at(game: Game, unit: Unit, cell: int) -> int | None:
    """How many would roll for Lock if the unit left this cell; None where it cannot leave at all."""
    home = unit.cell
    unit.cell = cell if cell != OFF else home
    try:
        foes = foes_beside(game, unit)
        return None if holds_fast(foes) else len(blockers(unit, foes))
    finally:
        unit.cell = home


def _is_trap(game: Game, cell: int) -> bool:
    below = game.underfoot.get(cell)
    return below is not None and below.kind == "trap"
