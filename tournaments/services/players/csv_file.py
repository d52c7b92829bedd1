"""Parsing a sheet of players into cells by column, with errors for lines that cannot be split into columns."""

import csv
import dataclasses
import hashlib
import io
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import Invalid
from core.names import DIRECTION_MARKS
from rules.common.names import HIDDEN
from tournaments.core.exports.sheets import FORMULA

NAME, GIVEN, FAMILY, LEFT_OUT = "name", "given_name", "family_name", "-"
FIELDS = {
    NAME: gettext_lazy("Name"),
    GIVEN: gettext_lazy("First name"),
    FAMILY: gettext_lazy("Last name"),
    "email": gettext_lazy("E-mail"),
    "club": gettext_lazy("Club"),
    "household": gettext_lazy("Household"),
    "crew": gettext_lazy("Crew"),
    "rating": gettext_lazy("Rating"),
    "paid": gettext_lazy("Paid"),
    "is_minor": gettext_lazy("Under age"),
    "note": gettext_lazy("Staff note"),
}
HEADINGS = {
    NAME: {
        "name",
        "player",
        "players",
        "full name",
        "participant",
        "nom",
        "joueur",
        "joueuse",
        "nom complet",
        "pseudo",
    },
    GIVEN: {"first name", "firstname", "given name", "forename", "prénom", "prenom"},
    FAMILY: {"last name", "lastname", "surname", "family name", "nom de famille"},
    "email": {
        "email",
        "e-mail",
        "mail",
        "e-mail address",
        "email address",
        "courriel",
        "adresse e-mail",
        "adresse mail",
    },
    "club": {"club", "team", "association", "équipe"},
    "household": {"household", "foyer", "famille"},
    "crew": {"crew", "équipage", "equipage"},
    "rating": {"rating", "elo", "cote", "classement"},
    "paid": {"paid", "fee", "payé", "paye", "payée", "réglé"},
    "is_minor": {"under age", "minor", "mineur", "mineure", "moins de 18 ans"},
    "note": {"note", "staff note", "remarque", "commentaire"},
    # columns of our own export that are ignored: every player begins anew
    LEFT_OUT: {"status", "state", "statut", "état"},
}
COLUMN_OF = {heading: column for column, headings in HEADINGS.items() for heading in headings}
OF_A_NAME = {NAME, GIVEN, FAMILY}
MOST_COLUMNS = 40


@dataclasses.dataclass(frozen=True)
class Column:
    """A column of the sheet. `field` is what it contains: "" if unknown, "-" if it is ignored."""

    heading: str
    field: str

    @property
    def is_unknown(self) -> bool:
        """Whether the heading is unknown and the organiser has not chosen a field."""
        return bool(self.heading) and self.field in ("", LEFT_OUT) and self.heading.casefold() not in COLUMN_OF


@dataclasses.dataclass(frozen=True)
class Row:
    number: int  # line number in the file, including the heading
    cells: dict[str, str]
    errors: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Sheet:
    columns: list[Column]
    rows: list[Row]
    has_heading: bool

    @property
    def key(self) -> str:
        """Identify the columns, so that choices made for another sheet are not applied to this one."""
        return hashlib.sha256("\x1f".join(column.heading for column in self.columns).encode()).hexdigest()[:16]


def read_rows(text: str, chosen: Mapping[int, str] | None = None, *, first_line: str = "") -> Sheet:
    """Parse the sheet. Columns are recognised by heading or as the organiser chose; without headings it contains only
    names.

    `first_line`: "yes" if it holds headings, "no" if it is a player; otherwise it counts as headings if one is known.
    """
    lines = list(_lines(*_split_off_delimiter(text)))
    filled = [(number, cells) for number, cells in lines if cells is None or any(cells)]
    first = filled[0][1] if filled else None
    has_heading = bool(first) and (first_line == "yes" or (first_line != "no" and _is_heading(first or [])))
    columns = _columns(first or [], filled, chosen or {}, has_heading=has_heading)
    data = filled[1:] if has_heading else filled
    return Sheet(columns, [_row(number, columns, cells) for number, cells in data], has_heading)


