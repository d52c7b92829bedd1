"""The recommended number of rounds and the estimated schedule."""

import dataclasses
import datetime as dt
from collections.abc import Mapping

from django.utils import timezone

from tournaments.events.models.settings import CutKind
from tournaments.models import Event, EventState, Round, Stage
from tournaments.players.models.players import PARTICIPANT_STATUSES
from tournaments.players.services.places import players_by_status


def cut_rounds(event: Event) -> int:
    """Return the number of rounds of the cut, or of the planned one."""
    size = len(event.cut_seeds or ()) or event.cut_size or 0
    return event.format.cut_rounds(size, event.cut_kind == CutKind.DOUBLE)


NO_TIME = dt.timedelta()


@dataclasses.dataclass(frozen=True)
class Schedule:
    """`ends_at` counts from now and is None once the event is over; `planned_end` counts from the planned start."""

    players: int
    rounds: int
    cut_size: int
    planned_end: dt.datetime
    ends_at: dt.datetime | None
    closes_at: dt.datetime | None
    is_advice: bool

    @property
    def fits(self) -> bool:
        return self.closes_at is None or self.ends_at is None or self.ends_at <= self.closes_at


def schedule_of(event: Event, *, players: int = 0, number: Mapping[str, int] | None = None) -> Schedule:
    """Estimate the schedule from the registrations, or from the capacity if there are none. `number` of players by
    status, where it is known."""
    players = players or (_taking_part(event, number) or event.capacity) // event.format.players_a_seat
    rounds = event.swiss_rounds or event.format.advised_rounds(players)
    return Schedule(
        players=players,
        rounds=rounds,
        cut_size=event.cut_size or event.format.advised_cut(players),
        planned_end=event.starts_at + event.time_for(rounds + cut_rounds(event)),
        ends_at=None if event.is_over else estimated_end(event, rounds, timezone.now()),
        closes_at=event.ends_at,
        is_advice=event.swiss_rounds is None,
    )


def estimated_end(event: Event, swiss_rounds: int, now: dt.datetime) -> dt.datetime:
    """Estimate in whole minutes when what is left will have been played."""
    if event.is_playing:
        ends_at = now + _left_to_play(event, swiss_rounds, now)
    else:
        ends_at = max(now, event.starts_at) + event.time_for(swiss_rounds + cut_rounds(event))
    return ends_at.replace(second=0, microsecond=0)


def _left_to_play(event: Event, swiss_rounds: int, now: dt.datetime) -> dt.timedelta:
    """Return how long the rest of the current round takes, and what comes after it."""
    played = list(event.rounds.in_order())
    in_cut = sum(each.stage == Stage.CUT for each in played)
    swiss_left = 0 if event.state == EventState.CUT else max(swiss_rounds - len(played) + in_cut, 0)
    to_come = swiss_left + max(cut_rounds(event) - in_cut, 0)
    if not played:
        return event.time_for(to_come)
    return _time_left(played[-1], now) + to_come * event.time_for_next_round


def _time_left(played: Round, now: dt.datetime) -> dt.timedelta:
    """Return how long the round still takes: none once all results are in. A round without a clock runs from its
    publication."""
    length = dt.timedelta(minutes=played.minutes)
    if played.is_unpublished:
        return length
    longest = played.matches.undecided().order_by("-extra_seconds").values_list("extra_seconds", flat=True).first()
    if longest is None:
        return NO_TIME
    ends_at = played.ends_at or (played.published_at or now) + length
    return max(ends_at + dt.timedelta(seconds=longest) - (played.paused_at or now), NO_TIME)


def _taking_part(event: Event, number: Mapping[str, int] | None) -> int:
    number = number or players_by_status(event)
    return sum(number[status] for status in PARTICIPANT_STATUSES)
