"""Parsing a sheet of players into cells by column, with errors for lines that cannot be split into columns."""

import csv
import dataclasses
import hashlib
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import Invalid
from core.text.names import DIRECTION_MARKS, without_accents
from rules.common.names import HIDDEN
from tournaments.core.exports.sheets import FORMULA

NICKNAME, NAME, GIVEN, FAMILY, NOTE, LEFT_OUT = "nickname", "name", "given_name", "family_name", "note", "-"
FIELDS = {
    NAME: gettext_lazy("Name"),
    NICKNAME: gettext_lazy("Nickname"),
    GIVEN: gettext_lazy("First name"),
    FAMILY: gettext_lazy("Last name"),
    "email": gettext_lazy("E-mail"),
    "club": gettext_lazy("Club"),
    "household": gettext_lazy("Household"),
    "crew": gettext_lazy("Crew"),
    "rating": gettext_lazy("Rating"),
    "paid": gettext_lazy("Paid"),
    "is_minor": gettext_lazy("Under age"),
    NOTE: gettext_lazy("Staff note"),
}
PARTS_OF_A_NAME = (NICKNAME, NAME, GIVEN, FAMILY)
PUNCTUATION = re.compile(r"[\W_]+")


def folded(heading: str) -> str:
    """Return a heading without case, accents, punctuation and plurals: “Payés ?” and “paye” are one."""
    words = PUNCTUATION.sub(" ", without_accents(heading)).split()
    return " ".join(word.removesuffix("s") for word in words)


HEADINGS = {
    NAME: (
        *("name", "player", "player name", "full name", "participant", "competitor", "entrant"),
        *(
            "nom",
            "joueur",
            "joueuse",
            "joueur joueuse",
            "nom du joueur",
            "nom de la joueuse",
            "participante",
            "inscrit",
        ),
        *("joueur se", "joueur euse", "participant e", "inscrit e"),
        *("nom complet", "nom prénom", "nom et prénom", "prénom nom", "prénom et nom"),
    ),
    NICKNAME: (
        *("pseudo", "pseudonyme", "pseudonym", "surnom", "nickname", "player nickname"),
        *("username", "user name", "display name", "screen name"),
    ),
    GIVEN: ("first name", "firstname", "given name", "forename", "prénom"),
    FAMILY: ("last name", "lastname", "surname", "family name", "nom de famille", "nom usuel"),
    "email": (
        *("email", "e-mail", "mail", "e-mail address", "email address", "mail address"),
        *("courriel", "adresse e-mail", "adresse email", "adresse mail", "adresse courriel", "adresse électronique"),
        *("mél", "adresse de messagerie"),
    ),
    "club": ("club", "team", "association", "asso", "équipe", "club équipe", "club association", "nom du club"),
    "household": ("household", "foyer", "famille", "family"),
    "crew": ("crew", "équipage", "binôme", "duo"),
    "rating": ("rating", "elo", "ranking", "cote", "classement", "classement elo"),
    "paid": (
        *("paid", "has paid", "fee", "fee paid", "entry fee", "payment"),
        *("payé", "payée", "payé e", "a payé", "paiement", "réglé", "réglée", "réglé e", "a réglé", "règlement"),
        *("inscription payée", "inscription réglée"),
    ),
    "is_minor": ("under age", "underage", "under 18", "minor", "mineur", "mineure", "mineur e", "moins de 18 ans"),
    NOTE: (
        *("note", "staff note", "remark", "comment", "notes and comments"),
        *("remarque", "commentaire", "observation", "divers"),
    ),
    # columns of our own export, of forms and of numbered lists: every player begins anew
    LEFT_OUT: (
        "status",
        "state",
        "statut",
        "état",
        "timestamp",
        "horodateur",
        "horodatage",
        "no",
        "nr",
        "numéro",
        "n°",
    ),
}
FIELD_OF = {folded(heading): field for field, headings in HEADINGS.items() for heading in headings}


def field_of(heading: str) -> str:
    """Return what a column with this heading holds; "" if it is not known. What is in brackets need not match."""
    return FIELD_OF.get(folded(heading)) or FIELD_OF.get(folded(heading.partition("(")[0]), "")


