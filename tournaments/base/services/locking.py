"""The lock of an event, and checks of rights, versions and forms that were already processed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.database.errors import lock_was_taken
from core.errors import Busy, NotAllowed, Stale
from tournaments.events.models.events import Event, OnceKey
from tournaments.events.models.staff import Right, rights_of
from tournaments.rounds.models.matches import Match


@contextmanager
def event_lock(event_id: int) -> Iterator[Event]:
    """Lock the event in a transaction: its row on PostgreSQL, the whole file on SQLite (IMMEDIATE).

    The timeout is a setting of the connection.
    """
    try:
        with transaction.atomic():
            yield _locked_event(event_id)
    except OperationalError as error:
        if lock_was_taken(error):
            raise Busy("busy", _("Somebody else is changing this event right now. Please try again.")) from error
        raise


def _locked_event(event_id: int) -> Event:
    return Event.objects.select_for_update().get(pk=event_id)


@contextmanager
def match_lock(match_id: int) -> Iterator[Match]:
    """Yield the match, read again under the lock of its event."""
    event_id = Match.objects.values_list("round__event_id", flat=True).get(pk=match_id)
    with event_lock(event_id) as event:
        match = Match.objects.named().get(pk=match_id)
        match.round.event = event
        yield match


def require(event: Event, who: User | AnonymousUser, *rights: Right) -> None:
    """Refuse unless the person has at least one of these rights in the event."""
    if rights_of(event, who).isdisjoint(rights):
        raise NotAllowed("not-your-role", _("Your role in this event does not allow this."))


def require_version(row: Match | Any, seen_version: int | None, **details: Any) -> None:
    """Refuse if the row has changed since the version that the form was based on (optimistic locking)."""
    if seen_version is not None and seen_version != row.version:
        raise Stale("stale", _("This has changed since you opened the page."), version=row.version, **details)


def claim_form_key(event: Event, key: str, action: str) -> bool:
    """Record that the form with this key is processed; return False if it already was. Call under the event's lock."""
    if not key:
        return True
    _row, created = OnceKey.objects.get_or_create(event=event, key=key[:64], defaults={"action": action})
    return created
