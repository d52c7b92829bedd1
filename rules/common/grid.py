"""The cells of a board of any size: names, steps, distance, lines of sight and areas of effect.

A cell is a small integer: 0 for A1 (south-west corner), then eastward and row by row northward. A set of cells is an
int used as a bit mask. All tables of a grid are computed once, with integers only.
"""

from collections.abc import Callable, Iterable
from string import ascii_uppercase

SIDES = ("north", "east", "south", "west")
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}

# 4.16.3: (steps to the right, steps behind) from the main target, for areas that depend on the caster's facing.
DIRECTED_AREAS: dict[str, tuple[tuple[int, int], ...]] = {
    "hammer": ((-1, 0), (1, 0), (0, 1)),
    "staff": ((-1, 0), (1, 0)),
    "shovel": ((0, 1),),
    "hand": ((0, 1), (0, 2)),
    "breath": ((-1, 1), (0, 1), (1, 1)),
}
ROUND_AREAS: dict[str, tuple[tuple[int, int], ...]] = {
    "cross": ((0, 1), (1, 0), (0, -1), (-1, 0)),
    "square": tuple((x, y) for y in (1, 0, -1) for x in (-1, 0, 1) if (x, y) != (0, 0)),
}


def mask_of(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


class Grid:
    """A board of this many columns (A to Z at most) and rows."""

    __slots__ = (
        *("columns", "rows", "letters", "cells", "names", "step", "neighbours", "distances", "between"),
        *("around", "cell_index", "areas", "directions"),
    )

    def __init__(self, columns: int, rows: int) -> None:
        if not (1 <= columns <= len(ascii_uppercase) and rows >= 1):
            raise ValueError(f"no board has {columns} columns and {rows} rows")
        self.columns, self.rows = columns, rows
        self.letters = ascii_uppercase[:columns]
        self.cells = range(columns * rows)
        self.names = tuple(f"{self.letters[cell % columns]}{cell // columns + 1}" for cell in self.cells)
        # the cell with a name, or None if the board has no such cell (4.17.1)
        self.cell_index: Callable[[str], int | None] = {name: cell for cell, name in enumerate(self.names)}.get
        self.step: dict[str, tuple[int | None, ...]] = {
            side: tuple(self.shifted(cell, *step) for cell in self.cells) for side, step in STEPS.items()
        }
        self.neighbours = tuple(
            tuple(near for side in SIDES if (near := self.step[side][cell]) is not None) for cell in self.cells
        )
        self.around = tuple(map(mask_of, self.neighbours))
        self.distances = tuple(tuple(self._steps(a, b) for b in self.cells) for a in self.cells)
        self.between = self._all_between()
        self.areas: dict[tuple[str, int, str], tuple[int, ...]] = {}  # of each shape, target and facing asked for
        self.directions: dict[tuple[int, int], tuple[str, ...]] = {}  # from one cell to another, as far as asked for

    # -- names and sets --------------------------------------------------------------------------------

    def cell_name(self, cell: int) -> str:
        return self.names[cell]

    def cells_of(self, mask: int) -> tuple[int, ...]:
        """In their order. As a rule a few of many."""
        found: list[int] = []
        while mask:
            cell = mask.bit_length() - 1
            found.append(cell)
            mask ^= 1 << cell
        found.reverse()
        return tuple(found)

    def lines_from(self, side: str, count: int) -> int:
        """The cells of the first rows or columns, counted from a side of the board."""
        return mask_of(cell for cell in self.cells if self._depth(cell, side) < count)

    def _depth(self, cell: int, side: str) -> int:
        row, column = divmod(cell, self.columns)
        depths = {"north": self.rows - 1 - row, "east": self.columns - 1 - column, "south": row, "west": column}
        return depths[side]

    # -- steps -----------------------------------------------------------------------------------------

    def shifted(self, cell: int, columns: int, rows: int) -> int | None:
        column, row = cell % self.columns + columns, cell // self.columns + rows
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return row * self.columns + column if inside else None

    def _steps(self, a: int, b: int) -> int:
        """Steps between adjacent cells, without diagonals (4.15.1)."""
        columns, rows = self._way(a, b)
        return abs(columns) + abs(rows)

    def _way(self, a: int, b: int) -> tuple[int, int]:
        """Columns eastward and rows northward from a to b."""
        return b % self.columns - a % self.columns, b // self.columns - a // self.columns

    def adjacent(self, a: int, b: int) -> bool:
        """Whether the two cells share a side (4.17.2)."""
        return self.distances[a][b] == 1

    def in_line(self, a: int, b: int) -> bool:
        """Whether they are in the same row or column (4.15.4)."""
        return a % self.columns == b % self.columns or a // self.columns == b // self.columns

    # -- sight -----------------------------------------------------------------------------------------

    def sees(self, a: int, b: int, blockers: int) -> bool:
        """Whether there is a line of sight (4.15.9): it crosses the inside of no blocking cell; corners and both ends
        do not block."""
        return not self.between[a][b] & blockers

    def _all_between(self) -> tuple[tuple[int, ...], ...]:
        crossed = {(w, h): _crossed(w, h) for w in range(self.columns) for h in range(self.rows)}
        half = [[self._between(a, b, crossed) for b in self.cells[a:]] for a in self.cells]
        return tuple(tuple(half[min(a, b)][abs(a - b)] for b in self.cells) for a in self.cells)

    def _between(self, a: int, b: int, crossed: dict[tuple[int, int], tuple[tuple[int, int], ...]]) -> int:
        """`b` is never south of `a`."""
        columns, rows = self._way(a, b)
        east = 1 if columns >= 0 else -1
        return mask_of(a + east * x + y * self.columns for x, y in crossed[abs(columns), rows])

    # -- areas -----------------------------------------------------------------------------------------

    def facings(self, caster: int, target: int) -> tuple[str, ...]:
        """The directions from the caster to the main target, worked out once."""
        known = self.directions.get((caster, target))
        if known is None:
            known = self.directions[caster, target] = self._facings(caster, target)
        return known

    def _facings(self, caster: int, target: int) -> tuple[str, ...]:
        """The directions from the caster to the main target, by the longer axis.

        On an exact diagonal there are two, on the caster's own cell four, and the caster chooses.
        """
        columns, rows = self._way(caster, target)
        ways = []
        if abs(rows) >= abs(columns):
            ways += ["north"] * (rows >= 0) + ["south"] * (rows <= 0)
        if abs(columns) >= abs(rows):
            ways += ["east"] * (columns >= 0) + ["west"] * (columns <= 0)
        return tuple(way for way in SIDES if way in ways)

    def area(self, shape: str, target: int, facing: str = "north") -> tuple[int, ...]:
        """The cells of the board that an area at `target` covers besides it (4.16.3), worked out once."""
        known = self.areas.get((shape, target, facing))
        if known is None:
            known = self.areas[shape, target, facing] = self._area(shape, target, facing)
        return known

    def _area(self, shape: str, target: int, facing: str) -> tuple[int, ...]:
        if shape in ROUND_AREAS:
            offsets = ROUND_AREAS[shape]
        else:
            ahead_x, ahead_y = STEPS[facing]
            offsets = tuple(
                (right * ahead_y + behind * ahead_x, behind * ahead_y - right * ahead_x)
                for right, behind in DIRECTED_AREAS[shape]
            )
        return tuple(cell for x, y in offsets if (cell := self.shifted(target, x, y)) is not None)


def _crossed(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Cells whose inside is crossed by the segment from the centre of (0, 0) to that of (width, height), without both
    ends.

    The line crosses a cell when two of its corners lie strictly on opposite sides; how far the nearest and farthest
    corners lie from the parallel through the centre is (width + height) / 2.
    """
    ends = ((0, 0), (width, height))
    box = ((x, y) for x in range(width + 1) for y in range(height + 1) if (x, y) not in ends)
    return tuple((x, y) for x, y in box if 2 * abs(height * x - width * y) < width + height)