MOST_COLUMNS = 40
FIRST_LINES = 10  # in which the headings are looked for: club files begin with titles
NO_HEADINGS = "no"
DELIMITERS = "\t;,"


class CellError(NamedTuple):
    """What is wrong with the cell of a column; `field` is "" if it is wrong with the whole line."""

    field: str
    text: str


class Line(NamedTuple):
    """A line of the sheet as it stands there. `key` is the same wherever the line stands."""

    number: int  # from 1
    after: int  # the number of the next line: a cell can go over several
    cells: list[str]
    is_broken: bool
    key: str


@dataclasses.dataclass(frozen=True)
class Column:
    """A column of the sheet. `field` is what it contains: "" if unknown, "-" if it is ignored."""

    heading: str
    field: str

    @property
    def is_unknown(self) -> bool:
        """Whether the heading is unknown and the organiser has not chosen a field."""
        return bool(self.heading) and self.field in ("", LEFT_OUT) and not field_of(self.heading)


@dataclasses.dataclass(frozen=True)
class SheetRow:
    line: Line
    cells: dict[str, str]
    errors: list[CellError]


@dataclasses.dataclass(frozen=True)
class Sheet:
    columns: list[Column]
    rows: list[SheetRow]
    heading: Line | None
    first: list[Line]  # the lines of which one can be the headings

    @property
    def key(self) -> str:
        """Identify the columns, so that choices made for another sheet are not applied to this one."""
        return _digest("\x1f".join(column.heading for column in self.columns))

    @property
    def titles(self) -> list[Line]:
        """The lines above the headings, which are not read."""
        return [line for line in self.first if self.heading and line.number < self.heading.number]


def read_rows(text: str, chosen: Mapping[int, str] | None = None, *, heading: str = "") -> Sheet:
    """Parse the sheet. Columns are recognised by heading or as the organiser chose; without headings it contains only
    names.

    `heading`: the number of the line with the headings, or "no"; otherwise the first line with the most known ones.
    """
    lines = [line for line in split_into_lines(text)[0] if any(line.cells)]
    first = lines[:FIRST_LINES]
    found = _find_heading(first, heading)
    columns = _columns(found, lines, chosen or {})
    return Sheet(columns, [_row(line, columns) for line in lines if _is_below(line, found)], found, first)


def split_into_lines(text: str) -> tuple[list[Line], str]:
    """Return the lines, and the delimiter of their cells, which Excel may declare in a line of its own."""
    lines = list(io.StringIO(text.lstrip("\ufeff"), newline=""))
    declares = bool(lines) and lines[0].casefold().startswith("sep=") and len(lines[0].strip()) == 5
    delimiter = lines[0][4] if declares else _delimiter_of(lines)
    seen: Counter[str] = Counter()
    found = []
    for begin, end, cells, is_broken in _split(lines, delimiter, int(declares)):
        whole = "\x1f".join(cells)
        seen[whole] += 1
        found.append(Line(begin + 1, end + 1, cells, is_broken, _digest(f"{whole}\x1e{seen[whole]}")))
    return found, delimiter


def _delimiter_of(lines: list[str]) -> str:
    first = [line for line in lines if line.strip()][:FIRST_LINES]
    known = {mark: max((_known(line.split(mark)) for line in first), default=0) for mark in DELIMITERS}
    return max(DELIMITERS, key=lambda mark: (known[mark], sum(line.count(mark) for line in first)))


def _split(lines: list[str], delimiter: str, begin: int) -> Iterator[tuple[int, int, list[str], bool]]:
    """Yield the place of each line, of the next one, and its cells. A line with a quotation mark that is not closed is
    split without regard to quotation marks, and does not spoil the lines after it."""
    while begin < len(lines):
        start = begin
        reader = csv.reader(map(lines.__getitem__, range(start, len(lines))), delimiter=delimiter, strict=True)
        try:
            for cells in reader:
                end = start + reader.line_num
                yield begin, end, [cell.strip() for cell in cells], False
                begin = end
        except csv.Error:
            yield begin, begin + 1, [cell.strip() for cell in lines[begin].split(delimiter)], True
            begin += 1