def _split_off_delimiter(text: str) -> tuple[str, str]:
    """Return the lines and the delimiter of their cells, which Excel may declare in a line of its own."""
    clean = text.lstrip("\ufeff")
    first, _end, rest = clean.partition("\n")
    if first.casefold().startswith("sep=") and len(first.strip()) == 5:
        return rest, first[4]
    return clean, max(",;\t", key=first.count)


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield the cells of each line; None for the line from which the file cannot be read."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    try:
        for cells in reader:
            yield number, [cell.strip() for cell in cells]
            number = reader.line_num + 1
    except csv.Error:
        yield number, None


def _is_heading(cells: list[str]) -> bool:
    known = {COLUMN_OF.get(cell.casefold()) for cell in cells} - {None}
    return bool(known & OF_A_NAME) or len(known) > 1


def _columns(
    first: list[str], lines: list[tuple[int, list[str] | None]], chosen: Mapping[int, str], *, has_heading: bool
) -> list[Column]:
    if len(first) > MOST_COLUMNS:
        raise Invalid("too-many-columns", _("You can import at most %(most)s columns.") % {"most": MOST_COLUMNS})
    if has_heading:
        found = [Column(_clean(cell)[:80], COLUMN_OF.get(cell.casefold(), "")) for cell in first]
        found = _recognise_last_name(found)
    else:
        filled = max((index for _n, cells in lines for index, cell in enumerate(cells or []) if cell), default=0)
        width = min(max(filled, *chosen, 0) + 1, MOST_COLUMNS)
        found = [Column("", NAME if index == 0 else "") for index in range(width)]
    return [dataclasses.replace(one, field=chosen.get(index, one.field)) for index, one in enumerate(found)]


def _recognise_last_name(columns: list[Column]) -> list[Column]:
    """Treat “Nom” as the last name if there is a column for the first name."""
    fields = [column.field for column in columns]
    if GIVEN not in fields or FAMILY in fields:
        return columns
    return [dataclasses.replace(one, field=FAMILY) if one.field == NAME else one for one in columns]


def _clean(cell: str) -> str:
    """Strip the apostrophe with which our export keeps a spreadsheet from running a text as a formula."""
    clean = DIRECTION_MARKS.sub("", cell).strip()
    return clean[1:] if clean.startswith("'") and FORMULA.match(clean[1:]) else clean


def _row(number: int, columns: list[Column], cells: list[str] | None) -> Row:
    if cells is None:
        return Row(number, {}, [_("a quotation mark is not closed, or is inside a cell")])
    clean = [_clean(cell) for cell in cells]
    read = [(one.field or one.heading, cell) for one, cell in zip(columns, clean, strict=False)]
    found = {field: cell for field, cell in read if field and field != LEFT_OUT}
    return Row(number, _with_whole_name(found), list(_errors(columns, clean)))


def _with_whole_name(cells: dict[str, str]) -> dict[str, str]:
    parts = [cells.pop(part, "") for part in (GIVEN, FAMILY)]
    whole = " ".join(part for part in parts if part)
    return {**cells, NAME: cells.get(NAME) or whole}


def _errors(columns: list[Column], cells: list[str]) -> Iterator[str]:
    named = {place for place, one in enumerate(columns) if one.field or one.heading}
    surplus = [cell for place, cell in enumerate(cells) if cell and place not in named]
    if surplus:
        yield _("“%(cell)s” has no column heading") % {"cell": surplus[0][:40]}
    if any("\n" in cell or "\r" in cell for cell in cells):
        yield _("a cell goes over several lines")
    elif any(HIDDEN.search(cell) for cell in cells):
        yield _("a cell contains an invalid character")
    if any(character in cells[0] for character in ";\t"):
        yield _("this line uses another separator than the headings")
    fields = [column.field or column.heading.casefold() for column in columns if column.field != LEFT_OUT]
    if twice := {field for field in fields if field and fields.count(field) > 1}:
        yield _("two columns are called “%(column)s”") % {"column": str(FIELDS.get(min(twice), min(twice)))[:40]}
