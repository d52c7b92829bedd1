"""A series as a ladder: points by final rank over its finished events."""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable

from core.text.names import as_sorted
from tournaments.cut.services.seeding import final_ranks
from tournaments.models import Event, EventState, Registration, Series, Status
from tournaments.players.models.crew_rows import with_number
from tournaments.players.models.crews import members

Who = int | tuple[str, int]  # an account, or a guest
Scores = dict[Who, list[int]]


@dataclasses.dataclass(frozen=True, slots=True)
class LadderRow:
    rank: int
    name: str
    points: int
    events: int
    counted: list[int]


def ladder(series: Series) -> list[LadderRow]:
    """Return one row for each account, and for each guest. Nothing but the name says that a guest of one event is that
    of another: of several guests of one name the first to register is taken for the first of that name elsewhere."""
    scores: Scores = defaultdict(list)
    people: dict[Who, Registration] = {}
    for event in _finished(series):
        ranked = final_ranks(event)
        guests = _guests(member for _rank, player in ranked for member in members(player))
        for rank, player in ranked:
            if player.status == Status.DISQUALIFIED:
                continue
            for member in members(player):
                who = member.user_id or guests[member.pk]
                people.setdefault(who, member)
                scores[who].append(series.points_for(rank))
    totals = {who: _counted(series, points) for who, points in scores.items()}
    names = _names(people)
    ordered = sorted(totals, key=lambda who: (-sum(totals[who]), as_sorted(names[who])))
    return [_ladder_row(who, totals, names, scores) for who in ordered]


def _guests(players: Iterable[Registration]) -> dict[int, tuple[str, int]]:
    """Return the name of each guest of one event, and which of the guests of that name it is."""
    so_far: Counter[str] = Counter()
    guests = {}
    for player in sorted(players, key=lambda player: player.pk):
        name = player.guest_name.casefold()
        so_far[name] += 1
        guests[player.pk] = name, so_far[name]
    return guests


def _names(people: dict[Who, Registration]) -> dict[Who, str]:
    """Return the names, numbered where several players of the series have the same one."""
    names = {who: player.own_shown_name for who, player in people.items()}
    times = Counter(name.casefold() for name in names.values())
    so_far: Counter[str] = Counter()
    for who in sorted(names, key=lambda who: people[who].pk):
        name = names[who].casefold()
        so_far[name] += 1
        if times[name] > 1:
            names[who] = with_number(names[who], so_far[name])
    return names


def _finished(series: Series) -> list[Event]:
    done = series.events.filter(
        state__in=[EventState.FINISHED, EventState.ARCHIVED], cancelled_at=None, awaits_moderator=False
    )
    return list(done.order_by("starts_at"))


def _counted(series: Series, points: list[int]) -> list[int]:
    return sorted(points, reverse=True)[: series.best_of or len(points)]


def _ladder_row(who: Who, totals: Scores, names: dict[Who, str], scores: Scores) -> LadderRow:
    mine = sum(totals[who])
    rank = 1 + sum(sum(points) > mine for points in totals.values())
    return LadderRow(rank, names[who], mine, len(scores[who]), totals[who])
