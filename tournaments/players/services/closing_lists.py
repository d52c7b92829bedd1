"""The deadline of team lists: players whose illegal list withdraws them give their places to the waiting list."""

import datetime as dt
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.submission import lock_lists
from tournaments.models import Event, Right
from tournaments.players.services.registration import promote_waiting


class Closed(NamedTuple):
    events: int
    moved_up: int


def close_due_lists(now: dt.datetime | None = None) -> Closed:
    """Lock the lists of every event whose deadline has passed, and fill the places that this frees."""
    due = Event.objects.filter(
        lists_required=True, lists_locked_at__isnull=True, list_deadline__lte=now or timezone.now()
    )
    locked = moved_up = 0
    for event_id in due.exclude(state__in=["draft", "cancelled", "archived"]).values_list("pk", flat=True):
        with event_lock(event_id) as event:
            if event.lists_locked_at is None:
                moved_up += _close(event, who=None)
                locked += 1
    return Closed(locked, moved_up)


def close_lists(*, event_id: int, who: User) -> Event:
    """Lock the lists before the deadline, or without one, and fill the places that this frees."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if event.lists_locked_at is not None:
            raise Refused("lists-locked", _("Lists are locked."))
        _close(event, who=who)
        return event


def _close(event: Event, *, who: User | None) -> int:
    lock_lists(event, who=who)
    return len(promote_waiting(event, who=who))
