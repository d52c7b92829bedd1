"""Cancelling an event, and undoing it while the day is not over."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, Refused
from core.pages import live
from core.records import mail
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.limits import MOST_OF_A_REASON
from tournaments.mail.services.mail import notify_cancelled, notify_resumed, readers_of
from tournaments.models import Event, Registration, Right, Status, Topic

NOTIFIED = (Status.REGISTERED, Status.PENDING, Status.WAITING)


def begin_cancelling(event: Event, why: str) -> None:
    """Store the reason and notify all players; the caller holds the lock and changes the state."""
    why = why.strip()
    if not why:
        raise Invalid("reason-missing", _("Please give a reason."))
    if len(why) > MOST_OF_A_REASON:
        raise Invalid("reason-too-long", _("Enter at most %(most)s characters.") % {"most": MOST_OF_A_REASON})
    event.cancelled_at, event.cancelled_from, event.cancelled_because = timezone.now(), event.state, why
    notify_cancelled(event, _expected(event), why)


def e_mailed_and_not(event: Event) -> tuple[int, int]:
    """Return how many players would get an e-mail about cancelling, and how many would not."""
    players = _expected(event)
    e_mailed = len(readers_of(players, Topic.REGISTRATION)) if mail.can_be_sent() else 0
    return e_mailed, len(players) - e_mailed


def undo_cancelling(*, event_id: int, who: User) -> Event:
    """Return the event to the state in which it was cancelled; nothing else was changed since."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        if not event.can_undo_cancelling:
            raise Refused("too-late-to-undo", _("Cancelling can be undone on the same day only."))
        was, event.state = event.state, event.cancelled_from
        event.cancelled_at, event.cancelled_from, event.cancelled_because = None, "", ""
        event.save()
        record("event-moved", who=who, subject=event, scope=event, before=was, after=event.state)
        notify_resumed(event, _expected(event))
        live.notify(*event.topics("state"))
        return event


def _expected(event: Event) -> list[Registration]:
    return list(event.registrations.filter(status__in=NOTIFIED).named().select_related("event"))
