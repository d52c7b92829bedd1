"""Importing players from a sheet: all lines are checked before anything is written."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from core.email_addresses import usual_letters
from core.errors import Invalid, Refused
from core.lookalikes import NAME_LIKE_ANOTHER, Names
from core.names import one_line, without_hidden_characters
from tournaments.models import Event, OnceKey, Registration, Right
from tournaments.models.crews import SEATS
from tournaments.models.limits import HIGHEST_RATING
from tournaments.services.base.locking import claim_form_key, event_lock, require
from tournaments.services.players.adding import add_guests
from tournaments.services.players.crews import join_by_name
from tournaments.services.players.csv_file import FIELDS, Column, Row, Sheet, read_rows
from tournaments.services.players.namesakes import number_names
from tournaments.services.players.registration import refuse_late_players

MOST_LINES = 10_000
BATCH = 250  # players in one transaction, so that the lock is held briefly even on a busy machine
YES = {"1", "yes", "y", "oui", "o", "x", "true", "vrai", "paid", "payé", "payée", "✓", "✔"}
NO = {"", "0", "no", "n", "non", "-", "false", "faux"}
LONGEST = {"club": 80, "crew": 80, "household": 80, "note": 300}


@dataclasses.dataclass(frozen=True)
class PlayerLine:
    number: int
    fields: dict[str, Any]
    errors: list[str]
    warnings: list[str]  # shown in the preview; they do not block the import
    namesake: bool  # whether the name looks like another player's

    @property
    def only_namesake(self) -> bool:
        """Whether the line is refused for nothing but its name."""
        return self.namesake and len(self.errors) == 1


@dataclasses.dataclass(frozen=True)
class ReadPlayers:
    columns: list[Column]
    key: str
    lines: list[PlayerLine]
    has_heading: bool


def read_players(
    event: Event,
    text: str,
    columns: Mapping[int, str] | None = None,
    *,
    first_line: str = "",
    different_people: bool = False,
) -> ReadPlayers:
    """Read a sheet and check its lines. Names like another player's are errors unless these are different people."""
    sheet = read_rows(text, columns, first_line=first_line)
    lines = _checked_lines(event, sheet, different_people=different_people)
    return ReadPlayers(sheet.columns, sheet.key, lines, sheet.has_heading)


def _checked_lines(event: Event, sheet: Sheet, *, different_people: bool) -> list[PlayerLine]:
    refuse_late_players(event)
    if not sheet.rows:
        raise Invalid("no-lines", _("There are no players in these lines."))
    if len(sheet.rows) > MOST_LINES:
        raise Invalid("too-many-lines", _("You can import at most %(most)s lines at once.") % {"most": MOST_LINES})
    names, addresses = _taken(event)
    lines = [_checked_line(row, names, addresses, different_people=different_people) for row in sheet.rows]
    _check_crews(event, lines)
    return lines


def _taken(event: Event) -> tuple[Names, set[str]]:
    people = list(event.registrations.named())
    return Names(one.plain_name for one in people), {one.email.casefold() for one in people if one.email}


def _checked_line(row: Row, names: Names, addresses: set[str], *, different_people: bool) -> PlayerLine:
    """Check a line and add its name and address to those that are taken."""
    cells = row.cells
    name, email, rating = cells.get("name", ""), cells.get("email", ""), cells.get("rating", "")
    namesake = [] if row.errors else list(_namesake_errors(name, names))
    errors = row.errors or [*_name_errors(name), *_field_errors(cells)]
    warnings = [_("another player has the same e-mail")] if email.casefold() in addresses else []
    (warnings if different_people else errors).extend(namesake)
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
    if cells.get("note"):
        fields["note"] = cells["note"]
    if cells.get("is_minor", "").casefold() in YES:
        fields["is_minor"] = True
    if namesake and different_people:
        fields["name_allowed"] = True
    return PlayerLine(row.number, fields, errors, warnings, bool(namesake))


def _check_crews(event: Event, lines: list[PlayerLine]) -> None:
    """Report crews of more than two players, or any crew in an event without crews."""
    known = event.crews.filter(members__isnull=False) if event.is_for_crews else []
    taken = Counter(crew.name.casefold() for crew in known)
    for line in lines:
        crew = line.fields.get("crew", "")
        taken[crew.casefold()] += 1
        if crew and not event.is_for_crews:
            line.errors.append(_("Players of this event play alone."))
        elif crew and taken[crew.casefold()] > len(SEATS):
            line.errors.append(_("“%(crew)s” has two players already.") % {"crew": crew[:80]})


def _name_errors(name: str) -> Iterator[str]:
    if not name:
        yield _("no name")
    elif len(name) > 80:
        yield _("the name is longer than 80 characters")
    else:
        yield from _unreadable(name)


def _namesake_errors(name: str, taken: Names) -> Iterator[str]:
    other = taken.like(name) if name else ""
    if other and other.casefold() == name.casefold():
        yield _("“%(name)s” is registered or in this file already") % {"name": name[:80]}
    elif other:
        yield _("“%(name)s” looks like “%(other)s”") % {"name": name[:80], "other": other[:80]}


