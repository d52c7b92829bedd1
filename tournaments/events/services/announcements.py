"""The organiser's announcements."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import claim_form_key, event_lock, require
from tournaments.mail.services.mail import write
from tournaments.models import Announcement, Event, Right, Status, Topic


def announce(*, event_id: int, who: User, text: str, key: str = "") -> Announcement | None:
    """Publish an announcement on every open page. Sending the same form twice has no further effect."""
    with event_lock(event_id) as event:
        require(event, who, Right.ANNOUNCE)
        if not claim_form_key(event, key, "announce"):
            return None
        announcement = Announcement.objects.create(event=event, text=text, by=who)
        record("announced", who=who, subject=announcement, scope=event, after={"text": text})
        write(event, _audience(event), Topic.ANNOUNCEMENT, str(event), text)
        live.notify(*event.topics("announcements"))
        return announcement


def _audience(event: Event) -> Any:
    return event.registrations.filter(status__in=[Status.REGISTERED, Status.PENDING, Status.WAITING]).named()


def withdraw_announcement(*, announcement: Announcement, who: User) -> Announcement:
    with event_lock(announcement.event_id) as event:
        require(event, who, Right.ANNOUNCE)
        return _set_withdrawn(event, announcement, who, True)


def undo_withdrawal(*, announcement: Announcement, who: User) -> Announcement:
    """Show the announcement again, at its time. Whoever had it by e-mail gets no other."""
    with event_lock(announcement.event_id) as event:
        require(event, who, Right.ANNOUNCE)
        return _set_withdrawn(event, announcement, who, False)


def _set_withdrawn(event: Event, announcement: Announcement, who: User, withdrawn: bool) -> Announcement:
    announcement.refresh_from_db(fields=["withdrawn_at"])
    if (announcement.withdrawn_at is not None) == withdrawn:
        return announcement
    announcement.withdrawn_at = timezone.now() if withdrawn else None
    announcement.save(update_fields=["withdrawn_at"])
    action = "announcement-withdrawn" if withdrawn else "announcement-shown-again"
    record(action, who=who, subject=announcement, scope=event)
    live.notify(*event.topics("announcements"))
    return announcement
