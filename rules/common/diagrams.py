"""Boards as text: headers, an empty line, a row of column letters, and the rows of the grid from north to south.

Each game defines its headers and marks.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.common.grid import Grid, mask_of


class DiagramError(ValueError):
    """An invalid board file; the message names the file, line and column."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The contents of a file: its headers, and the mark of each cell in the order of the cells."""

    headers: dict[str, str]
    marks: Sequence[str]

    def mask(self, *wanted: str) -> int:
        """The cells with one of these marks."""
        return mask_of(cell for cell, mark in enumerate(self.marks) if mark in wanted)


def read_diagram(
    slug: str, text: str, grid: Grid, *, headers: Collection[str], needed: Collection[str], marks: Collection[str]
) -> Diagram:
    lines = text.splitlines()
    blank = lines.index("") if "" in lines else len(lines)
    found = _headers(slug, lines[:blank], headers)
    for key in needed:
        if key not in found:
            raise DiagramError(f"{slug}.txt: the header {key!r} is missing")
    return Diagram(found, _marks(slug, lines[blank + 1 :], grid, marks, first_line=blank + 2))


def _headers(slug: str, lines: list[str], known: Collection[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        key, colon, value = line.partition(": ")
        if not colon or key not in known or key in headers:
            raise DiagramError(f"{slug}.txt, line {number}: not one of the headers {', '.join(known)}")
        headers[key] = value
    return headers


def _marks(slug: str, lines: list[str], grid: Grid, known: Collection[str], *, first_line: int) -> list[str]:
    """The marks in the order of the cells, from the row of column letters and the rows, last row first."""
    letters = grid.letters
    if len(lines) != grid.rows + 1 or lines[0].split() != list(letters):
        expected = f"a line with {letters[0]} to {letters[-1]} and then {grid.rows} rows are expected"
        raise DiagramError(f"{slug}.txt, line {first_line}: {expected}")
    rows = []
    for line, row in zip(lines[1:], range(grid.rows, 0, -1), strict=True):
        label, *marks = line.split()
        where = f"{slug}.txt, line {first_line + 1 + grid.rows - row}"
        if label != str(row) or len(marks) != grid.columns:
            raise DiagramError(f"{where}: row {row} with {grid.columns} marks is expected")
        for column, mark in zip(letters, marks, strict=True):
            if mark not in known:
                raise DiagramError(f"{where}, cell {column}{row}: {mark!r} is not a mark")
        rows.append(marks)
    return [mark for marks in reversed(rows) for mark in marks]
