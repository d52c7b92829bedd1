"""The cells of an arena: names, steps, distance, lines of sight and areas of effect.

A cell is a small number, 0 for A1 (south-west corner) to 143 for L12, row by row northward. A set of cells is an int
used as a bit mask. All tables are worked out once, with whole numbers only.
"""

from collections.abc import Iterable

SIZE = 12
CELLS = range(SIZE * SIZE)
COLUMNS = "ABCDEFGHIJKL"
SIDES = ("north", "east", "south", "west")
STARTING_LINES = 2
TERRITORY_LINES = 5
_STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_NAMES = tuple(f"{COLUMNS[cell % SIZE]}{cell // SIZE + 1}" for cell in CELLS)
_INDEX = {name: cell for cell, name in enumerate(_NAMES)}


def cell_name(cell: int) -> str:
    return _NAMES[cell]


def cell_index(name: str) -> int | None:
    """The cell of that name, or None where the board has no such cell (4.17.1)."""
    return _INDEX.get(name)


def mask_of(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cells_of(mask: int) -> tuple[int, ...]:
    return tuple(cell for cell in CELLS if mask >> cell & 1)


def _at(column: int, row: int) -> int | None:
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else None


def _shifted(cell: int, columns: int, rows: int) -> int | None:
    return _at(cell % SIZE + columns, cell // SIZE + rows)


STEP: dict[str, tuple[int | None, ...]] = {
    side: tuple(_shifted(cell, *step) for cell in CELLS) for side, step in _STEPS.items()
}
NEIGHBOURS = tuple(tuple(n for side in SIDES if (n := STEP[side][cell]) is not None) for cell in CELLS)
DISTANCE = tuple(tuple(abs(a % SIZE - b % SIZE) + abs(a // SIZE - b // SIZE) for b in CELLS) for a in CELLS)


def distance(a: int, b: int) -> int:
    """Steps from side to side, no diagonals (4.15.1)."""
    return DISTANCE[a][b]


def adjacent(a: int, b: int) -> bool:
    """The two cells share a side (4.17.2)."""
    return DISTANCE[a][b] == 1


def in_line(a: int, b: int) -> bool:
    """Same row or same column (4.15.4)."""
    return a % SIZE == b % SIZE or a // SIZE == b // SIZE


def _crossed(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Cells whose inside is cut by the segment from the centre of (0, 0) to that of (width, height), ends left out.

    The line cuts the inside of a cell when two of its corners lie strictly on opposite sides of it; how far the
    nearest and farthest corners lie from the line's parallel through the centre is (width + height) / 2.
    """
    ends = ((0, 0), (width, height))
    box = ((x, y) for x in range(width + 1) for y in range(height + 1) if (x, y) not in ends)
    return tuple((x, y) for x, y in box if 2 * abs(height * x - width * y) < width + height)


_CROSSED = {(w, h): _crossed(w, h) for w in range(SIZE) for h in range(SIZE)}


def _between(a: int, b: int) -> int:
    columns, rows = b % SIZE - a % SIZE, b // SIZE - a // SIZE
    east, north = (1 if columns >= 0 else -1), (1 if rows >= 0 else -1)
    start = a
    return mask_of(start + east * x + north * y * SIZE for x, y in _CROSSED[abs(columns), abs(rows)])


def _all_between() -> tuple[tuple[int, ...], ...]:
    half = [[_between(a, b) for b in range(a, len(CELLS))] for a in CELLS]
    return tuple(tuple(half[min(a, b)][abs(a - b)] for b in CELLS) for a in CELLS)


BETWEEN = _all_between()


def sees(a: int, b: int, blockers: int) -> bool:
    """A line of sight from cell to cell (4.15.9): no blocking cell between is cut; corners and ends never block."""
    return not BETWEEN[a][b] & blockers


def lines_from(side: str, count: int) -> int:
    """The cells of the first rows or columns counted from a side of the board."""
    column, row = _STEPS[side]
    return mask_of(cell for cell in CELLS if _depth(cell, column, row) < count)


def _depth(cell: int, column: int, row: int) -> int:
    along, sign = (cell % SIZE, column) if column else (cell // SIZE, row)
    return SIZE - 1 - along if sign > 0 else along


# 4.20.1: seen from the player who plays against that side.
TERRITORY_OF = {side: lines_from(side, TERRITORY_LINES) for side in SIDES}


def facings(caster: int, target: int) -> tuple[str, ...]:
    """The ways in which an area can look from the caster to the main target: along the longer axis.

    On an exact diagonal there are two, on the caster's own cell four, and the caster chooses.
    """
    columns, rows = target % SIZE - caster % SIZE, target // SIZE - caster // SIZE
    ways = []
    if abs(rows) >= abs(columns):
        ways += ["north"] * (rows >= 0) + ["south"] * (rows <= 0)
    if abs(columns) >= abs(rows):
        ways += ["east"] * (columns >= 0) + ["west"] * (columns <= 0)
    return tuple(way for way in SIDES if way in ways)


# 4.16.3, as (steps to the right, steps behind) of the main target for an area that looks from the caster.
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


def area(shape: str, target: int, facing: str = "north") -> tuple[int, ...]:
    """The cells on the board that a spell aimed at `target` takes in besides it (4.16.3). Round areas face nowhere."""
    if shape in ROUND_AREAS:
        offsets = ROUND_AREAS[shape]
    else:
        ahead_x, ahead_y = _STEPS[facing]
        offsets = tuple(
            (right * ahead_y + behind * ahead_x, behind * ahead_y - right * ahead_x)
            for right, behind in DIRECTED_AREAS[shape]
        )
    return tuple(cell for x, y in offsets if (cell := _shifted(target, x, y)) is not None)
