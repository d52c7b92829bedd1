"""The estimated schedule."""

import dataclasses
import datetime as dt
from collections.abc import Mapping

from tournaments.core.round_advice import advised_cut
from tournaments.models import Event
from tournaments.models.players import PARTICIPANT_STATUSES
from tournaments.services.events.advice import advised_rounds, cut_rounds
from tournaments.services.players.places import players_by_status


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


def schedule_of(event: Event, *, players: int = 0, number: Mapping[str, int] | None = None) -> Schedule:
    """Estimate the schedule from the registrations, or from the capacity if there are none. `number` of players by
    status, where it is known."""
    players = players or (_taking_part(event, number) or event.capacity) // (2 if event.is_for_crews else 1)
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


def _taking_part(event: Event, number: Mapping[str, int] | None) -> int:
    number = number or players_by_status(event)
    return sum(number[status] for status in PARTICIPANT_STATUSES)
