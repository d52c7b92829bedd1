"""Lines and areas on the board, for the second opinion (4.15 and 4.16)."""

from collections.abc import Callable

from tests.oracle.data import Cell

FACING = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
AROUND = [*FACING.values()]
CELLS = [(x, y) for x in range(12) for y in range(12)]


def plus(a: Cell, b: Cell, times: int = 1) -> Cell:
    return a[0] + times * b[0], a[1] + times * b[1]


def beside(cell: Cell | None) -> list[Cell]:
    return [plus(cell, step) for step in AROUND if plus(cell, step) in CELLS] if cell else []


def distance(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def in_line(a: Cell, b: Cell) -> bool:
    return a != b and (a[0] == b[0] or a[1] == b[1])


def sees(a: Cell, b: Cell, blocks: Callable[[Cell], bool]) -> bool:
    """Whether no blocking cell is cut by the line between the two centres: touching a corner is not enough (4.15.9)."""
    across, up = b[0] - a[0], b[1] - a[1]
    for x in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
        for y in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
            corners = [(2 * (x - a[0]) + i, 2 * (y - a[1]) + j) for i in (-1, 1) for j in (-1, 1)]
            sides = [across * j - up * i for i, j in corners]
            if (x, y) not in (a, b) and min(sides) < 0 < max(sides) and blocks((x, y)):
                return False
    return True


def directions(a: Cell, b: Cell) -> list[Cell]:
    """Where the longer axis from a to b leads; both axes on an exact diagonal, anywhere on the spot."""
    across, up = b[0] - a[0], b[1] - a[1]
    return [(i, j) for i, j in AROUND if i * across + j * up == max(abs(across), abs(up))]


def gap(ahead: Cell, a: Cell, b: Cell) -> int:
    return abs(ahead[0] * (a[0] - b[0]) + ahead[1] * (a[1] - b[1]))


def area(kind: str, target: Cell, ahead: Cell) -> list[Cell]:
    """The additional cells (4.16.3), without those of Multiple Targets."""
    left, right, behind = (-ahead[1], ahead[0]), (ahead[1], -ahead[0]), plus(target, ahead)
    cells = {
        "cross": beside(target),
        "square": [plus(target, (i, j)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j],
        "hammer": [plus(target, left), plus(target, right), behind],
        "staff": [plus(target, left), plus(target, right)],
        "shovel": [behind],
        "hand": [behind, plus(behind, ahead)],
        "breath": [behind, plus(behind, left), plus(behind, right)],
    }
    return [cell for cell in cells[kind] if cell in CELLS]


def rows(side: str, many: int) -> list[Cell]:
    """The rows of cells next to a side of the board: two to set up in, five of its territory (4.20.1)."""
    depth = {"south": lambda x, y: y, "north": lambda x, y: 11 - y, "west": lambda x, y: x, "east": lambda x, y: 11 - x}
    return [(x, y) for x, y in CELLS if depth[side](x, y) < many]
