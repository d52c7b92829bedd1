"""Registrations. Places are counted under the event's lock; the waiting list is in order of arrival."""

import datetime as dt
import secrets
from collections.abc import Callable, Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from core.text.names import without_hidden_characters
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.reading import refuse_reader
from tournaments.lists.services.submission import lock_list_of
from tournaments.mail.services.introductions import introduce_again
from tournaments.mail.services.mail import introduce_strangers, notify_registration
from tournaments.models import Event, EventState, Registration, Right, Status
from tournaments.players.models.name_rows import NAME_NUMBERS
from tournaments.players.models.players import PLACE_HOLDING_STATUSES, UNDO_TIME
from tournaments.players.services.crews import notify_partner_of_leaving
from tournaments.players.services.names import number_names, refuse_name_of, refuse_own_name
from tournaments.players.services.places import (
    all_taken,
    free_held_place,
    next_round,
    places_left,
    refuse_before_waiting,
    refuse_full,
    registered_already,
)

ABOUT_THE_PLAYER = ("club", "household", "rating", "is_minor", "guardian")
ABOUT_FOR_STAFF = (
    *ABOUT_THE_PLAYER,
    "paid",
    "fixed_table",
    "note",
    "guest_name",
    "name_allowed",
    "guest_email",
    "manual_rank",
    "manual_why",
)
GONE = (Status.DROPPED, Status.DISQUALIFIED, Status.WITHDRAWN, Status.REFUSED)


def register(*, event_id: int, who: User, about: dict[str, Any] | None = None) -> Registration:
    """Register a player. After a withdrawal the same row is used again, at the end of the queue."""
    about = about or {}
    with event_lock(event_id) as event:
        if not who.is_authenticated:
            raise NotAllowed("sign-in-first", _("Sign in to register."))
        if not event.accepts_registrations():
            raise Refused("registration-closed", _("Registration is not open."))
        refuse_reader(event, user=who.pk)
        _refuse_without_guardian(event, about, is_minor=who.is_minor or bool(about.get("is_minor")))
        mine = event.registrations.filter(user=who).first() or Registration(event=event, user=who)
        if mine.pk and mine.status != Status.WITHDRAWN:
            raise registered_already(mine)
        if mine.can_undo_leaving:
            return restore_withdrawn(event, mine, who)
        refuse_own_name(mine, who)
        mine.held_until = mine.left_from = None
        _set_fields(mine, about, ABOUT_THE_PLAYER)
        return _assign_place(event, mine, who=who, approved=not event.needs_approval)


def add_player(
    *, event_id: int, who: User, about: dict[str, Any], before_waiting: bool = False, frees_place: bool = False
) -> Registration:
    """Add a player for the staff; during the Swiss rounds as a late entry. `frees_place`: take a place that is still
    held for somebody who left.

    The player is a guest. Only they can join the registration to an account, by the claim link in the e-mail to their
    address; so nobody is registered, and no name of an account is shown, because somebody knows an address.
    """
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if frees_place:
            free_held_place(event, who=who)
        if event.state == EventState.RUNNING and not before_waiting and places_left(event) > 0:
            refuse_before_waiting(event, players=1)
        player = _add_guest(event, who=who, about=about)
        introduce_strangers(event, [player])
        return player


def _add_guest(event: Event, *, who: User, about: dict[str, Any]) -> Registration:
    refuse_late_players(event)
    name = without_hidden_characters(str(about.get("guest_name", "")))
    if not name:
        raise Invalid("name-missing", _("Enter a name."))
    player = Registration(event=event, name_allowed=bool(about.get("name_allowed")))
    if _name_is_taken(player, name):
        raise Refused("already-registered", _("“%(name)s” is already registered.") % {"name": name})
    refuse_name_of(player, name)
    refuse_reader(event, addresses=[about.get("guest_email", "")])
    _refuse_taken_table(event, player, about)
    _set_fields(player, about, ABOUT_FOR_STAFF)
    player.guest_name = name
    if event.state == EventState.RUNNING:
        player.entered_round = next_round(event)
        player.checked_in_at = timezone.now()
    return _assign_place(event, player, who=who, approved=True)


def refuse_late_players(event: Event) -> None:
    if not event.accepts_players:
        raise Refused("too-late-to-enter", _("This event accepts no more players."))


def _refuse_taken_table(event: Event, player: Registration, about: dict[str, Any]) -> None:
    table = about.get("fixed_table")
    if table is None or table == player.fixed_table:
        return
    others = event.registrations.exclude(pk=player.pk).exclude(status__in=GONE)
    holder = others.filter(fixed_table=table).named().first()
    if holder is not None:
        message = _("Table %(table)s is the fixed table of %(name)s.")
        raise Refused("table-taken", message % {"table": table, "name": holder.full_name}, player=holder.pk)


def _name_is_taken(player: Registration, name: str) -> bool:
    if not name or player.name_allowed:
        return False
    return player.event.registrations.exclude(pk=player.pk).filter(guest_name__iexact=name).exists()


