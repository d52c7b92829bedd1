"""What is otherwise at a second moment: ranks and points in the standings, players in the bracket."""

import dataclasses
from collections.abc import Iterator

from django.utils.functional import Promise

from tournaments.core.bracket import Bracket, Tie
from tournaments.core.standings import Row
from tournaments.models import Event, EventState, Registration
from tournaments.services.cut.bracket import titles_of
from tournaments.services.cut.seeding import qualifiers

People = dict[int, Registration]


@dataclasses.dataclass(frozen=True)
class Move:
    """A player whose rank or points the correction changes."""

    player: Registration
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int


@dataclasses.dataclass(frozen=True)
class TieMove:
    """A tie of the bracket that others win (the corrected one) or others play (those behind it)."""

    tie: str | Promise
    into: str
    out: str
    is_won: bool = False


def moves_between(before: list[Row], after: list[Row], people: People) -> list[Move]:
    now = {row.player: row for row in after}
    return [
        Move(people[int(row.player)], row.rank, new.rank, row.points, new.points)
        for row in before
        if (new := now[row.player]).rank != row.rank or new.points != row.points
    ]


def cut_stays(event: Event, before: list[Row], after: list[Row]) -> bool:
    """Others would be in the cut now, but it has begun: its seeds are those of then."""
    return event.state == EventState.CUT and set(qualifiers(event, before)) != set(qualifiers(event, after))


def ties_moved(event: Event, before: Bracket, after: Bracket, people: People) -> Iterator[TieMove]:
    """The tie that is won by another, then those that are played by others."""
    titles = titles_of(event, after)

    def named(players: set[int]) -> str:
        return ", ".join(people[player].full_name for player in sorted(players))

    for was, now in zip(before.ties, after.ties, strict=True):
        for is_won, seen in ((True, _winner), (False, _players)):
            into, out = seen(now) - seen(was), seen(was) - seen(now)
            if (into or out) and not (is_won and was.is_bye):
                yield TieMove(titles[now.slot], named(into), named(out), is_won)


def _winner(tie: Tie) -> set[int]:
    return {int(tie.winner)} if tie.winner is not None else set()


def _players(tie: Tie) -> set[int]:
    return {int(player) for player in (tie.a, tie.b) if player is not None}
