"""Lines and areas on the board, for the second opinion (4.15 and 4.16)."""

from collections.abc import Callable

from tests.oracle.data import Cell

AROUND = [(0, 1), (1, 0), (0, -1), (-1, 0)]
FACING = dict(zip(("north", "east", "south", "west"), AROUND, strict=True))


def plus(a: Cell, b: Cell, times: int = 1) -> Cell:
    return a[0] + times * b[0], a[1] + times * b[1]


def on_board(cell: Cell) -> bool:
    return 0 <= cell[0] < 12 and 0 <= cell[1] < 12


def beside(cell: Cell) -> list[Cell]:
    return [plus(cell, step) for step in AROUND if on_board(plus(cell, step))]


def distance(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def in_line(a: Cell, b: Cell) -> bool:
    return a != b and (a[0] == b[0] or a[1] == b[1])


def sees(a: Cell, b: Cell, blocks: Callable[[Cell], bool]) -> bool:
    """Whether no blocking cell is cut by the line between the two centres (4.15.9)."""
    across, up = b[0] - a[0], b[1] - a[1]
    for x in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
        for y in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
            if (x, y) in (a, b):
                continue
            corners = [(2 * (x - a[0]) + i, 2 * (y - a[1]) + j) for i in (-1, 1) for j in (-1, 1)]
            sides = [across * j - up * i for i, j in corners]
            if min(sides) < 0 < max(sides) and blocks((x, y)):
                return False
    return True


def directions(a: Cell, b: Cell) -> list[Cell]:
    """Where the longer axis from a to b leads; both axes on an exact diagonal."""
    across, up = b[0] - a[0], b[1] - a[1]
    x, y = ((across > 0) - (across < 0), 0), (0, (up > 0) - (up < 0))
    if (across, up) == (0, 0):
        return AROUND
    ways = [x] * (abs(across) >= abs(up)) + [y] * (abs(up) >= abs(across))
    return sorted(ways, key=AROUND.index)


def gap(ahead: Cell, a: Cell, b: Cell) -> int:
    return abs(ahead[0] * (a[0] - b[0]) + ahead[1] * (a[1] - b[1]))


def area(kind: str | None, target: Cell, ahead: Cell) -> list[Cell]:
    """The additional cells (4.16.3), without those of Multiple Targets."""
    left, right, behind = (-ahead[1], ahead[0]), (ahead[1], -ahead[0]), plus(target, ahead)
    cells = {
        None: [],
        "cross": beside(target),
        "square": [plus(target, (i, j)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j],
        "hammer": [plus(target, left), plus(target, right), behind],
        "staff": [plus(target, left), plus(target, right)],
        "shovel": [behind],
        "hand": [behind, plus(behind, ahead)],
        "breath": [behind, plus(behind, left), plus(behind, right)],
    }
    return [cell for cell in cells[kind] if on_board(cell)]


def rows(side: str, many: int) -> list[Cell]:
    """The rows of cells next to a side of the board: two to set up in, five of its territory (4.20.1)."""
    depth: dict[str, Callable[[int, int], int]] = {
        "south": lambda x, y: y,
        "north": lambda x, y: 11 - y,
        "west": lambda x, y: x,
        "east": lambda x, y: 11 - x,
    }
    return [(x, y) for x in range(12) for y in range(12) if depth[side](x, y) < many]