def _unreadable(name: str) -> Iterator[str]:
    try:
        one_line(without_hidden_characters(name))
    except ValidationError as wrong:
        yield from wrong.messages


def _is_rating(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= HIGHEST_RATING


def _field_errors(cells: dict[str, str]) -> Iterator[str]:
    unknown = [column for column in cells if column not in FIELDS and cells[column]]
    if unknown:
        yield _("unknown column “%(column)s”") % {"column": unknown[0][:40]}
    if cells.get("email"):
        try:
            validate_email(cells["email"])
            usual_letters(cells["email"])
        except ValidationError:
            yield _("“%(email)s” is not an e-mail address") % {"email": cells["email"][:60]}
    if cells.get("rating") and not _is_rating(cells["rating"]):
        values = {"rating": cells["rating"][:20], "most": HIGHEST_RATING}
        yield _("“%(rating)s” is no rating: a number from 0 to %(most)s") % values
    for key in ("paid", "is_minor"):
        if cells.get(key, "").casefold() not in YES | NO:
            yield _("“%(paid)s” is neither yes nor no") % {"paid": cells[key][:20]}
    for key, most in LONGEST.items():
        if len(cells.get(key, "")) > most:
            values = {"column": FIELDS[key], "most": most}
            yield _("%(column)s is longer than %(most)s characters") % values


def import_players(
    *,
    event_id: int,
    who: User,
    text: str,
    key: str = "",
    columns: Mapping[int, str] | None = None,
    first_line: str = "",
    different_people: bool = False,
) -> list[Registration]:
    """Import players in batches, each a transaction. If any line has an error, nothing is imported and all errors are
    reported.

    When an interrupted import is sent again with its key, it continues with the first missing batch.
    """
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
    latest, names = _latest(event), Names()
    sheet = read_rows(text, columns, first_line=first_line)
    lines = _lines_to_import(event, sheet, key, different_people=different_people)
    added: list[Registration] = []
    for start in range(0, len(lines), BATCH):
        with event_lock(event_id) as event:
            require(event, who, Right.MANAGE_PLAYERS)
            if claim_form_key(event, _key_of(key, start), "import"):
                batch = lines[start : start + BATCH]
                _refuse_taken(batch, _with_names_after(event, latest, names), already=len(added))
                added += _add_batch(event, batch, who)
                latest = added[-1].pk
            if start + BATCH >= len(lines):
                number_names(event)
    return added


def _add_batch(event: Event, lines: list[PlayerLine], who: User) -> list[Registration]:
    about = [{name: value for name, value in line.fields.items() if name != "crew"} for line in lines]
    added = add_guests(event, who=who, about=about)
    for player, line in zip(added, lines, strict=True):
        if "crew" in line.fields:
            join_by_name(event, player, line.fields["crew"], who=who)
    return added


def _key_of(key: str, start: int) -> str:
    return f"{key[:50]}-{start}" if key and start else key


def _lines_to_import(event: Event, sheet: Sheet, key: str, *, different_people: bool) -> list[PlayerLine]:
    """Return the lines still to import. Players added by an earlier attempt of the same form do not count as
    duplicates."""
    starts = range(0, len(sheet.rows), BATCH)
    done = {
        start for start in starts if key and OnceKey.objects.filter(event=event, key=_key_of(key, start)[:64]).exists()
    }
    if done and len(done) == len(starts):
        return []
    lines = _checked_lines(event, sheet, different_people=different_people)
    faulty = [line for place, line in enumerate(lines) if line.errors and place - place % BATCH not in done]
    if faulty and all(line.only_namesake for line in faulty):
        raise Refused(
            NAME_LIKE_ANOTHER,
            _("Tick the box if they are different people, or remove them below."),
            fields=["different_people"],
        )
    if faulty:
        errors = [{"message": f"{line.number}: {', '.join(line.errors)}"} for line in faulty]
        raise Invalid("faulty-lines", _("Some lines cannot be read."), errors=errors)
    return lines


def _latest(event: Event) -> int:
    return event.registrations.aggregate(pk=Max("pk"))["pk"] or 0


def _with_names_after(event: Event, latest: int, names: Names) -> Names:
    """Add the names registered since the file was checked or since the previous batch. Only these are read, so that
    later batches hold the lock no longer than the first."""
    for player in event.registrations.filter(pk__gt=latest).named():
        names.add(player.plain_name)
    return names


def _refuse_taken(lines: list[PlayerLine], names: Names, *, already: int) -> None:
    """Refuse names that were registered after the file was checked."""
    asked = [line.fields["guest_name"] for line in lines if "name_allowed" not in line.fields]
    taken = [name for name in asked if names.like(name)]
    if taken:
        text = _("“%(name)s” was registered a moment ago. %(number)s players were imported before.")
        raise Refused("already-registered", text % {"name": taken[0], "number": already})