def _set_fields(player: Registration, about: dict[str, Any], allowed: tuple[str, ...]) -> None:
    for name in allowed:
        if name in about:
            setattr(player, name, about[name])


def _refuse_without_guardian(event: Event, about: dict[str, Any], *, is_minor: bool) -> None:
    if event.asks_guardian and is_minor and not str(about.get("guardian", "")).strip():
        raise Invalid("guardian-missing", _("A minor needs a guardian's note."))


def _assign_place(event: Event, player: Registration, *, who: User, approved: bool) -> Registration:
    """Give the player a free place unless others are waiting for it, or else put them on the waiting list if there is
    one."""
    is_asked_for = not event.has_started and event.registrations.waiting().exists()
    full = places_left(event) <= 0 or is_asked_for
    if full:
        refuse_full(event)
    player.queued_at = timezone.now() if full else None
    player.status = Status.WAITING if full else (Status.REGISTERED if approved else Status.PENDING)
    player.lot = player.lot or secrets.randbits(48)
    player.save()
    number_names(event)
    player.refresh_from_db(fields=NAME_NUMBERS)
    log_and_notify(event, player, "registered", who)
    if player.user_id:
        notify_registration(player)
    lock_list_of(event, player, who=who)
    seat_late_player(event, player, who=who)
    return player


def readmit(event: Event, player: Registration) -> None:
    """Readmit a player who gave up their place, if one is free; as a late entry while rounds are played."""
    refuse_late_players(event)
    if places_left(event) <= 0:
        raise all_taken(event)
    if event.has_started:
        player.entered_round = next_round(event)
        player.checked_in_at = player.checked_in_at or timezone.now()


def promote_waiting(event: Event, *, who: User | None) -> list[Registration]:
    """Move players up from the waiting list while places are free. Call under the event's lock."""
    if event.is_over or event.has_started:
        return []
    promoted = []
    while places_left(event) > 0 and (player := event.registrations.waiting().first()):
        player.status = Status.PENDING if event.needs_approval else Status.REGISTERED
        player.save(update_fields=["status"])
        log_and_notify(event, player, "promoted", who)
        notify_registration(player)
        lock_list_of(event, player, who=who)  # an illegal list can free the place again
        promoted.append(player)
    return promoted


def withdraw(*, registration: Registration, who: User) -> Registration:
    """Withdraw a registration before the event starts; afterwards players drop instead."""
    with event_lock(registration.event_id) as event:
        if not registration.belongs_to(who):
            require(event, who, Right.MANAGE_PLAYERS)
        registration.refresh_from_db()
        if event.has_started or registration.status not in {Status.REGISTERED, Status.PENDING, Status.WAITING}:
            raise Refused("cannot-withdraw", _("This registration cannot be withdrawn any more."))
        now = timezone.now()
        holds = registration.status in PLACE_HOLDING_STATUSES
        registration.left_from = leaving_snapshot(registration)
        registration.held_until = now + UNDO_TIME if holds else None
        registration.save(update_fields=["left_from", "held_until"])
        _set_status(event, registration, Status.WITHDRAWN, who)
        notify_partner_of_leaving(registration)
        promote_waiting(event, who=who)
        return registration


def leaving_snapshot(registration: Registration, **more: Any) -> dict[str, Any]:
    here = registration.checked_in_at
    return {
        "at": timezone.now().isoformat(),
        "status": registration.status,
        "checked_in_at": here.isoformat() if here else None,
        **more,
    }


def restore_withdrawn(event: Event, registration: Registration, who: User) -> Registration:
    """Restore the place as it was before the withdrawal, with check-in and position on the waiting list."""
    if event.has_started:
        raise Refused("event-has-started", _("The event has started: ask the desk."))
    was = registration.left_from or {}
    here = was.get("checked_in_at")
    registration.status = was["status"]
    registration.checked_in_at = dt.datetime.fromisoformat(here) if here else None
    registration.held_until = registration.left_from = None
    registration.save(update_fields=["status", "checked_in_at", "held_until", "left_from"])
    log_and_notify(event, registration, "reinstated", who)
    notify_registration(registration)
    lock_list_of(event, registration, who=who)
    promote_waiting(event, who=who)  # an illegal list frees the place that was held
    return registration


def release_places() -> int:
    """Give places whose holder did not come back to the waiting list."""
    over = Registration.objects.filter(status=Status.WITHDRAWN, held_until__lte=timezone.now())
    released = 0
    for event_id in set(over.values_list("event", flat=True)):
        with event_lock(event_id) as event:
            over.filter(event=event).update(held_until=None)
            released += len(promote_waiting(event, who=None))
    return released


def approve(*, registration: Registration, who: User) -> Registration:
    return _decide(registration, Status.REGISTERED, who)


def refuse(*, registration: Registration, who: User) -> Registration:
    return _decide(registration, Status.REFUSED, who)


