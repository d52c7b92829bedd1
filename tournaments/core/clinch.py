"""Win and in, a draw is safe, out: what the points alone already say about the cut, for everyone at once.

Ties on points are taken as lost where somebody is said to be in, and as won where somebody is said to be out; so what
is said is always true, and it is all that can be said before the tie-breaks are known. For the round that is being
played it is exact: the tables are independent, so the worst (or best) case of the hall is the sum over its tables.
Rounds still to be paired after it (`rounds_after`) are bounded: anybody could win or lose them all.

Double losses, penalties and disqualifications are a judge's decisions, not outcomes of play; they are left out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.core.scoring import PlayerId, Scoring

Standing = Literal["in", "draw-is-safe", "win-and-in", "alive", "out"]
Table = tuple[PlayerId, PlayerId]

# what is said of whoever is safe even after a loss, a draw, a win
WORST_FIRST: tuple[Standing, ...] = ("in", "draw-is-safe", "win-and-in")


@dataclass(frozen=True, slots=True)
class Cut:
    """The first `top`, or everyone with `points` if they are more."""

    top: int
    points: int | None = None


def clinch(
    points: Mapping[PlayerId, int],
    tables: Iterable[Table],
    cut: Cut,
    *,
    scoring: Scoring | None = None,
    rounds_after: int = 0,
) -> dict[PlayerId, Standing]:
    """For each player of `points` (a bye already counted in) what the open tables can still do to the cut.

    Whoever sits at no open table keeps the points; that a player has dropped is for the caller to say, by leaving
    out of `points` whoever cannot enter the cut.
    """
    hall = _Hall(points, list(tables), scoring or Scoring(), rounds_after)
    return {player: hall.standing_of(player, cut) for player in points}


class _Hall:
    def __init__(
        self, points: Mapping[PlayerId, int], tables: list[Table], scoring: Scoring, rounds_after: int
    ) -> None:
        self.points, self.tables = points, tables
        self.win, self.draw, self.loss = scoring.win, scoring.draw, scoring.loss
        self.later_best = max(self.win, self.draw, self.loss) * rounds_after
        self.later_worst = min(self.win, self.draw, self.loss) * rounds_after
        self.outcomes = ((self.win, self.loss), (self.draw, self.draw), (self.loss, self.win))
        self.table_of = {player: table for table in tables for player in table}
        self.idle = [player for player in points if player not in self.table_of]
        self._most: dict[int, int] = {}
        self._fewest: dict[int, int] = {}

    def standing_of(self, player: PlayerId, cut: Cut) -> Standing:
        if player not in self.table_of:
            if self._safe(player, 0, 0, cut):
                return "in"
            return "alive" if self._possible(player, 0, 0, cut) else "out"
        for word, (mine, theirs) in zip(WORST_FIRST, reversed(self.outcomes), strict=True):
            if self._safe(player, mine, theirs, cut):
                return word
        possible = any(self._possible(player, mine, theirs, cut) for mine, theirs in self.outcomes)
        return "alive" if possible else "out"

    def _safe(self, player: PlayerId, mine: int, theirs: int, cut: Cut) -> bool:
        """Even if everybody else does as well as can be, and wins each tie on points?"""
        final = self.points[player] + mine + self.later_worst
        if cut.points is not None and final >= cut.points:
            return True
        reach = final - self.later_best
        return self._most_others(player, theirs, reach) < cut.top

    def _possible(self, player: PlayerId, mine: int, theirs: int, cut: Cut) -> bool:
        """If everybody else does as badly as can be, and loses each tie on points?"""
        final = self.points[player] + mine + self.later_best
        if cut.points is not None and final >= cut.points:
            return True
        pass_by = final - self.later_worst + 1
        return self._fewest_others(player, theirs, pass_by) < cut.top

    def _most_others(self, player: PlayerId, theirs: int, reach: int) -> int:
        if reach not in self._most:
            self._most[reach] = self._idle(reach) + sum(max(self._counts(table, reach)) for table in self.tables)
        return self._without_own(player, theirs, reach, self._most[reach], worst=True)

    def _fewest_others(self, player: PlayerId, theirs: int, reach: int) -> int:
        if reach not in self._fewest:
            self._fewest[reach] = self._idle(reach) + sum(min(self._counts(table, reach)) for table in self.tables)
        return self._without_own(player, theirs, reach, self._fewest[reach], worst=False)

    def _without_own(self, player: PlayerId, theirs: int, reach: int, total: int, *, worst: bool) -> int:
        """The count over the other tables, and the opponent with what is left for him."""
        if player not in self.table_of:
            return total - (self.points[player] >= reach)
        table = self.table_of[player]
        opponent = table[1] if table[0] == player else table[0]
        counts = self._counts(table, reach)
        return total - (max(counts) if worst else min(counts)) + self._has(opponent, theirs, reach)

    def _idle(self, reach: int) -> int:
        return sum(self.points[player] >= reach for player in self.idle)

    def _counts(self, table: Table, reach: int) -> list[int]:
        """How many of the two reach so many points, for each way the table can end."""
        return [self._has(table[0], one, reach) + self._has(table[1], other, reach) for one, other in self.outcomes]

    def _has(self, player: PlayerId, gain: int, reach: int) -> bool:
        return player in self.points and self.points[player] + gain >= reach
