"""Personal data of events: export and erasure; results stay."""

import secrets
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.users import User
from core.privacy import ErasureRefused
from tournaments.models import (
    DailyIntroductions,
    Event,
    MailChoice,
    OutgoingMail,
    Registration,
    ResultReport,
    Role,
    Staff,
    SubmittedList,
    digest_of,
)
from tournaments.models.states import OVER
from tournaments.services.base.addresses import is_opted_out
from tournaments.services.standings.player_record import games_of


def export(user: User) -> dict[str, Any]:
    mine = Registration.objects.filter(user=user).select_related("event")
    return {
        "registrations": [_registration(row) for row in mine],
        "staff": list(Staff.objects.filter(user=user).values("event__name", "role", "since")),
        "mails": MailChoice.objects.filter(user=user)
        .values("registration", "pairing", "deadline", "announcement", "ruling")
        .first(),
        "wants_no_mails": is_opted_out(digest_of(user.email)),
    }


def _registration(row: Registration) -> dict[str, Any]:
    return {
        "event": row.event.name,
        "status": row.status,
        "registered_at": row.created_at.isoformat(),
        "club": row.club,
        "household": row.household,
        "guardian": row.guardian,
        "rating": row.rating,
        "lists": list(row.lists.values("name", "figures", "pool", "submitted_at", "locked_at")),
        "games": [(game.round, game.outcome, game.glory, game.glory_against) for game in games_of(row)],
        "reports": list(
            row.reports.values("match_id", "says", "outcome", "glory_a", "glory_b", "note", "at", "set_aside_at")
        ),
        "penalties": list(row.penalties.current().values("kind", "article", "why", "at")),
    }


FORGOTTEN = ["club", "household", "guardian", "note", "rating", "is_minor", "link_token", "claim_token"]


def erase(user: User) -> None:
    """Results, pairings and rulings stay under the pseudonym of the account; texts of the person are deleted."""
    _leaves_no_event_ownerless(user)
    mine = Registration.objects.filter(user=user)
    ResultReport.objects.filter(by__in=mine).update(note="")
    SubmittedList.objects.filter(registration__in=mine).update(name="")
    OutgoingMail.objects.filter(to__iexact=user.email).delete()
    DailyIntroductions.objects.filter(organiser=user).delete()
    MailChoice.objects.filter(user=user).delete()
    for row in mine:
        row.club = row.household = row.guardian = row.note = ""
        row.rating, row.is_minor = None, False
        row.link_token, row.claim_token = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
        row.save(update_fields=FORGOTTEN)  # an event may be changing the rest of the row just now
    Staff.objects.filter(user=user).exclude(role=Role.OWNER).delete()


def _leaves_no_event_ownerless(user: User) -> None:
    others = Staff.objects.filter(event=OuterRef("pk"), role=Role.OWNER, user__is_active=True).exclude(user=user)
    owned = Event.objects.filter(~Exists(others), staff__user=user, staff__role=Role.OWNER)
    for event in owned.exclude(state__in=OVER):
        raise ErasureRefused(
            _("You are the only owner of “%(event)s”. Invite another owner, or finish or cancel the event first.")
            % {"event": event.name}
        )
