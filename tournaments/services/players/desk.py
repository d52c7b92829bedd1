"""The check-in desk as rows, prepared before the template. They are the same for all who work at the desk."""

import dataclasses
import datetime as dt
from collections import Counter

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from core.names import as_sorted
from tournaments.models import Event, EventState, Registration, Right, Status, SubmittedList

AT_THE_DESK = (Status.REGISTERED, Status.ABSENT)


@dataclasses.dataclass(frozen=True, slots=True)
class DeskRow:
    pk: int
    name: str
    here: bool
    paid: bool
    list_problem: str
    list_address: str
    tick_address: str
    fee_address: str
    can_check_in: bool
    can_undo: bool


@dataclasses.dataclass(frozen=True)
class Together:
    """Players who were checked in with one click."""

    at: str
    number: int


@dataclasses.dataclass(frozen=True)
class Desk:
    rows: list[DeskRow]
    here: int
    all: int
    away: int
    unpaid: int
    together: Together | None
    last: DeskRow | None  # who came in last


def desk_of(event: Event, rights: frozenset[Right]) -> Desk:
    """Three queries whatever the size: who is expected, who is here, whose list is missing or not legal."""
    lists = Prefetch("lists", SubmittedList.objects.current().only("registration_id", "legal"))
    players = list(event.registrations.filter(status__in=AT_THE_DESK).named().prefetch_related(lists))
    in_order = sorted(players, key=lambda player: (player.is_checked_in, as_sorted(player.full_name)))
    base = reverse("tournaments:check_in", args=[event.slug])
    takes_lists = event.lists_required and not rights.isdisjoint({Right.MANAGE_PLAYERS, Right.RULE})
    return Desk(
        rows=[_row(event, player, base, takes_lists=takes_lists) for player in in_order],
        here=sum(player.is_checked_in for player in players),
        all=len(players),
        away=sum(player.can_play and not player.is_checked_in for player in players),
        unpaid=sum(player.can_play and not player.paid for player in players) if event.entry_fee else 0,
        together=_last_together(event, players),
        last=_last_here(event, players, base),
    )


def _last_here(event: Event, players: list[Registration], base: str) -> DeskRow | None:
    """Return the player checked in last, so that a click or Enter is confirmed; None if several came in at once."""
    times = sorted(((player.checked_in_at, player) for player in players if player.checked_in_at), key=_time)[-2:]
    if not times or (len(times) > 1 and times[0][0] == times[1][0]):
        return None
    return _row(event, times[-1][1], base, takes_lists=False)


def _time(found: tuple[dt.datetime, Registration]) -> dt.datetime:
    return found[0]


def _row(event: Event, player: Registration, base: str, *, takes_lists: bool) -> DeskRow:
    late = event.state == EventState.RUNNING and player.status == Status.ABSENT
    return DeskRow(
        pk=player.pk,
        name=player.full_name,
        here=player.is_checked_in,
        paid=player.paid,
        list_problem=_problem(next(iter(player.lists.all()), None)) if takes_lists else "",
        list_address=reverse("tournaments:hand_in", args=[event.slug, player.pk]) if takes_lists else "",
        tick_address=f"{base}{player.pk}/",
        fee_address=f"{base}{player.pk}/fee/",
        can_check_in=event.state == EventState.CHECK_IN or late,
        can_undo=event.state == EventState.CHECK_IN,
    )


def list_problem_of(player: Registration) -> str:
    return _problem(player.lists.current().first()) if player.event.lists_required else ""


def _problem(submitted: SubmittedList | None) -> str:
    if submitted is None:
        return _("list missing")
    return "" if submitted.legal else _("list not legal")


def _last_together(event: Event, players: list[Registration]) -> Together | None:
    """Return the last group that was checked in with one click, recognised by the common time."""
    times: Counter[dt.datetime] = Counter(player.checked_in_at for player in players if player.checked_in_at)
    last = max((at for at, number in times.items() if number > 1), default=None)
    if last is None or event.state != EventState.CHECK_IN:
        return None
    return Together(last.isoformat(), times[last])
