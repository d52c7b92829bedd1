"""Check-in by staff, by the QR code of the player, or by the players themselves during the check-in time; and the
rows of the desk, the same for all who work there."""

import dataclasses
import datetime as dt
from collections import Counter
from operator import itemgetter
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from core.text.names import as_sorted
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.submission import lock_list_of
from tournaments.models import Event, EventState, Registration, Right, Status, SubmittedList, rights_of
from tournaments.players.models.player_rows import PlayerRow, notes_who_paid, player_rows
from tournaments.players.services.dropping import can_come_back, come_back, undo_coming_back, who_can_be_sent_away


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


AT_THE_DESK = (Status.REGISTERED, Status.ABSENT)
STATUSES = {Status.ABSENT: _("no-show"), Status.DROPPED: _("dropped")}


class CheckInRow(NamedTuple):
    pk: int
    name: str
    club: str
    gone: str  # why they do not play
    here: bool
    paid: bool
    list_problem: str
    list_address: str
    tick_address: str
    fee_address: str
    can_check_in: bool
    can_undo: bool


@dataclasses.dataclass(frozen=True)
class ListsTaken:
    """Where lists are handed in at the desk: whether each one is legal."""

    legal: dict[int, bool]  # by player
    address: str


@dataclasses.dataclass(frozen=True)
class Together:
    """Players who were checked in with one click."""

    at: str
    number: int


@dataclasses.dataclass(frozen=True)
class CheckInDesk:
    rows: list[CheckInRow]
    here: int
    all: int
    away: int
    has_fee: bool
    unpaid: int
    together: Together | None
    last: CheckInRow | None  # who came in last
    waiting: list[str]  # names of those who have no place and cannot be checked in


def check_in_desk(event: Event, rights: frozenset[Right]) -> CheckInDesk:
    """Two queries whatever the size: who is expected and who is here, and whose list is legal."""
    everyone = player_rows(event)
    players = [player for player in everyone if player.status in AT_THE_DESK or can_come_back(event, player.status)]
    has_fee = notes_who_paid(event, players)
    back = who_can_be_sent_away(event)
    base = reverse("tournaments:check_in", args=[event.slug])
    takes_lists = event.lists_required and not rights.isdisjoint({Right.MANAGE_PLAYERS, Right.RULE})
    lists = _lists_taken(event) if takes_lists else None
    rows = [_row(event, player, base, back, lists) for player in players]
    return CheckInDesk(
        rows=sorted(rows, key=lambda row: (row.here, as_sorted(row.name))),
        here=sum([row.here for row in rows]),
        all=sum([player.status in AT_THE_DESK for player in players]),
        away=sum([player.can_play and not player.is_checked_in for player in players]),
        has_fee=has_fee,
        unpaid=sum([player.can_play and not player.paid for player in players]) if has_fee else 0,
        together=_last_together(event, players),
        last=_last_here(event, players, base, back),
        waiting=sorted([player.full_name for player in everyone if player.status == Status.WAITING], key=as_sorted),
    )


def _lists_taken(event: Event) -> ListsTaken:
    lists = SubmittedList.objects.current().filter(registration__event=event)
    return ListsTaken(dict(lists.values_list("registration", "legal")), reverse("tournaments:lists", args=[event.slug]))


def _last_here(event: Event, players: list[PlayerRow], base: str, back: set[int]) -> CheckInRow | None:
    """Return the player checked in last, so that a click or Enter is confirmed; None if several came in at once."""
    checked_in = [(player.checked_in_at, player) for player in players if player.checked_in_at and player.can_play]
    times = sorted(checked_in, key=itemgetter(0))[-2:]
    if not times or (len(times) > 1 and times[0][0] == times[1][0]):
        return None
    return _row(event, times[-1][1], base, back)


def _row(event: Event, player: PlayerRow, base: str, back: set[int], lists: ListsTaken | None = None) -> CheckInRow:
    return CheckInRow(
        pk=player.pk,
        name=player.full_name,
        club=player.club,
        gone=str(STATUSES.get(Status(player.status), "")),
        here=player.is_checked_in and player.can_play,
        paid=player.paid,
        list_problem=_problem(lists.legal.get(player.pk)) if lists else "",
        list_address=f"{lists.address}{player.pk}/hand-in/" if lists else "",
        tick_address=f"{base}{player.pk}/",
        fee_address=f"{base}{player.pk}/fee/",
        can_check_in=event.state == EventState.CHECK_IN or can_come_back(event, player.status),
        can_undo=event.state == EventState.CHECK_IN or player.pk in back,
    )


def list_problem_of(player: Registration) -> str:
    if not player.event.lists_required:
        return ""
    return _problem(player.lists.current().values_list("legal", flat=True).first())


def _problem(legal: bool | None) -> str:
    if legal is None:
        return gettext("list missing")
    return "" if legal else gettext("list not legal")


def _last_together(event: Event, players: list[PlayerRow]) -> Together | None:
    """Return the last group that was checked in with one click, recognised by the common time."""
    if event.state != EventState.CHECK_IN:
        return None
    times: Counter[dt.datetime] = Counter(player.checked_in_at for player in players if player.checked_in_at)
    last = max((at for at, number in times.items() if number > 1), default=None)
    if last is None:
        return None
    return Together(last.isoformat(), times[last])
