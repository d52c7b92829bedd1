"""Check-in by staff, by the QR code of the player, or by the players themselves during the check-in time."""

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.submission import lock_list_of
from tournaments.models import Event, EventState, Registration, Right, Status, rights_of
from tournaments.players.services.coming_back import can_come_back, come_back, undo_coming_back, who_can_be_sent_away


def check_in(*, registration: Registration, who: User) -> Registration:
    with event_lock(registration.event_id) as event:
        _require_staff_or_self_in_time(event, registration, who)
        registration.refresh_from_db()
        if can_come_back(event, registration.status):
            before = registration.status
            come_back(event, registration, who=who)
            return _log_and_notify(event, registration, "checked-in", who, before)
        if registration.status not in {Status.REGISTERED, Status.ABSENT}:
            raise Refused("not-registered", _("This player has no place in the event."))
        _refuse_closed(event)
        registration.status = Status.REGISTERED
        registration.checked_in_at = registration.checked_in_at or timezone.now()
        registration.save(update_fields=["checked_in_at", "status"])
        lock_list_of(event, registration, who=who)
        seat_late_player(event, registration, who=who)
        return _log_and_notify(event, registration, "checked-in", who)


def undo_check_in(*, registration: Registration, who: User) -> Registration:
    with event_lock(registration.event_id) as event:
        require(event, who, Right.CHECK_IN)
        registration.refresh_from_db()
        if registration.pk in who_can_be_sent_away(event):
            undo_coming_back(registration)
            return _log_and_notify(event, registration, "check-in-undone", who, Status.REGISTERED)
        _refuse_closed(event)
        registration.checked_in_at = None
        registration.save(update_fields=["checked_in_at"])
        return _log_and_notify(event, registration, "check-in-undone", who)


def check_in_all(*, event_id: int, who: User) -> int:
    """Check in everyone who has a place and is not here yet, all with the same time, by which it can be undone."""
    with event_lock(event_id) as event:
        require(event, who, Right.CHECK_IN)
        _refuse_closed(event)
        away = list(event.registrations.registered().filter(checked_in_at__isnull=True).named())
        if not away:
            return 0
        numbers = [player.pk for player in away]
        event.registrations.filter(pk__in=numbers).update(checked_in_at=timezone.now())
        if event.lists_locked_at is not None or event.pods_seed is not None:
            for player in event.registrations.filter(pk__in=numbers).select_related("pool", "user"):
                lock_list_of(event, player, who=who)
                seat_late_player(event, player, who=who)
        record("all-checked-in", who=who, subject=event, scope=event, after={"players": len(away)})
        _notify_all(event, away)
        return len(away)


def undo_check_in_all(*, event_id: int, who: User, at: dt.datetime) -> int:
    """Undo one `check_in_all`, identified by its time; players who were checked in separately stay."""
    with event_lock(event_id) as event:
        require(event, who, Right.CHECK_IN)
        _refuse_closed(event)
        together = list(event.registrations.registered().filter(checked_in_at=at))
        event.registrations.filter(pk__in=[player.pk for player in together]).update(checked_in_at=None)
        record("all-check-in-undone", who=who, subject=event, scope=event, after={"players": len(together)})
        _notify_all(event, together)
        return len(together)


def mark_paid(*, registration: Registration, who: User, paid: bool) -> Registration:
    """Record at the desk whether the fee was paid."""
    with event_lock(registration.event_id) as event:
        require(event, who, Right.CHECK_IN, Right.MANAGE_PLAYERS)
        registration.paid = paid
        registration.save(update_fields=["paid"])
        return _log_and_notify(event, registration, "fee-paid" if paid else "fee-not-paid", who)


def _refuse_closed(event: Event) -> None:
    if event.state != EventState.CHECK_IN:
        raise Refused("check-in-closed", _("Check-in is not open."))


def _notify_all(event: Event, players: list[Registration]) -> None:
    live.notify(*event.topics("players"), *(player.topic for player in players))


def _require_staff_or_self_in_time(event: Event, registration: Registration, who: User) -> None:
    if Right.CHECK_IN in rights_of(event, who):
        return
    if not registration.belongs_to(who):
        raise NotAllowed("not-your-role", _("Your role in this event does not allow this."))
    if not event.is_check_in_open:
        raise Refused("check-in-closed", _("Check-in is not open."))


def _log_and_notify(event: Event, registration: Registration, action: str, who: User, before: str = "") -> Registration:
    """`before`: the status of a player for whom it changed."""
    was, now = ({"status": before}, {"status": registration.status}) if before else (None, None)
    record(action, who=who, subject=registration, scope=event, before=was, after=now)
    live.notify(registration.topic, *event.topics("players", *(["standings"] if before else [])))
    return registration