def _decide(registration: Registration, status: Status, who: User) -> Registration:
    with event_lock(registration.event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        registration.refresh_from_db()
        if registration.status != Status.PENDING:
            raise Refused("not-pending", _("This registration is not awaiting approval."))
        _set_status(event, registration, status, who)
        promote_waiting(event, who=who)
        return registration


def _set_status(event: Event, registration: Registration, status: Status, who: User) -> None:
    registration.status = status
    registration.checked_in_at = None
    registration.save(update_fields=["status", "checked_in_at"])
    log_and_notify(event, registration, status, who)
    notify_registration(registration)
    lock_list_of(event, registration, who=who)


def edit_player(*, registration: Registration, who: User, about: dict[str, Any]) -> Registration:
    with event_lock(registration.event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        registration.refresh_from_db()
        name = without_hidden_characters(str(about.get("guest_name", "")))
        registration.name_allowed = bool(about.get("name_allowed", registration.name_allowed))
        if _name_is_taken(registration, name):
            raise Refused("already-registered", _("“%(name)s” is already registered.") % {"name": name})
        if name and name != registration.guest_name:
            refuse_name_of(registration, name)
        details = {k: v for k, v in about.items() if k != "guest_name"}
        if name and not registration.user_id:
            details["guest_name"] = name
        _refuse_taken_table(event, registration, details)
        _set_fields(registration, details, ABOUT_FOR_STAFF)
        address = Registration.objects.values_list("guest_email", flat=True).get(pk=registration.pk)
        if registration.guest_email != address:
            refuse_reader(event, addresses=[registration.guest_email])
        registration.save(update_fields=sorted(details.keys() & set(ABOUT_FOR_STAFF)))
        number_names(event)
        if registration.guest_email != address:
            introduce_again(event, registration)
        record("player-edited", who=who, subject=registration, scope=event, after={"fields": sorted(details)})
        live.notify(registration.topic, *event.topics("players"))
        return registration


def write_note(*, registration: Registration, who: User, note: str, seen: str) -> Registration:
    """Keep a note for the staff of the event. `seen` is the note that the page showed."""
    with event_lock(registration.event_id) as event:
        require(event, who, Right.RULE, Right.MANAGE_PLAYERS)
        if registration.belongs_to(who):
            raise NotAllowed("own-note", _("Others on the staff write the notes about you."))
        registration.refresh_from_db()
        if registration.note not in (seen, note):
            message = _("The note has changed since you opened the page: “%(note)s”")
            raise Invalid("note-changed", message % {"note": registration.note})
        registration.note = note[: Registration._meta.get_field("note").max_length]
        registration.save(update_fields=["note"])
        record("player-edited", who=who, subject=registration, scope=event, after={"fields": ["note"]})
        live.notify(registration.topic, *event.topics("players"))
        return registration


def log_and_notify(event: Event, player: Registration, action: str, who: User | None) -> None:
    record(action, who=who, subject=player, scope=event, after={"status": player.status})
    live.notify(player.topic, *event.topics("players"))


def let_in(*, registration: Registration, who: User) -> Registration:
    """Admit any player of the waiting list, not just the first: only those present in the hall can play."""
    with event_lock(registration.event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        refuse_late_players(event)
        registration.refresh_from_db()
        if registration.status != Status.WAITING or event.state != EventState.RUNNING:
            raise Refused("not-waiting", _("This player is not waiting for a place."))
        if places_left(event) <= 0:
            raise all_taken(event)
        registration.status = Status.REGISTERED
        registration.entered_round = next_round(event)
        registration.checked_in_at = timezone.now()
        registration.save(update_fields=["status", "entered_round", "checked_in_at"])
        log_and_notify(event, registration, "let-in", who)
        notify_registration(registration)
        lock_list_of(event, registration, who=who)
        seat_late_player(event, registration, who=who)
        return registration


def give_held_place(*, registration: Registration, who: User) -> Registration:
    """Give the place that is held for somebody who left to the first who waits."""
    with event_lock(registration.event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        refuse_late_players(event)
        first = event.registrations.waiting().first()
        if first is None or first.pk != registration.pk:
            raise Refused("not-first", _("This player is not the first on the waiting list any more."))
        free_held_place(event, who=who)
        if event.state == EventState.RUNNING:
            return let_in(registration=registration, who=who)
        if not promote_waiting(event, who=who):
            raise all_taken(event)
        registration.refresh_from_db()
        return registration


def decide_all(
    *, event_id: int, who: User, players: Collection[int], step: Callable[..., Registration]
) -> list[Registration]:
    """Take the step for all of these players of the event. Where it is refused for one, it is taken for none."""
    with event_lock(event_id) as event:
        chosen = list(event.registrations.named().filter(pk__in=players).select_related("event").order_by("pk"))
        if not chosen:
            raise Invalid("nobody-selected", _("Select at least one player."))
        return [_decide_for(player, who, step) for player in chosen]


def _decide_for(player: Registration, who: User, step: Callable[..., Registration]) -> Registration:
    try:
        return step(registration=player, who=who)
    except Refused as refusal:
        message = gettext("Nothing was changed. %(name)s: %(reason)s")
        values = {"name": player.full_name, "reason": refusal.message}
        raise type(refusal)(refusal.code, message % values, player=player.pk) from refusal
