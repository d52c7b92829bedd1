"""Differences between two snapshots: ranks and points in the standings, players in the bracket."""

import dataclasses
from collections.abc import Iterator, Sequence

from django.utils.functional import Promise

from tournaments.core.standings import Row
from tournaments.cut.services.bracket import AnyCut, AnyMatch, titles_of
from tournaments.cut.services.seeding import qualifiers
from tournaments.models import Event, EventState, Registration

People = dict[int, Registration]


@dataclasses.dataclass(frozen=True)
class RankChange:
    """A player whose rank or points are changed by the correction."""

    player: Registration
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int


@dataclasses.dataclass(frozen=True)
class BracketChange:
    """A match of the bracket with another winner (the corrected one) or other players (later ones)."""

    title: str | Promise
    into: str
    out: str
    is_won: bool = False


def rank_changes_between(before: Sequence[Row], after: Sequence[Row], people: People) -> list[RankChange]:
    now = {row.player: row for row in after}
    return [
        RankChange(people[int(row.player)], row.rank, new.rank, row.points, new.points)
        for row in before
        if (new := now[row.player]).rank != row.rank or new.points != row.points
    ]


def keeps_cut(event: Event, before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Whether other players would qualify now, but the cut has started and keeps its seeds."""
    return event.state == EventState.CUT and set(qualifiers(event, before)) != set(qualifiers(event, after))


def bracket_changes_between(event: Event, before: AnyCut, after: AnyCut, people: People) -> Iterator[BracketChange]:
    """Yield first the match with another winner, then the matches with other players."""
    titles = titles_of(event, after)

    def named(players: set[int]) -> str:
        return ", ".join(people[player].full_name for player in sorted(players))

    then: Sequence[AnyMatch] = before.matches
    thereafter: Sequence[AnyMatch] = after.matches
    for was, now in zip(then, thereafter, strict=True):
        for is_won, players_in in ((True, _winner), (False, _players)):
            into, out = players_in(now) - players_in(was), players_in(was) - players_in(now)
            if (into or out) and not (is_won and was.is_bye):
                yield BracketChange(titles[now.slot], named(into), named(out), is_won)


def _winner(title: AnyMatch) -> set[int]:
    return {int(title.winner)} if title.winner is not None else set()


def _players(title: AnyMatch) -> set[int]:
    return {int(player) for player in title.players if player is not None}
