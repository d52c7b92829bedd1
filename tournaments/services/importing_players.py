"""Players from a CSV: every line is looked at first, and each faulty one is named before anything is written."""

import csv
import dataclasses
import io
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from accounts.errors import Invalid
from accounts.journal import record
from accounts.models import User
from tournaments.models import Event, Registration, Right
from tournaments.services.registering import add_under_lock
from tournaments.services.safety import event_lock, first_time, require

COLUMNS = ("name", "email", "club", "household", "rating", "paid")
MOST_LINES = 10_000


@dataclasses.dataclass(frozen=True)
class ReadLine:
    number: int
    fields: dict[str, Any]
    faults: list[str]


def read_players(event: Event, text: str) -> list[ReadLine]:
    """Columns by their heading (name, email, club, household, rating, paid); without a heading, names alone."""
    rows = list(_rows(text))
    if len(rows) > MOST_LINES:
        raise Invalid("too-many-lines", _("At most %(most)s lines are read at once.") % {"most": MOST_LINES})
    taken = {name.casefold() for name in event.registrations.values_list("guest_name", flat=True)}
    return [_looked_at(number, row, taken) for number, row in rows]


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """With the number of the line in the file, the heading counted."""
    clean = text.lstrip("\ufeff").replace("\x00", "")
    first = clean.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(clean), delimiter=delimiter)
    names: list[str] | None = None
    for row in reader:
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if names is None:
            lowered = [cell.casefold() for cell in cells]
            names = lowered if "name" in lowered else ["name"]
            if "name" in lowered:
                continue
        yield reader.line_num, dict(zip(names, cells, strict=False))


def _looked_at(number: int, row: dict[str, str], taken: set[str]) -> ReadLine:
    name, faults = row.get("name", ""), []
    if not name:
        faults.append(_("no name"))
    elif len(name) > 80:
        faults.append(_("the name is longer than 80 signs"))
    elif name.casefold() in taken:
        faults.append(_("“%(name)s” is registered already, or twice in this file") % {"name": name})
    taken.add(name.casefold())
    faults += _field_faults(row)
    fields = {
        "guest_name": name,
        "guest_email": row.get("email", ""),
        "club": row.get("club", ""),
        "household": row.get("household", ""),
        "rating": int(row["rating"]) if row.get("rating", "").isdecimal() and len(row["rating"]) < 7 else None,
        "paid": row.get("paid", "").casefold() in {"1", "yes", "oui", "x", "true", "paid"},
    }
    return ReadLine(number, fields, faults)


def _field_faults(row: dict[str, str]) -> Iterator[str]:
    unknown = [key for key in row if key not in COLUMNS]
    if unknown:
        yield _("unknown column “%(column)s”") % {"column": unknown[0][:40]}
    if row.get("email"):
        try:
            validate_email(row["email"])
        except ValidationError:
            yield _("“%(email)s” is no mail address") % {"email": row["email"][:60]}
    rating = row.get("rating", "")
    if rating and not (rating.isdecimal() and len(rating) < 7):
        yield _("“%(rating)s” is no rating") % {"rating": rating[:20]}
    for key in ("club", "household"):
        if len(row.get(key, "")) > 80:
            yield _("%(column)s is longer than 80 signs") % {"column": key}


def import_players(*, event_id: int, who: User, text: str, key: str = "") -> list[Registration]:
    """All or nothing: a file with a faulty line is refused whole, with every fault."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if not first_time(event, key, "import"):
            return []
        lines = read_players(event, text)
        faulty = [{"message": f"{line.number}: {', '.join(line.faults)}"} for line in lines if line.faults]
        if faulty:
            raise Invalid("faulty-lines", _("Some lines cannot be read."), errors=faulty)
        added = [add_under_lock(event, who=who, about=line.fields) for line in lines]
        record("players-imported", who=who, subject=event, scope=event, after={"players": len(added)})
        return added
