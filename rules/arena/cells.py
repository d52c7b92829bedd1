"""The cells of Arena's boards, which all have twelve columns and twelve rows, under the names that the engine uses."""

from typing import Final

from rules.common.grid import SIDES, Grid, mask_of

__all__ = [
    "ARENA", "AROUND", "BETWEEN", "BIT", "CELLS", "DISTANCE", "NEIGHBOURS", "OPPOSITE", "SIDES", "STARTING_LINES",
    "STEP", "TERRITORY_OF", "adjacent", "area", "cell_index", "cell_name", "cells_of", "facings", "in_line",
    "lines_from", "mask_of", "sees",
]  # fmt: skip

ARENA: Final = Grid(12, 12)
OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
STARTING_LINES = 2
TERRITORY_LINES = 5

CELLS: Final = ARENA.cells
STEP: Final = ARENA.step
NEIGHBOURS: Final = ARENA.neighbours
DISTANCE: Final = ARENA.distances
AROUND: Final = ARENA.around
BETWEEN: Final = ARENA.between
BIT: Final = tuple(1 << cell for cell in CELLS)  # a set of this cell alone
cell_name: Final = ARENA.names.__getitem__  # told at every step
cell_index: Final = ARENA.cell_index
cells_of: Final = ARENA.cells_of
lines_from = ARENA.lines_from
adjacent: Final = ARENA.adjacent
in_line: Final = ARENA.in_line
sees: Final = ARENA.sees
facings, area = ARENA.facings, ARENA.area

# 4.20.1: seen from the player who plays against that side.
TERRITORY_OF: Final = {side: lines_from(side, TERRITORY_LINES) for side in SIDES}