def _find_heading(first: list[Line], choice: str) -> Line | None:
    if choice == NO_HEADINGS:
        return None
    if choice:
        return next((line for line in first if str(line.number) == choice), None)
    likeliest = max(first, key=lambda line: _known(line.cells), default=None)
    return likeliest if likeliest and _is_heading(likeliest.cells) else None


def _known(cells: Sequence[str]) -> int:
    return len(_fields_named(cells))


def _is_heading(cells: Sequence[str]) -> bool:
    known = _fields_named(cells)
    return not known.isdisjoint(PARTS_OF_A_NAME) or len(known) > 1


def _fields_named(cells: Sequence[str]) -> set[str]:
    return {field_of(cell) for cell in cells} - {"", LEFT_OUT}


def _is_below(line: Line, heading: Line | None) -> bool:
    """Whether the line is a player: printed lists repeat their headings on every page."""
    return heading is None or (line.number > heading.number and line.cells != heading.cells)


def _columns(heading: Line | None, lines: list[Line], chosen: Mapping[int, str]) -> list[Column]:
    first = heading or (lines[0] if lines else None)
    if first and len(first.cells) > MOST_COLUMNS:
        raise Invalid("too-many-columns", _("You can import at most %(most)s columns.") % {"most": MOST_COLUMNS})
    if heading:
        found = _recognise_last_name([Column(_clean(cell)[:80], field_of(cell)) for cell in heading.cells])
    else:
        filled = max((place for line in lines for place, cell in enumerate(line.cells) if cell), default=0)
        width = min(max(filled, *chosen, 0) + 1, MOST_COLUMNS)
        found = [Column("", NAME if place == 0 else "") for place in range(width)]
    return [dataclasses.replace(one, field=chosen.get(place, one.field)) for place, one in enumerate(found)]


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


def _row(line: Line, columns: list[Column]) -> SheetRow:
    clean = [_clean(cell) for cell in line.cells]
    read = [(one.field or one.heading, cell) for one, cell in zip(columns, clean, strict=False)]
    found = {field: cell for field, cell in read if field and field != LEFT_OUT}
    if line.is_broken:
        return SheetRow(
            line, _with_name(found), [CellError("", _("a quotation mark is not closed, or is inside a cell"))]
        )
    return SheetRow(line, _with_name(found), list(_errors(columns, clean)))


def _with_name(cells: dict[str, str]) -> dict[str, str]:
    """Put the name together. Players go by their nickname; the name beside it stays for the staff."""
    nickname, whole, given, family = (cells.pop(part, "") for part in (NICKNAME, NAME, GIVEN, FAMILY))
    whole = whole or " ".join(filter(None, (given, family)))
    if nickname and whole and nickname != whole:
        cells[NOTE] = "; ".join(filter(None, (whole, cells.get(NOTE, ""))))
    return {**cells, NAME: nickname or whole}


def _errors(columns: list[Column], cells: list[str]) -> Iterator[CellError]:
    named = {place for place, one in enumerate(columns) if one.field or one.heading}
    surplus = [cell for place, cell in enumerate(cells) if cell and place not in named]
    if surplus:
        yield CellError("", _("“%(cell)s” has no column heading") % {"cell": surplus[0][:40]})
    for column, cell in zip(columns, cells, strict=False):
        if "\n" in cell or "\r" in cell:
            yield CellError(column.field, _("a cell goes over several lines"))
        elif HIDDEN.search(cell):
            yield CellError(column.field, _("a cell contains an invalid character"))
    if any(character in cells[0] for character in ";\t"):
        yield CellError("", _("this line uses another separator than the headings"))
    fields = [column.field or folded(column.heading) for column in columns if column.field != LEFT_OUT]
    if twice := {field for field in fields if field and fields.count(field) > 1}:
        yield CellError(
            "", _("two columns are called “%(column)s”") % {"column": str(FIELDS.get(min(twice), min(twice)))[:40]}
        )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
