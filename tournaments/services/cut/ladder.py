"""A series as a ladder: points by final rank over its finished events."""

import dataclasses
from collections import defaultdict
from typing import Any

from accounts.models import User
from core.names import as_sorted
from tournaments.models import Event, EventState, Registration, Series, Status
from tournaments.models.crews import members
from tournaments.services.cut.seeding import final_ranks


@dataclasses.dataclass(frozen=True, slots=True)
class LadderRow:
    rank: int
    name: str
    points: int
    events: int
    counted: list[int]


def ladder(series: Series) -> list[LadderRow]:
    """Return one row for each account, and for each guest name."""
    scores: dict[Any, list[int]] = defaultdict(list)
    people: dict[Any, Registration] = {}
    for event in _finished(series):
        for rank, player in final_ranks(event):
            if player.status == Status.DISQUALIFIED:
                continue
            for member in members(player):
                who = member.user_id or member.guest_name.casefold()
                people[who] = member
                scores[who].append(series.points_for(rank))
    totals = {who: _counted(series, points) for who, points in scores.items()}
    ordered = sorted(totals, key=lambda who: (-sum(totals[who]), as_sorted(people[who].shown_name)))
    return [_ladder_row(who, totals, people, scores) for who in ordered]


def _finished(series: Series) -> list[Event]:
    done = series.events.filter(state__in=[EventState.FINISHED, EventState.ARCHIVED], cancelled_at=None)
    return list(done.order_by("starts_at"))


def _counted(series: Series, points: list[int]) -> list[int]:
    return sorted(points, reverse=True)[: series.best_of or len(points)]


def _ladder_row(who: User, totals: dict[Any, list[int]], people: dict[Any, Registration], scores: Any) -> LadderRow:
    mine = sum(totals[who])
    rank = 1 + sum(sum(points) > mine for points in totals.values())
    return LadderRow(rank, people[who].shown_name, mine, len(scores[who]), totals[who])
