"""Boards as text: headers, an empty line, a row of column letters, and the rows of the grid from north to south.

Each game defines its headers and marks.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.common.grid import Grid, mask_of
from rules.common.messages import Message
from rules.common.messages import message as _


class DiagramError(ValueError):
    """An invalid board file; the message names the file, line and column."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


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
            raise DiagramError(_("{board}.txt: the header '{header}' is missing", board=slug, header=key))
    return Diagram(found, _marks(slug, lines[blank + 1 :], grid, marks, first_line=blank + 2))


def _headers(slug: str, lines: list[str], known: Collection[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        key, colon, value = line.partition(": ")
        if not colon or key not in known or key in headers:
            text = _(
                "{board}.txt, line {line}: not one of the headers {headers}", board=slug, line=number, headers=[*known]
            )
            raise DiagramError(text)
        headers[key] = value
    return headers


def _marks(slug: str, lines: list[str], grid: Grid, known: Collection[str], *, first_line: int) -> list[str]:
    """The marks in the order of the cells, from the row of column letters and the rows, last row first."""
    letters = grid.letters
    if len(lines) != grid.rows + 1 or lines[0].split() != list(letters):
        text = _(
            "{board}.txt, line {line}: a line with {first} to {last} and then {rows} rows are expected",
            board=slug,
            line=first_line,
            first=letters[0],
            last=letters[-1],
            rows=grid.rows,
        )
        raise DiagramError(text)
    rows = []
    for line, row in zip(lines[1:], range(grid.rows, 0, -1), strict=True):
        label, *marks = line.split()
        where = {"board": slug, "line": first_line + 1 + grid.rows - row}
        if label != str(row) or len(marks) != grid.columns:
            text = _(
                "{board}.txt, line {line}: row {row} with {columns} marks is expected",
                **where,
                row=row,
                columns=grid.columns,
            )
            raise DiagramError(text)
        for column, mark in zip(letters, marks, strict=True):
            if mark not in known:
                cell = f"{column}{row}"
                text = _("{board}.txt, line {line}, cell {cell}: '{mark}' is not a mark", **where, cell=cell, mark=mark)
                raise DiagramError(text)
        rows.append(marks)
    return [mark for marks in reversed(rows) for mark in marks]
