"""Checking the lines of a sheet of players, each for itself: a line with an error does not stop the others."""

import csv
import dataclasses
import io
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from core.errors import Invalid
from core.text.email_addresses import usual_letters
from core.text.lookalikes import Names
from core.text.names import one_line, without_hidden_characters
from rules.common.names import HIDDEN
from tournaments.events.models.limits import HIGHEST_RATING
from tournaments.models import Event, PlayerImport
from tournaments.players.models.players import RegistrationQuerySet
from tournaments.players.services.crews import FULL
from tournaments.players.services.csv_file import (
    FIELDS,
    NAME,
    NOTE,
    CellError,
    Line,
    Sheet,
    SheetRow,
    read_rows,
    split_into_lines,
)
from tournaments.players.services.registration import refuse_late_players

MOST_LINES = 10_000
YES = {"1", "yes", "y", "oui", "o", "x", "true", "vrai", "paid", "payé", "payée", "✓", "✔"}
NO = {"", "0", "no", "n", "non", "-", "false", "faux"}
LONGEST = {"club": 80, "crew": 80, "household": 80, NOTE: 300}


@dataclasses.dataclass(frozen=True)
class PlayerLine:
    row: SheetRow
    fields: dict[str, Any]
    errors: list[CellError]
    warnings: list[CellError]  # shown in the preview; they do not block the import
    namesake: bool  # whether the name looks like another player's

    @property
    def number(self) -> int:
        return self.row.line.number

    @property
    def key(self) -> str:
        return self.row.line.key

    @property
    def only_namesake(self) -> bool:
        """Whether the line is refused for nothing but its name."""
        return self.namesake and len(self.errors) == 1


@dataclasses.dataclass(frozen=True)
class Choices:
    """What the organiser has chosen for a sheet."""

    columns: Mapping[int, str] | None = None
    heading: str = ""  # the line with the headings, as in `read_rows`
    different_people: bool = False  # whether players with one name are different people
    left_out: Collection[str] = ()  # the keys of lines


NOTHING_CHOSEN = Choices()


@dataclasses.dataclass(frozen=True)
class ReadPlayers:
    sheet: Sheet
    lines: list[PlayerLine]


def read_players(
    event: Event, text: str, choices: Choices = NOTHING_CHOSEN, *, again: PlayerImport | None = None
) -> ReadPlayers:
    """Read a sheet and check its lines. Names like another player's are errors unless these are different people;
    players who came in by an earlier sending of the same form, `again`, are no others."""
    refuse_late_players(event)
    sheet = read_rows(text, choices.columns, heading=choices.heading)
    if not sheet.rows:
        raise Invalid("no-lines", _("There are no players in these lines."))
    if len(sheet.rows) > MOST_LINES:
        raise Invalid("too-many-lines", _("You can import at most %(most)s lines at once.") % {"most": MOST_LINES})
    names, addresses = _taken(event, again)
    lines = [_checked_line(row, names, addresses, choices) for row in sheet.rows]
    _check_crews(event, lines, again)
    return ReadPlayers(sheet, lines)


def _others(event: Event, again: PlayerImport | None) -> RegistrationQuerySet:
    return event.registrations.exclude(imported=again) if again else event.registrations.all()


def _taken(event: Event, again: PlayerImport | None) -> tuple[Names, set[str]]:
    people = list(_others(event, again).named())
    return Names(one.plain_name for one in people), {one.email.casefold() for one in people if one.email}


def _checked_line(row: SheetRow, names: Names, addresses: set[str], choices: Choices) -> PlayerLine:
    """Check a line. Its name and address are taken then, unless it is left out."""
    cells = row.cells
    name, email, rating = cells.get(NAME, ""), cells.get("email", ""), cells.get("rating", "")
    errors = row.errors or [*_name_errors(name), *_field_errors(cells)]
    namesake = [] if row.errors else list(namesake_errors(name, names))
    warnings = []
    if email.casefold() in addresses:
        warnings.append(CellError("email", _("another player has the same e-mail")))
    (warnings if choices.different_people else errors).extend(namesake)
    if row.line.key not in choices.left_out:
        names.add(name)
        addresses |= {email.casefold()} - {""}
    fields = {
        "guest_name": without_hidden_characters(name),
        "guest_email": email,
        "club": cells.get("club", ""),
        "household": cells.get("household", ""),
        "rating": int(rating) if _is_rating(rating) else None,
        "paid": cells.get("paid", "").casefold() in YES,
    }
    if cells.get("crew"):
        fields["crew"] = without_hidden_characters(cells["crew"])
    if cells.get(NOTE):
        fields["note"] = cells[NOTE]
    if cells.get("is_minor", "").casefold() in YES:
        fields["is_minor"] = True
    if namesake and choices.different_people:
        fields["name_allowed"] = True
    return PlayerLine(row, fields, errors, warnings, bool(namesake))


