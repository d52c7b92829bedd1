"""The preview of an import as a table: each line with its errors under their cells, which are edited in their place."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournaments.players.services.checked_lines import PlayerLine, ReadPlayers, shown_cell
from tournaments.players.services.csv_file import FIELDS, LEFT_OUT, NAME, NOTE, PARTS_OF_A_NAME, Column

MOST_SHOWN = 500  # lines, those with errors first
MOST_EDITED = 60  # lines that are edited at once, fewer if the sheet is wide
MOST_INPUTS = 1000
LONGEST_CELL = 81
STORED_AS = {NAME: "guest_name", "email": "guest_email"}


class Input(NamedTuple):
    name: str
    value: str
    label: str
    hint: str  # which part of the cell it is, where there are several


class Cell(NamedTuple):
    field: str
    label: str
    text: str
    inputs: tuple[Input, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


class ShownLine(NamedTuple):
    number: int
    key: str
    is_left_out: bool
    leave_out_label: str
    whole: Cell  # what is wrong with the line as a whole, and its cells that belong to no column
    cells: tuple[Cell, ...]  # of the name first


class Preview:
    """The lines as they are shown, those to be corrected first."""

    def __init__(self, read: ReadPlayers, left_out: Collection[str]) -> None:
        self.columns, self.left_out = read.sheet.columns, left_out
        self.fields = _fields(self.columns, read.lines)
        ordered = sorted(read.lines, key=lambda line: not line.errors)
        edited = min(MOST_EDITED, MOST_INPUTS // max(1, len(self.columns)))
        shown = ordered[:MOST_SHOWN]
        self.lines = [
            self._line(line, is_edited=place < edited and bool(line.errors)) for place, line in enumerate(shown)
        ]
        self.not_shown = len(ordered) - len(shown)

    @property
    def labels(self) -> list[str]:
        return [str(FIELDS[field]) for field in self.fields]

    @property
    def has_whole_errors(self) -> bool:
        return any(line.whole.errors or line.whole.inputs for line in self.lines)

    def _line(self, line: PlayerLine, *, is_edited: bool) -> ShownLine:
        return ShownLine(
            number=line.number,
            key=line.key,
            is_left_out=line.key in self.left_out,
            leave_out_label=_("Leave out line %(number)s") % {"number": line.number},
            whole=self._cell(line, "", _("Line"), is_edited=is_edited),
            cells=tuple(self._cell(line, field, str(FIELDS[field]), is_edited=is_edited) for field in self.fields),
        )

    def _cell(self, line: PlayerLine, field: str, label: str, *, is_edited: bool) -> Cell:
        return Cell(
            field=field,
            label=label,
            text=Truncator(_text(line, field)).chars(LONGEST_CELL),
            inputs=self._inputs(line, field) if is_edited else (),
            errors=tuple(text for where, text in line.errors if self._column_of(where) == field),
            warnings=tuple(text for where, text in line.warnings if self._column_of(where) == field),
        )

    def _column_of(self, where: str) -> str:
        """Return the column of the table in which an error is shown."""
        where = NAME if where in PARTS_OF_A_NAME else where
        return where if where in self.fields else ""

    def _inputs(self, line: PlayerLine, field: str) -> tuple[Input, ...]:
        """Return the cells of the file that make up this cell of the table."""
        cells = line.row.line.cells
        width = max(len(cells), len(self.columns))
        places = [place for place in range(width) if self._shown_in(place, cells) == field]
        return tuple(
            Input(
                f"cell-{line.key}-{place}",
                shown_cell(cells[place]) if place < len(cells) else "",
                _("%(column)s, line %(number)s") % {"column": self._label(place), "number": line.number},
                self._label(place) if len(places) > 1 else "",
            )
            for place in places
        )

    def _shown_in(self, place: int, cells: Sequence[str]) -> str | None:
        column = self.columns[place] if place < len(self.columns) else Column("", "")
        if column.field == LEFT_OUT:
            return None
        if column.field:
            return self._column_of(column.field)
        return "" if place < len(cells) and cells[place] else None

    def _label(self, place: int) -> str:
        column = self.columns[place] if place < len(self.columns) else Column("", "")
        return column.heading or str(FIELDS.get(column.field, _("Cell without heading")))


def _fields(columns: Sequence[Column], lines: Sequence[PlayerLine]) -> list[str]:
    """Return the columns of the table: those of the file that are read, and the note that a nickname makes."""
    read = {column.field for column in columns}
    if any(line.fields.get(NOTE) for line in lines):
        read.add(NOTE)
    return [field for field in FIELDS if field == NAME or (field in read and field not in PARTS_OF_A_NAME)]


def _text(line: PlayerLine, field: str) -> str:
    value: Any = line.fields.get(STORED_AS.get(field, field))
    if isinstance(value, bool):
        return _("yes") if value else ""
    return "" if value is None else str(value)
