"""The check-in desk as rows, prepared before the template. They are the same for all who work at the desk."""

import dataclasses
import datetime as dt
from collections import Counter
from operator import itemgetter
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text.names import as_sorted
from tournaments.models import Event, EventState, Registration, Right, Status, SubmittedList
from tournaments.players.models.player_rows import PlayerRow, player_rows
from tournaments.players.services.coming_back import can_come_back, who_can_be_sent_away

AT_THE_DESK = (Status.REGISTERED, Status.ABSENT)
STATUSES = {Status.ABSENT: gettext_lazy("no-show"), Status.DROPPED: gettext_lazy("dropped")}


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
    unpaid: int
    together: Together | None
    last: CheckInRow | None  # who came in last


def check_in_desk(event: Event, rights: frozenset[Right]) -> CheckInDesk:
    """Two queries whatever the size: who is expected and who is here, and whose list is legal."""
    players = [
        player for player in player_rows(event) if player.status in AT_THE_DESK or can_come_back(event, player.status)
    ]
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
        unpaid=sum([player.can_play and not player.paid for player in players]) if event.entry_fee else 0,
        together=_last_together(event, players),
        last=_last_here(event, players, base, back),
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
        return _("list missing")
    return "" if legal else _("list not legal")


def _last_together(event: Event, players: list[PlayerRow]) -> Together | None:
    """Return the last group that was checked in with one click, recognised by the common time."""
    if event.state != EventState.CHECK_IN:
        return None
    times: Counter[dt.datetime] = Counter(player.checked_in_at for player in players if player.checked_in_at)
    last = max((at for at, number in times.items() if number > 1), default=None)
    if last is None:
        return None
    return Together(last.isoformat(), times[last])