def _check_crews(event: Event, lines: list[PlayerLine], again: PlayerImport | None) -> None:
    """Report crews of too many players, or any crew in an event without crews."""
    crews = _others(event, again).filter(crew__isnull=False).values_list("crew__name", flat=True)
    taken = Counter(name.casefold() for name in crews)
    for line in lines:
        crew = line.fields.get("crew", "")
        taken[crew.casefold()] += 1
        if crew and event.format.words.no_crews:
            line.errors.append(CellError("crew", str(event.format.words.no_crews)))
        elif crew and taken[crew.casefold()] > event.format.players_a_seat:
            values = {"crew": crew[:80], "most": event.format.players_a_seat}
            line.errors.append(CellError("crew", FULL % values))


def _name_errors(name: str) -> Iterator[CellError]:
    if not name:
        yield CellError(NAME, _("no name"))
    elif len(name) > 80:
        yield CellError(NAME, _("the name is longer than 80 characters"))
    else:
        yield from _unreadable(name)


def namesake_errors(name: str, taken: Names) -> Iterator[CellError]:
    other = taken.like(name) if name else ""
    if other and other.casefold() == name.casefold():
        yield CellError(NAME, _("“%(name)s” is registered or in this file already") % {"name": name[:80]})
    elif other:
        yield CellError(NAME, _("“%(name)s” looks like “%(other)s”") % {"name": name[:80], "other": other[:80]})


def _unreadable(name: str) -> Iterator[CellError]:
    try:
        one_line(without_hidden_characters(name))
    except ValidationError as wrong:
        yield from (CellError(NAME, text) for text in wrong.messages)


def _is_rating(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= HIGHEST_RATING


def _field_errors(cells: dict[str, str]) -> Iterator[CellError]:
    unknown = [column for column in cells if column not in FIELDS and cells[column]]
    if unknown:
        yield CellError("", _("unknown column “%(column)s”") % {"column": unknown[0][:40]})
    if cells.get("email"):
        try:
            validate_email(cells["email"])
            usual_letters(cells["email"])
        except ValidationError:
            yield CellError("email", _("“%(email)s” is not an e-mail address") % {"email": cells["email"][:60]})
    if cells.get("rating") and not _is_rating(cells["rating"]):
        values = {"rating": cells["rating"][:20], "most": HIGHEST_RATING}
        yield CellError("rating", _("“%(rating)s” is no rating: a number from 0 to %(most)s") % values)
    for key in ("paid", "is_minor"):
        if cells.get(key, "").casefold() not in YES | NO:
            yield CellError(key, _("“%(paid)s” is neither yes nor no") % {"paid": cells[key][:20]})
    for key, most in LONGEST.items():
        if len(cells.get(key, "")) > most:
            values = {"column": FIELDS[key], "most": most}
            yield CellError(key, _("%(column)s is longer than %(most)s characters") % values)


BREAK = " / "
INVALID = "\ufffd"
Corrections = Mapping[str, Mapping[int, str]]  # what stands in the cells, by the key of their line and the column


def shown_cell(cell: str) -> str:
    """Return a cell as one line of text, in which what makes it an error can be seen and removed."""
    return HIDDEN.sub(INVALID, BREAK.join(cell.splitlines()))


def with_corrections(text: str, corrections: Corrections) -> tuple[str, dict[str, str]]:
    """Return the text with these cells, and the new key of each line that changed. All other lines, and the numbers of
    all, stay as they are."""
    lines, delimiter = split_into_lines(text)
    changed = {line.number: cells for line in lines if (cells := _corrected(line, corrections.get(line.key, {})))}
    if not changed:
        return text, {}
    written = _rewritten(text, [(line, changed[line.number]) for line in lines if line.number in changed], delimiter)
    keys = {line.number: line.key for line in split_into_lines(written)[0]}
    return written, {line.key: keys.get(line.number, line.key) for line in lines if line.number in changed}


def without_lines(text: str, keys: Collection[str]) -> str:
    """Return the text without these lines."""
    lines = io.StringIO(text, newline="").readlines()
    for line in reversed(split_into_lines(text)[0]):
        if line.key in keys:
            del lines[line.number - 1 : line.after - 1]
    return "".join(lines)


def _corrected(line: Line, cells: Mapping[int, str]) -> list[str] | None:
    """Return the cells of a line with their corrections; None if nothing was changed."""
    before = dict(enumerate(line.cells))
    changed = {place: cell for place, cell in cells.items() if cell.strip() != shown_cell(before.get(place, ""))}
    if not changed:
        return None
    return [changed.get(place, before.get(place, "")) for place in range(max(*before, *changed) + 1)]


def _rewritten(text: str, changed: list[tuple[Line, list[str]]], delimiter: str) -> str:
    lines = io.StringIO(text, newline="").readlines()
    for line, cells in changed:
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow(cells)
        empty = [""] * (line.after - line.number - 1)
        lines[line.number - 1 : line.after - 1] = [out.getvalue() + "\n" * len(empty), *empty]
    return "".join(lines)
