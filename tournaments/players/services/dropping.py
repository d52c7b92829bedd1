"""Leaving an event and coming back: drop, no-show, disqualification, reinstatement."""

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.settings import OVER, IllegalList
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.submission import lock_list_of
from tournaments.models import (
    Event,
    EventState,
    Match,
    Penalty,
    PenaltyKind,
    Registration,
    Right,
    Round,
    Status,
)
from tournaments.players.models.players import UNDO_TIME
from tournaments.players.services.crews import notify_partner_of_leaving
from tournaments.players.services.places import all_taken, places_left
from tournaments.players.services.registration import leaving_snapshot, readmit, restore_withdrawn, withdraw
from tournaments.results.services.entry import undo_forfeit
from tournaments.results.services.forfeits import forfeit_open_matches, open_matches, recount_reports

BY_RULING = _("A ruling disqualified this player: only another ruling on the same case can undo it.")


def leave(*, registration: Registration, who: User) -> None:
    """Withdraw a player before the event starts, drop them while it is played."""
    if registration.event.is_playing:
        drop(registration=registration, who=who)
    else:
        withdraw(registration=registration, who=who)


def drop(*, registration: Registration, who: User, why: str = "") -> Registration:
    """Drop a player at their own or the staff's request; their open match is forfeited."""
    with event_lock(registration.event_id) as event:
        _require_self_or_staff(event, registration, who)
        return _leave(event, registration, Status.DROPPED, who, why)


def disqualify(*, registration: Registration, who: User, why: str, after_round: int | None = None) -> Registration:
    """Disqualify a player, even after the end. Place and status remain visible, and prizes go to others.

    `after_round`: a confirmed disqualification takes effect from the original ruling.
    """
    with event_lock(registration.event_id) as event:
        _require_may_disqualify(event, registration, who)
        registration.refresh_from_db()
        if registration.status == Status.DISQUALIFIED:
            raise Refused("disqualified-already", _("This player is already disqualified."))
        return _leave(event, registration, Status.DISQUALIFIED, who, why, after_round)


def revoke_disqualification(
    *, registration: Registration, who: User, why: str, status: str, left_after_round: int | None
) -> Registration:
    """Restore the earlier status; missed rounds stay lost. A player who was already reinstated is left unchanged."""
    with event_lock(registration.event_id) as event:
        _require_may_disqualify(event, registration, who)
        if event.state == EventState.ARCHIVED:
            raise Refused("event-is-over", _("This event is over."))
        registration.refresh_from_db()
        before = registration.status
        if before == Status.DISQUALIFIED:
            _restore(registration, status, left_after_round)
            _log_and_notify(event, registration, "reinstated", who, before, why)
        return registration


def _restore(registration: Registration, status: str, left_after_round: int | None, *more: str) -> None:
    registration.status, registration.left_after_round = status, left_after_round
    registration.left_from = registration.held_until = None
    registration.save(update_fields=["status", "left_after_round", "left_from", "held_until", *more])


def _require_may_disqualify(event: Event, registration: Registration, who: User) -> None:
    require(event, who, Right.DISQUALIFY)
    if registration.belongs_to(who):
        raise NotAllowed("own-penalty", _("You cannot decide about yourself."))


