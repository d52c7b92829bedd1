"""Leaving events on deletion of an account, so that nobody is paired with the deleted player."""

from accounts.models import User
from tournaments.base.services.locking import event_lock
from tournaments.events.models.states import OVER
from tournaments.models import Event, Registration, Status
from tournaments.players.services.dropping import drop
from tournaments.players.services.registration import withdraw


def leave_events(user: User) -> None:
    """Withdraw the user from events that have not started, and drop them from the others."""
    mine = Registration.objects.filter(user=user).exclude(event__state__in=OVER).order_by("event")
    for registration in mine:
        with event_lock(registration.event_id) as event:
            registration.refresh_from_db()
            _leave(event, registration, user)


def _leave(event: Event, registration: Registration, user: User) -> None:
    if event.is_playing and registration.status == Status.REGISTERED:
        drop(registration=registration, who=user)
    elif registration.status in {Status.REGISTERED, Status.PENDING, Status.WAITING}:
        _withdraw(event, registration, user)


def _withdraw(event: Event, registration: Registration, user: User) -> None:
    if not event.has_started:
        withdraw(registration=registration, who=user)
    else:  # still on the waiting list, without a place to give up
        registration.status = Status.WITHDRAWN
        registration.save(update_fields=["status"])
