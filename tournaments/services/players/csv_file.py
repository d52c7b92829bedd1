"""Reads a CSV of players into cells by column, with errors for lines that cannot be split into columns."""

import csv
import dataclasses
import io
from collections.abc import Iterator

from django.utils.translation import gettext as _

from core.names import DIRECTION_MARKS
from rules.common.names import HIDDEN

HEADINGS = {
    "name": {"name", "player", "nom", "joueur", "joueuse"},
    "email": {"email", "e-mail", "mail", "e-mail address", "courriel", "adresse e-mail"},
    "club": {"club"},
    "household": {"household", "foyer"},
    "rating": {"rating", "elo", "cote", "classement"},
    "paid": {"paid", "payé", "paye", "payée"},
}
COLUMN_OF = {heading: column for column, headings in HEADINGS.items() for heading in headings}


@dataclasses.dataclass(frozen=True)
class Row:
    number: int  # in the file, the heading counted
    cells: dict[str, str]
    errors: list[str] = dataclasses.field(default_factory=list)


def read_rows(text: str) -> Iterator[Row]:
    """Columns by their heading; without a heading, names alone."""
    clean = text.lstrip("\ufeff")
    first = clean.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    columns: list[str] = []
    for number, cells in _lines(clean, delimiter):
        if cells is None:
            yield Row(number, {}, [_("a quotation mark is not closed, or is inside a cell")])
        elif not columns and "name" in (headings := _columns(cells)):
            columns = headings
        elif any(cells):
            columns = columns or ["name"]
            yield _row(number, columns, cells)


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Cells by line; None for the line from which the file cannot be read."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    try:
        for cells in reader:
            yield number, [cell.strip() for cell in cells]
            number = reader.line_num + 1
    except csv.Error:
        yield number, None


def _columns(headings: list[str]) -> list[str]:
    return [COLUMN_OF.get(heading.casefold(), heading.casefold()) for heading in headings]


def _row(number: int, columns: list[str], cells: list[str]) -> Row:
    clean = [DIRECTION_MARKS.sub("", cell).strip() for cell in cells]
    return Row(number, dict(zip(columns, clean, strict=False)), list(_errors(columns, clean)))


def _errors(columns: list[str], cells: list[str]) -> Iterator[str]:
    surplus = [cell for cell in cells[len(columns) :] if cell]
    if surplus:
        yield _("“%(cell)s” has no column heading") % {"cell": surplus[0][:40]}
    if any("\n" in cell or "\r" in cell for cell in cells):
        yield _("a cell goes over several lines")
    elif any(HIDDEN.search(cell) for cell in cells):
        yield _("a cell contains an invalid character")
    if any(character in cells[0] for character in ";\t"):
        yield _("this line uses another separator than the headings")
    if twice := {column for column in columns if column and columns.count(column) > 1}:
        yield _("two columns are called “%(column)s”") % {"column": min(twice)[:40]}