def reinstate(*, registration: Registration, who: User, why: str = "") -> Registration:
    """Readmit a player after a drop, absence, disqualification or withdrawal; missed rounds stay lost. A player who had
    dropped before the disqualification has dropped again."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db()
        before = registration.status
        _require_may_reinstate(event, registration, who, why)
        if registration.can_undo_leaving:
            return _undo_leaving(event, registration, who)
        if registration.dropped_before_disqualification:
            _restore(registration, Status.DROPPED, registration.left_after_round)
            _log_and_notify(event, registration, "reinstated", who, before, why)
            return registration
        if before == Status.WITHDRAWN:
            _refuse_illegal_list(event, registration)
            readmit(event, registration)
        elif before == Status.ABSENT and event.has_started:
            readmit(event, registration)
        elif before not in {Status.DROPPED, Status.DISQUALIFIED}:
            raise Refused("not-gone", _("This player has not left the event."))
        elif before == Status.DROPPED and event.is_playing and places_left(event) <= 0:
            raise all_taken(event)
        _restore(registration, Status.REGISTERED, None, "entered_round", "checked_in_at")
        _log_and_notify(event, registration, "reinstated", who, before, why)
        lock_list_of(event, registration, who=who)
        seat_late_player(event, registration, who=who)
        recount_reports(registration)
        return registration


def undo_leaving(*, registration: Registration, who: User) -> Registration:
    """Restore for a short time after leaving the player's place, and the matches forfeited in a round still being
    played."""
    with event_lock(registration.event_id) as event:
        _require_self_or_staff(event, registration, who)
        registration.refresh_from_db()
        if not registration.can_undo_leaving:
            raise Refused("too-late-to-undo", _("This can no longer be undone: ask the desk."))
        return _undo_leaving(event, registration, who)


def _undo_leaving(event: Event, registration: Registration, who: User) -> Registration:
    if registration.status == Status.WITHDRAWN:
        return restore_withdrawn(event, registration, who)
    if event.is_over:
        raise Refused("event-is-over", _("This event is over."))
    forfeited = Match.objects.filter(pk__in=(registration.left_from or {}).get("forfeited", []))
    _restore(registration, Status.REGISTERED, None)
    for match in forfeited.named().select_related("round__event"):
        undo_forfeit(match, who=who)
    recount_reports(registration)
    _log_and_notify(event, registration, "reinstated", who, Status.DROPPED, "")
    return registration


def _require_may_reinstate(event: Event, registration: Registration, who: User, why: str) -> None:
    """Refuse people who may not reinstate; disqualifications can only be undone by those who may disqualify."""
    if registration.status != Status.DISQUALIFIED:
        require(event, who, Right.MANAGE_PLAYERS)
        return
    _require_may_disqualify(event, registration, who)
    if disqualified_by_ruling(registration):
        raise Refused("ruling-stands", BY_RULING)
    if not why.strip():
        raise Invalid("reason-missing", _("Please give a reason."))


def disqualified_by_ruling(registration: Registration) -> bool:
    return (
        Penalty.objects.current()
        .filter(registration=registration, kind=PenaltyKind.DISQUALIFICATION, by_ruling=True)
        .exists()
    )


def can_be_disqualified(event: Event, registration: Registration) -> bool:
    in_time = event.is_playing or event.state == EventState.FINISHED
    return in_time and registration.status in {Status.REGISTERED, Status.DROPPED}


def _refuse_illegal_list(event: Event, registration: Registration) -> None:
    """Refuse a player with an illegal list if the event drops such players."""
    out = event.lists_locked_at is not None and event.illegal_list == IllegalList.DROP
    if out and registration.lists.current().filter(legal=False).exists():
        raise Refused("list-not-legal", _("Lists are locked: submit a legal list for this player first."))


def _require_self_or_staff(event: Event, registration: Registration, who: User) -> None:
    if not registration.belongs_to(who):
        require(event, who, Right.MANAGE_PLAYERS, Right.RULE)


def _leave(
    event: Event, registration: Registration, status: Status, who: User, why: str, after_round: int | None = None
) -> Registration:
    registration.refresh_from_db()
    if registration.status not in {Status.REGISTERED, Status.DROPPED} or registration.status == status:
        raise Refused("not-playing", _("This player is not in the event."))
    _refuse_wrong_state(event, status)
    before = registration.status
    forfeited = [match.pk for match in open_matches(registration)]
    registration.left_from = leaving_snapshot(registration, forfeited=forfeited)
    registration.held_until = timezone.now() + UNDO_TIME if status == Status.DROPPED else None
    registration.status = status
    if before != Status.DROPPED:  # rounds after a drop are not missed, whatever follows
        registration.left_after_round = _last_round(event) if after_round is None else after_round
    registration.save(update_fields=["status", "left_after_round", "left_from", "held_until"])
    forfeit_open_matches(registration, who=who, why=why)
    notify_partner_of_leaving(registration)
    _log_and_notify(event, registration, status, who, before, why)
    return registration


def _refuse_wrong_state(event: Event, status: Status) -> None:
    if event.is_playing or (event.state == EventState.FINISHED and status == Status.DISQUALIFIED):
        return
    if event.is_over:
        raise Refused("event-is-over", _("This event is over."))
    raise Refused("event-not-running", _("The event has not started: withdraw the registration instead."))


def _last_round(event: Event) -> int:
    last = Round.objects.filter(event=event).public().order_by("-number").first()
    return last.number if last else 0


def _log_and_notify(event: Event, registration: Registration, action: str, who: User, before: str, why: str) -> None:
    after = {"status": registration.status}
    record(action, who=who, subject=registration, scope=event, before={"status": before}, after=after, why=why)
    live.notify(registration.topic, *event.topics("players", "standings"))


def leave_events(user: User) -> None:
    """Withdraw the user from events that have not started, and drop them from the others."""
    mine = Registration.objects.filter(user=user).exclude(event__state__in=OVER).order_by("event")
    for registration in mine:
        with event_lock(registration.event_id) as event:
            registration.refresh_from_db()
            _leave_event(event, registration, user)


def _leave_event(event: Event, registration: Registration, user: User) -> None:
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


GONE = (Status.ABSENT, Status.DROPPED)
BACK = ("status", "entered_round", "left_after_round", "checked_in_at", "left_from", "held_until")


def can_come_back(event: Event, status: str) -> bool:
    return event.state == EventState.RUNNING and status in GONE


def come_back(event: Event, player: Registration, *, who: User) -> None:
    """Bring the player back. Call under the event's lock."""
    if player.can_undo_leaving:
        undo_leaving(registration=player, who=who)  # with the match that they left moments ago
        return
    before = leaving_snapshot(
        player,
        entered_round=player.entered_round,
        left_after_round=player.left_after_round,
        rounds=event.rounds.count(),
    )
    if player.status == Status.ABSENT:
        readmit(event, player)
    elif places_left(event) <= 0:
        raise all_taken(event)
    player.status, player.checked_in_at, player.left_after_round = Status.REGISTERED, timezone.now(), None
    player.left_from, player.held_until = before, None
    player.save(update_fields=BACK)
    lock_list_of(event, player, who=who)
    seat_late_player(event, player, who=who)
    recount_reports(player)


def who_can_be_sent_away(event: Event) -> set[int]:
    """Return the players who came back and for whom no round was paired since: that can be undone."""
    if event.state != EventState.RUNNING:
        return set()
    rounds = event.rounds.count()
    back = event.registrations.registered().filter(left_from__isnull=False).values_list("pk", "left_from")
    return {pk for pk, before in back if before and before.get("rounds") == rounds}


def undo_coming_back(player: Registration) -> None:
    """Give back the status, and everything with it, that the player came with."""
    before = player.left_from or {}
    here = before["checked_in_at"]
    player.status, player.checked_in_at = before["status"], dt.datetime.fromisoformat(here) if here else None
    player.entered_round, player.left_after_round = before["entered_round"], before["left_after_round"]
    player.left_from = None
    player.save(update_fields=BACK)
