"""Importing players from a CSV: all lines are checked before anything is written."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from accounts.models import User
from core.audit import record
from core.errors import Invalid
from tournaments.models import Event, Registration, Right, Status
from tournaments.models.limits import HIGHEST_RATING
from tournaments.services.base.locking import claim_form_key, event_lock, require
from tournaments.services.base.mail import introduce_strangers
from tournaments.services.players.csv_file import HEADINGS, Row, read_rows
from tournaments.services.players.registration import add_under_lock, refuse_late_players

MOST_LINES = 10_000
PAID = {"1", "yes", "oui", "x", "true", "paid", "payé", "payée"}
NOT_PAID = {"", "0", "no", "non", "-", "false"}


@dataclasses.dataclass(frozen=True)
class PlayerLine:
    number: int
    fields: dict[str, Any]
    errors: list[str]
    warnings: list[str]  # shown in the preview, no reason to refuse the file


def read_players(event: Event, text: str) -> list[PlayerLine]:
    refuse_late_players(event)
    rows = list(read_rows(text))
    if not rows:
        raise Invalid("no-lines", _("There are no players in these lines."))
    if len(rows) > MOST_LINES:
        raise Invalid("too-many-lines", _("You can import at most %(most)s lines at once.") % {"most": MOST_LINES})
    people = list(event.registrations.named())
    names = {person.full_name.casefold() for person in people}
    addresses = {person.email.casefold() for person in people if person.email}
    return [_checked_line(row, names, addresses) for row in rows]


def _checked_line(row: Row, names: set[str], addresses: set[str]) -> PlayerLine:
    """Check a line; adds its name and address to those that are taken."""
    cells = row.cells
    name, email, rating = cells.get("name", ""), cells.get("email", ""), cells.get("rating", "")
    errors = row.errors or [*_name_errors(name, names), *_field_errors(cells)]
    warnings = [_("another player has the same e-mail")] if email.casefold() in addresses else []
    names.add(name.casefold())
    addresses |= {email.casefold()} - {""}
    fields = {
        "guest_name": name,
        "guest_email": email,
        "club": cells.get("club", ""),
        "household": cells.get("household", ""),
        "rating": int(rating) if _is_rating(rating) else None,
        "paid": cells.get("paid", "").casefold() in PAID,
    }
    return PlayerLine(row.number, fields, errors, warnings)


def _name_errors(name: str, taken: set[str]) -> Iterator[str]:
    if not name:
        yield _("no name")
    elif len(name) > 80:
        yield _("the name is longer than 80 characters")
    elif name.casefold() in taken:
        yield _("“%(name)s” is already registered, or appears twice in this file") % {"name": name}


def _is_rating(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= HIGHEST_RATING


def _field_errors(cells: dict[str, str]) -> Iterator[str]:
    unknown = [column for column in cells if column not in HEADINGS and cells[column]]
    if unknown:
        yield _("unknown column “%(column)s”") % {"column": unknown[0][:40]}
    if cells.get("email"):
        try:
            validate_email(cells["email"])
        except ValidationError:
            yield _("“%(email)s” is not an e-mail address") % {"email": cells["email"][:60]}
    if cells.get("rating") and not _is_rating(cells["rating"]):
        values = {"rating": cells["rating"][:20], "most": HIGHEST_RATING}
        yield _("“%(rating)s” is no rating: a number from 0 to %(most)s") % values
    if cells.get("paid", "").casefold() not in PAID | NOT_PAID:
        yield _("“%(paid)s” is neither yes nor no") % {"paid": cells["paid"][:20]}
    for key in ("club", "household"):
        if len(cells.get(key, "")) > 80:
            yield _("%(column)s is longer than 80 characters") % {"column": key}


def import_players(*, event_id: int, who: User, text: str, key: str = "") -> list[Registration]:
    """All or nothing: a file with a faulty line is refused whole, with every fault."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if not claim_form_key(event, key, "import"):
            return []
        lines = read_players(event, text)
        faulty = [{"message": f"{line.number}: {', '.join(line.errors)}"} for line in lines if line.errors]
        if faulty:
            raise Invalid("faulty-lines", _("Some lines cannot be read."), errors=faulty)
        added = [add_under_lock(event, who=who, about=line.fields) for line in lines]
        introduce_strangers(event, added)
        waiting = sum(player.status == Status.WAITING for player in added)
        after = {"players": len(added), **({"waiting": waiting} if waiting else {})}
        record("players-imported", who=who, subject=event, scope=event, after=after)
        return added
