"""The arenas, read from the text diagrams in data/boards (1.2.1)."""

from dataclasses import dataclass
from pathlib import Path

from rules.common.grid import COLUMNS, SIDES, SIZE, STARTING_LINES, cell_name, cells_of, lines_from, mask_of

FOLDER = Path(__file__).parent / "data" / "boards"
HEADERS = ("name", "also", "T", "B", "C", "source", "note")
SCENERY = {"T": "tree", "B": "bush", "C": "crate"}
COINS = {"D": 1, "1": 1, "2": 2, "3": 3}
MARKS = {".", "s", *SCENERY, *COINS}


class DiagramError(ValueError):
    """A board that cannot be used; the text names the file, the line and the column."""


@dataclass(frozen=True, slots=True)
class Board:
    slug: str
    name: str
    also: tuple[str, ...]
    pieces: dict[str, str]
    source: str
    note: str
    trees: int
    bushes: int
    crates: int
    demons: int
    kamas: dict[int, int]
    starts: dict[str, int]

    @property
    def obstacles(self) -> int:
        """Cells that nothing can enter (4.17.4)."""
        return self.trees | self.bushes

    @property
    def scenery(self) -> dict[int, str]:
        kinds = (("tree", self.trees), ("bush", self.bushes), ("crate", self.crates))
        return {cell: kind for kind, mask in kinds for cell in cells_of(mask)}

    def start_cells(self, side: str) -> tuple[int, ...]:
        return cells_of(self.starts[side])


def read_board(slug: str, text: str) -> Board:
    lines = text.splitlines()
    blank = lines.index("") if "" in lines else len(lines)
    headers = _headers(slug, lines[:blank])
    marks = _diagram(slug, lines[blank + 1 :], first_line=blank + 2)
    paws = _cells(marks, "s")
    return Board(
        slug=slug,
        name=headers["name"],
        also=tuple(filter(None, headers.get("also", "").split(", "))),
        pieces={kind: headers[mark] for mark, kind in SCENERY.items() if mark in headers},
        source=headers["source"],
        note=headers.get("note", ""),
        trees=_cells(marks, "T"),
        bushes=_cells(marks, "B"),
        crates=_cells(marks, "C"),
        demons=_cells(marks, "D"),
        kamas={cell: COINS[mark] for cell, mark in enumerate(marks) if mark in COINS},
        starts={side: _starts(slug, side, paws) for side in SIDES},
    )


def _headers(slug: str, lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        key, colon, value = line.partition(": ")
        if not colon or key not in HEADERS or key in headers:
            raise DiagramError(f"{slug}.txt, line {number}: not one of the headers {', '.join(HEADERS)}")
        headers[key] = value
    for key in ("name", "source"):
        if key not in headers:
            raise DiagramError(f"{slug}.txt: the header {key!r} is missing")
    return headers


def _diagram(slug: str, lines: list[str], *, first_line: int) -> list[str]:
    """The marks in the order of the cells, from the row of column letters and twelve rows, 12 down to 1."""
    if len(lines) != SIZE + 1 or lines[0].split() != list(COLUMNS):
        raise DiagramError(f"{slug}.txt, line {first_line}: a line with A to L and then {SIZE} rows are expected")
    rows = []
    for line, row in zip(lines[1:], range(SIZE, 0, -1), strict=True):
        label, *marks = line.split()
        where = f"{slug}.txt, line {first_line + 1 + SIZE - row}"
        if label != str(row) or len(marks) != SIZE:
            raise DiagramError(f"{where}: row {row} with {SIZE} marks is expected")
        for column, mark in zip(COLUMNS, marks, strict=True):
            if mark not in MARKS:
                raise DiagramError(f"{where}, cell {column}{row}: {mark!r} is not a mark")
        rows.append(marks)
    return [mark for marks in reversed(rows) for mark in marks]


def _cells(marks: list[str], wanted: str) -> int:
    return mask_of(cell for cell, mark in enumerate(marks) if mark == wanted)


def _starts(slug: str, side: str, paws: int) -> int:
    """1.3.9: the starting cells of a side are those in its two nearest rows; a corner serves two sides."""
    starts = paws & lines_from(side, STARTING_LINES)
    if starts.bit_count() < 8:
        names = " ".join(map(cell_name, cells_of(starts))) or "none"
        raise DiagramError(f"{slug}.txt: the {side} side has too few starting cells for a team of 8: {names}")
    return starts


_ALL = {path.stem: read_board(path.stem, path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.txt"))}
_BY_NAME = {name: board for board in _ALL.values() for name in (board.slug, *board.also)}
BOARDS: tuple[str, ...] = tuple(_ALL)


def board(slug: str) -> Board | None:
    """The board of that slug, or of one of the other spellings in use for it (`also` in its file)."""
    return _BY_NAME.get(slug)
