"""Lines and areas on the board (4.15, 4.16): a cell is a complex number, so that A1 is 1+1j and a step north 1j."""

from collections.abc import Callable
from functools import cache

from tests.oracle.data import CELLS

FACING = {"north": 1j, "east": 1 + 0j, "south": -1j, "west": -1 + 0j}
CENTRE = 6.5 + 6.5j
CORNERS = 0.5 + 0.5j, 0.5 - 0.5j, -0.5 + 0.5j, -0.5 - 0.5j
AREAS: dict[str | None, list[complex]] = {  # 4.16.3, looking east
    "cross": [1j, 1, -1j, -1],
    "square": [-1 - 1j, -1, -1 + 1j, -1j, 1j, 1 - 1j, 1, 1 + 1j],
    "hammer": [1j, -1j, 1],
    "staff": [1j, -1j],
    "shovel": [1],
    "hand": [1, 2],
    "breath": [1, 1 + 1j, 1 - 1j],
}


def beside(cell: complex | None) -> list[complex]:
    return [cell + step for step in FACING.values()] if cell else []


def along(step: complex, a: complex, b: complex) -> float:
    """How far b lies ahead of a in the direction of the step."""
    return ((b - a) * step.conjugate()).real


def distance(a: complex, b: complex) -> float:
    return abs(a.real - b.real) + abs(a.imag - b.imag)


def in_line(a: complex, b: complex) -> bool:
    return a != b and (a.real == b.real or a.imag == b.imag)


def sees(a: complex, b: complex, blocks: Callable[[complex], bool]) -> bool:
    return not any(blocks(cell) for cell in cut(a, b))


@cache
def cut(a: complex, b: complex) -> list[complex]:
    """The cells that the line between the two centres cuts: to touch a corner is not enough (4.15.9)."""
    sides = [
        (cell, [along((b - a) * 1j, a, cell + corner) for corner in CORNERS])
        for cell in CELLS.values()
        if cell not in (a, b) and distance(a, cell) + distance(cell, b) == distance(a, b)
    ]
    return [cell for cell, ahead in sides if min(ahead) < 0 < max(ahead)]


def rows(side: str, many: int) -> list[complex]:
    """The rows of cells next to a side of the board: two to set up in, five of its territory (4.20.1)."""
    return [cell for cell in CELLS.values() if along(FACING[side], CENTRE, cell) > 5.5 - many]
