"""The places of an event: how many are taken, held for somebody, or waited for."""

import datetime as dt
from collections.abc import Iterable, Mapping

from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.records.audit import record
from tournaments.models import Event, EventState, Registration, Round, Status
from tournaments.players.models.players import CHAIR_NEEDING_STATUSES, PLACE_HOLDING_STATUSES

NOBODY = dict.fromkeys(Status.values, 0)


def players_by_status(event: Event) -> dict[str, int]:
    return NOBODY | dict(event.registrations.order_by().values_list("status").annotate(Count("pk")))


def _holding(has_started: bool) -> tuple[frozenset[Status], Status]:
    """Return the statuses that hold a place, and the one that does until `held_until`. While rounds are played the
    place of a player who dropped goes to a late entry, once it cannot be undone."""
    if has_started:
        return CHAIR_NEEDING_STATUSES, Status.DROPPED
    return PLACE_HOLDING_STATUSES, Status.WITHDRAWN


def places_taken_of(events: Iterable[Event]) -> tuple[dict[int, int], dict[int, int], dict[int, dict[str, int]]]:
    """Return `places_taken`, how many of them are held, and `players_by_status` of many events, in two queries."""
    by_pk = {event.pk: event for event in events}
    number: dict[int, dict[str, int]] = {pk: dict(NOBODY) for pk in by_pk}
    held: dict[int, list[tuple[str, dt.datetime | None]]] = {pk: [] for pk in by_pk}
    players = Registration.objects.filter(event__in=by_pk)
    for event, status, of_status in players.order_by().values_list("event", "status").annotate(Count("pk")):
        number[event][status] = of_status
    for event, status, until in players.being_held().values_list("event", "status", "held_until"):
        held[event].append((status, until))
    taken = {pk: _taken(event, number[pk], held[pk]) for pk, event in by_pk.items()}
    return taken, {pk: _kept(event, held[pk]) for pk, event in by_pk.items()}, number


def places_taken(event: Event, number: Mapping[str, int] | None = None) -> int:
    return _taken(
        event, number or players_by_status(event), event.registrations.being_held().values_list("status", "held_until")
    )


def _taken(event: Event, number: Mapping[str, int], held: Iterable[tuple[str, dt.datetime | None]]) -> int:
    statuses, _left = _holding(event.has_started)
    return sum(number[status] for status in statuses) + _kept(event, held)


def _kept(event: Event, held: Iterable[tuple[str, dt.datetime | None]]) -> int:
    return len(_held_times(event, held))


def _held_times(event: Event, held: Iterable[tuple[str, dt.datetime | None]]) -> list[dt.datetime]:
    _statuses, left = _holding(event.has_started)
    now = timezone.now()
    return [until for status, until in held if status == left and until is not None and until > now]


def places_kept(event: Event) -> int:
    """Return how many places are neither free nor taken: their players have just left and may come back."""
    return _kept(event, event.registrations.being_held().values_list("status", "held_until"))


def held_place(event: Event) -> Registration | None:
    """Return the player who left and whose place is held for the shortest time."""
    _statuses, left = _holding(event.has_started)
    held = event.registrations.being_held().filter(status=left, held_until__gt=timezone.now())
    return held.named().order_by("held_until", "pk").first()


def until_when(time: dt.datetime | None) -> str:
    """Return the time of day until which a place is held."""
    return date_format(timezone.localtime(time), "H:i") if time else ""


def place_to_free(event: Event) -> Registration | None:
    """Return the player who left and whose place is the next that could be given, if no other is free."""
    player = held_place(event)
    return None if player is None or places_left(event) > 0 else player


def free_held_place(event: Event, *, who: User) -> None:
    """Free a place that is held, if no other is free: its player can no longer take it back without asking. Call
    under the event's lock."""
    player = place_to_free(event)
    if player is None:
        return
    player.left_from = player.held_until = None
    player.save(update_fields=["left_from", "held_until"])
    record("place-freed", who=who, subject=player, scope=event, after={"status": player.status})
    live.notify(player.topic, *event.topics("players"))


def places_left(event: Event, number: Mapping[str, int] | None = None) -> int:
    """`number` of players by status, where it is known."""
    return event.capacity - places_taken(event, number)


def left_and_held_until(event: Event, number: Mapping[str, int]) -> tuple[int, str]:
    """Return the number of places left, and until when the first of those that are held is, in one query."""
    times = _held_times(event, event.registrations.being_held().values_list("status", "held_until"))
    statuses, _left = _holding(event.has_started)
    return event.capacity - sum(number[status] for status in statuses) - len(times), until_when(
        min(times, default=None)
    )


def free_for_new(event: Event) -> int:
    """Return the free places for new players: none while others are waiting. During rounds that is refused instead."""
    queue = not event.has_started and event.registrations.waiting().exists()
    return 0 if queue else max(0, places_left(event))


def next_round(event: Event) -> int:
    return Round.objects.filter(event=event).public().count() + 1


def position_on_the_waiting_list(me: Registration) -> int | None:
    """Return the position from 1, in the order in which places are given, or None for players who are not waiting."""
    if me.status != Status.WAITING:
        return None
    return list(me.event.registrations.waiting().values_list("pk", flat=True)).index(me.pk) + 1


def refuse_full(event: Event) -> None:
    """Refuse if there is no waiting list to join."""
    if event.state == EventState.RUNNING or not event.has_waiting_list:
        raise all_taken(event)


def all_taken(event: Event) -> Refused:
    """Return the error for a full event. It says until when a place is held, but not for whom, since players read
    it."""
    held = held_place(event)
    if held is None:
        return Refused("full", _("All places are taken."))
    text = _("All places are taken. One is held until %(time)s for somebody who left: try again then.")
    return Refused("full", text % {"time": until_when(held.held_until)})


def registered_already(me: Registration) -> Refused:
    """Return the error for somebody who has a registration in the event, even if only a rejected one."""
    if me.status == Status.REFUSED:
        text = _(
            "The organiser rejected your registration, and you cannot register again. Ask them if this is a mistake."
        )
        return Refused("registration-refused", text)
    return Refused("already-registered", _("You are already registered."))


def refuse_before_waiting(event: Event, *, players: int) -> None:
    """Refuse to bypass the waiting list. While rounds are played nobody moves up automatically, but waiting players
    come first."""
    waiting = event.registrations.waiting().named()
    in_line = waiting.count()
    first = waiting.first()
    if first is None or places_left(event) >= in_line + players:
        return
    text = ngettext_lazy(
        "%(name)s is waiting for a place. Let them in on “Manage players” first.",
        "%(name)s is the first of %(number)s players waiting for a place. Let them in on “Manage players” first.",
        "number",
    )
    raise Refused("others-wait", text % {"name": first.full_name, "number": in_line})
