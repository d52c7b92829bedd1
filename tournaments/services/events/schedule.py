"""Rows for lists of events, and the estimated schedule."""

import dataclasses
import datetime as dt
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from core.compiled import NUMBER, Compiled
from tournaments.core.round_advice import advised_cut
from tournaments.models import Event, Registration, Status
from tournaments.models.players import PLACE_HOLDING_STATUSES
from tournaments.services.events.advice import advised_rounds, cut_rounds

_taking_part = Compiled(lambda event: Registration.objects.filter(event=event).taking_part().order_by(), NUMBER)


def event_rows(events: Any) -> list[Event]:
    """Return the events with their number of taken places, in one query."""
    held = Q(registrations__status=Status.WITHDRAWN, registrations__held_until__gt=timezone.now())
    holding = Q(registrations__status__in=PLACE_HOLDING_STATUSES) | held
    taken = Count("registrations", filter=holding, distinct=True)
    return list(events.annotate(taken=taken))


@dataclasses.dataclass(frozen=True)
class Schedule:
    players: int
    rounds: int
    cut_rounds: int
    cut_size: int
    ends_at: dt.datetime
    closes_at: dt.datetime | None
    is_advice: bool

    @property
    def fits(self) -> bool:
        return self.closes_at is None or self.ends_at <= self.closes_at


def schedule_of(event: Event, *, players: int = 0) -> Schedule:
    """Estimate the schedule from the registrations, or from the capacity if there are none."""
    players = players or (_taking_part.count(event.pk) or event.capacity) // (2 if event.is_for_crews else 1)
    rounds = event.swiss_rounds or advised_rounds(event, players)
    cut = cut_rounds(event)
    ends = event.rounds_end(rounds + cut)
    return Schedule(
        players=players,
        rounds=rounds,
        cut_rounds=cut,
        cut_size=event.cut_size or (0 if event.is_free_for_all else advised_cut(players)),
        ends_at=ends,
        closes_at=event.ends_at,
        is_advice=event.swiss_rounds is None,
    )
