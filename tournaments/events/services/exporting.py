"""Export of a whole event as one document that can be archived, read, or imported to continue the event elsewhere.

The format is `krosmaster-event/1` for duels under the first ruleset, which it does not name, and `krosmaster-event/2`
for all other events.
"""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid
from core.pages import live
from core.records.audit import record
from teams.models import Pool
from tournaments.base.services.locking import event_lock, require
from tournaments.core.exports.event_document import as_duels
from tournaments.events.models.events import IMPORTED_FIELDS
from tournaments.events.models.formats import FIRST_DOCUMENTS
from tournaments.lists.services.facts import exported_facts
from tournaments.models import (
    Announcement,
    Crew,
    DeckCheck,
    Event,
    ForbiddenPair,
    Match,
    Penalty,
    Registration,
    Result,
    ResultReport,
    Right,
    Round,
    Seat,
    SubmittedList,
)

FORMAT = "krosmaster-event/1"
FORMAT_OF_TABLES = "krosmaster-event/2"
LONGEST_NAME = 80
LEFT_OUT: dict[type[models.Model], set[str]] = {
    Event: {
        *IMPORTED_FIELDS,
        "hidden_by_moderators",
        "id",
        "slug",
        "series",
        "start_snapshot",
        "description_html",
        "house_rules_html",
        "elsewhere_since",
        "elsewhere_at",
        "links_are_new",
    },
    Registration: {
        "event",
        "user",
        "link_token",
        "claim_token",
        "claim_until",
        "hidden_by_moderators",
        "guest_name",
        "full_name_number",
        "shown_name_number",
        "guest_email",
        "held_until",
        "left_from",
        "wished_partner",
        "imported",
        "imported_line",
        "public_games",  # each player consents individually
        "live_games",
    },
    Crew: {"event"},
    Pool: {"owner", "registered_by", "code", "home", "returned_because"},
    SubmittedList: {"submitted_by"},
    DeckCheck: {"by"},
    Round: {"event"},
    ForbiddenPair: {"event"},
    Announcement: {"event", "by"},
    Match: {"in_use", "demon_staff"},
    Result: {"by"},
    Penalty: {"by", "by_ruling"},
}
KEPT_OF_ROUND = ("frozen_standings", "clinch")  # of its details; why its pairings are these is the staff's


def export_event(event: Event, *, closed_lists: bool = True) -> dict[str, Any]:
    """Return the event as a document with today's names and addresses. When it is imported, players become guests with
    claim links. Without `closed_lists` it has no pools, and only the lists that were published."""
    ours = {"registration__event": event}
    pools = Pool.objects.filter(**ours).order_by("pk") if closed_lists else Pool.objects.none()
    lists = SubmittedList.objects.filter(**ours, **({} if closed_lists else {"revealed_at__isnull": False}))
    document = {
        "format": FORMAT,
        "event": fields_of(event),
        "pools": rows(pools),
        "crews": rows(event.crews.order_by("pk")),
        "registrations": [
            fields_of(row)
            | {"name": row.plain_name, "email": row.email, "is_minor": row.is_of_minor}
            | ({} if closed_lists else {"pool": None})
            for row in event.registrations.named()
        ],
        "forbidden_pairs": rows(ForbiddenPair.objects.filter(event=event)),
        "lists": rows(lists),
        "deck_checks": rows(DeckCheck.objects.filter(submitted__in=lists)),
        "rounds": [fields_of(row) | _kept_of(row) for row in _rounds(event)],
        "matches": [fields_of(row) | _demon_of(row) for row in _matches(event)],
        "seats": rows(Seat.objects.filter(round__event=event).order_by("pk")),
        "reports": rows(ResultReport.objects.filter(match__round__event=event).order_by("pk")),
        "results": rows(Result.objects.filter(match__round__event=event).order_by("pk")),
        "penalties": rows(Penalty.objects.filter(**ours)),
        "announcements": rows(Announcement.objects.filter(event=event)),
        **exported_facts(event),
        **_source_of(event),
    }
    is_first = (event.ruleset, event.mode) in FIRST_DOCUMENTS
    return as_duels(document) if is_first else document | {"format": FORMAT_OF_TABLES}


def _source_of(event: Event) -> dict[str, Any]:
    """Return that the rounds of the event were imported, if they were. The next import says so of its own file."""
    if event.imported_at is None:
        return {}
    by = event.imported_by.shown_name if event.imported_by else ""
    return {"imported": {"by": by, "at": event.imported_at.isoformat(), "played_here": False}}


def _matches(event: Event) -> Iterable[Match]:
    return Match.objects.filter(round__event=event).select_related("demon_staff").order_by("pk")


def _rounds(event: Event) -> Iterable[Round]:
    return Round.objects.filter(event=event).select_related("kept_details")


def _kept_of(played: Round) -> dict[str, Any]:
    return {name: getattr(played.details, name) for name in KEPT_OF_ROUND}


def _demon_of(match: Match) -> dict[str, str]:
    """Return the name of a Demon of the staff, whose account stays here."""
    return {"demon_called": str(match.demon_staff.shown_name)[:LONGEST_NAME]} if match.demon_staff else {}


def rows(found: Iterable[models.Model]) -> list[dict[str, Any]]:
    return [fields_of(row) for row in found]


def fields_of(row: models.Model) -> dict[str, Any]:
    """Return every column by its name, without the site's accounts and secrets."""
    left_out = LEFT_OUT.get(type(row), set())
    names = [f.name for f in row._meta.concrete_fields if f.name not in left_out]
    return {name: _plain(row.__dict__.get(name, getattr(row, f"{name}_id", None))) for name in names}


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


is_web_address = URLValidator(schemes=["http", "https"])


def continue_elsewhere(*, event_id: int, who: User, address: str = "") -> Event:
    """Let every page of the event, personal links too, say that it goes on elsewhere."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        _refuse_no_address(address)
        event.elsewhere_since = event.elsewhere_since or timezone.now()
        event.elsewhere_at = address
        return _save(event, "event-continues-elsewhere", who)


def continue_here(*, event_id: int, who: User) -> Event:
    """Take that back."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if event.elsewhere_since is None:
            return event
        event.elsewhere_since, event.elsewhere_at = None, ""
        return _save(event, "event-continues-here", who)


def hand_out_links(*, event_id: int, who: User) -> None:
    """Note that the personal links, which are new since the import, are printed and handed out."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if event.links_are_new:
            event.links_are_new = False
            event.save(update_fields=["links_are_new"])
            record("links-handed-out", who=who, subject=event, scope=event)
            live.notify(*event.topics("players", "state"))


def _refuse_no_address(address: str) -> None:
    if not address:
        return
    try:
        is_web_address(address)
    except ValidationError as error:
        text = _("Enter a whole address, as https://example.org/events/cup/ or http://192.168.0.12:8000/.")
        raise Invalid("no-web-address", text) from error


def _save(event: Event, action: str, who: User) -> Event:
    event.save(update_fields=["elsewhere_since", "elsewhere_at"])
    record(action, who=who, subject=event, scope=event, after={"address": event.elsewhere_at})
    live.notify(*event.topics("state", "settings", "players"))
    return event
