"""Boards of Blast: text diagrams of any size, which people bring as facts, and the board that nobody knows."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final

from rules.common.diagrams import DiagramError, read_diagram
from rules.common.fields import InvalidValue
from rules.common.grid import Grid
from rules.common.messages import Message
from rules.common.messages import message as _

HEADERS: Final = ("name", "source", "also", "note", "T", "B")
MARKS: Final = (".", "s", "G", "T", "B")
SMALLEST, LARGEST = 4, 26  # columns, rows
USUAL = 8, 10  # columns and rows of the board in the box; which of them is which nobody wrote down
MOST_GLYPHS: Final = 8
STARTING_LINES: Final = 2  # B-2.4
FEWEST_STARTS: Final = 2
PLAYED_SIDES: Final = ("south", "north")  # which surely have room for a team


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    source: str
    grid: Grid
    trees: int = 0
    bushes: int = 0
    glyphs: int = 0
    starts: int = 0
    is_known: bool = True
    slug: str = ""

    @property
    def obstacles(self) -> int:
        """B-4.1."""
        return self.trees | self.bushes

    def starts_of(self, side: str) -> int:
        """B-2.4: a starting cell is of the sides whose two nearest lines it is in."""
        return self.starts & self.grid.lines_from(side, STARTING_LINES)


class _OpenGrid(Grid):
    """The cells of which a board that nobody knows may have some. Nobody can tell what is seen there."""

    __slots__ = ()

    def _all_between(self) -> tuple[tuple[int, ...], ...]:
        return ()


@lru_cache(maxsize=4)
def grid_of(columns: int, rows: int) -> Grid:
    return Grid(columns, rows)


@lru_cache(maxsize=1)
def unknown_board() -> Board:
    return Board("", "", _OpenGrid(LARGEST, LARGEST), is_known=False)


def read_board(slug: str, text: str) -> Board:
    """Raises InvalidValue."""
    try:
        return _board(slug, text)
    except DiagramError as wrong:
        raise not_a_board(wrong.message) from None


def not_a_board(reason: Message) -> InvalidValue:
    return InvalidValue("not-a-board", _("this is no board: {reason}", reason=reason), "/diagram")


def _board(slug: str, text: str) -> Board:
    grid = grid_of(*_size(slug, text))
    drawn = read_diagram(slug, text, grid, headers=HEADERS, needed=("name", "source"), marks=MARKS)
    board = Board(
        name=drawn.headers["name"],
        source=drawn.headers["source"],
        grid=grid,
        trees=drawn.mask("T"),
        bushes=drawn.mask("B"),
        glyphs=drawn.mask("G"),
        starts=drawn.mask("s"),
        slug=slug,
    )
    if not 1 <= board.glyphs.bit_count() <= MOST_GLYPHS:
        count = board.glyphs.bit_count()
        wrong = _("{board}: {count} glyph cells; there are 1 to {most}", board=slug, count=count, most=MOST_GLYPHS)
        raise DiagramError(wrong)
    for side in PLAYED_SIDES:
        if board.starts_of(side).bit_count() < FEWEST_STARTS:
            facts = {"board": slug, "fewest": FEWEST_STARTS, "side": side}
            wrong = _("{board}: fewer than {fewest} starting cells in the two lines of the {side} side", **facts)
            raise DiagramError(wrong)
    return board


def _size(slug: str, text: str) -> tuple[int, int]:
    """Columns and rows, as the line of letters and the numbers after it say; the reader of diagrams checks the rest."""
    lines = text.splitlines()
    drawn = lines[lines.index("") + 1 :] if "" in lines else []
    letters = drawn[0].split() if drawn else []
    rows = [*takewhile(lambda line: re.match(r"\s*\d", line), drawn[1:])]
    least, most = SMALLEST, LARGEST
    if not least <= len(letters) <= most:
        wrong = _(
            "{board}: {count} columns; there are {least} to {most}",
            board=slug,
            count=len(letters),
            least=least,
            most=most,
        )
        raise DiagramError(wrong)
    if not least <= len(rows) <= most:
        wrong = _(
            "{board}: {count} rows; there are {least} to {most}", board=slug, count=len(rows), least=least, most=most
        )
        raise DiagramError(wrong)
    return len(letters), len(rows)


CELL: Final = re.compile(r"[A-Z]([1-9]|1\d|2[0-6])")  # of the largest board
