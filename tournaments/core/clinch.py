"""Which players have clinched the cut, need a win or a draw, or are out, by points alone.

To report a player as in, ties on points count as lost; to report a player as out, as won. So every status is true, and
as exact as it can be before the tie-breaks are known. For the round that is being played the result is exact: its
tables are independent, so the worst (or best) case of the round is the sum over its tables. Rounds still to be paired
after it (`rounds_after`) are bounded: any player could win or lose them all.

Double losses, penalties and disqualifications are decided by a judge and are not considered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.core.places import PlayerId
from tournaments.core.scoring import SCORING, WinDrawLoss

ClinchStatus = Literal["in", "draw-is-safe", "win-and-in", "alive", "out"]
Table = tuple[PlayerId, PlayerId]

# the status of a player who is still safe after a loss, only after a draw, only after a win
WORST_FIRST: tuple[ClinchStatus, ...] = ("in", "draw-is-safe", "win-and-in")


@dataclass(frozen=True, slots=True)
class Cut:
    """The size of a cut: the first `top` players, or everyone with at least `points` if they are more."""

    top: int
    points: int | None = None


def clinch(
    points: Mapping[PlayerId, int],
    tables: Iterable[Table],
    cut: Cut,
    *,
    scoring: WinDrawLoss = SCORING,
    rounds_after: int = 0,
) -> dict[PlayerId, ClinchStatus]:
    """Return the status of each player of `points` (byes included), given the open tables.

    Players who are not at an open table keep their points. The caller omits players who cannot enter the cut from
    `points`.
    """
    open_round = _OpenRound(points, list(tables), scoring, rounds_after)
    return {player: open_round.status_of(player, cut) for player in points}


class _OpenRound:
    def __init__(
        self, points: Mapping[PlayerId, int], tables: list[Table], scoring: WinDrawLoss, rounds_after: int
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

    def status_of(self, player: PlayerId, cut: Cut) -> ClinchStatus:
        if player not in self.table_of:
            if self._is_safe(player, 0, 0, cut):
                return "in"
            return "alive" if self._is_possible(player, 0, 0, cut) else "out"
        for status, (mine, theirs) in zip(WORST_FIRST, reversed(self.outcomes), strict=True):
            if self._is_safe(player, mine, theirs, cut):
                return status
        possible = any(self._is_possible(player, mine, theirs, cut) for mine, theirs in self.outcomes)
        return "alive" if possible else "out"

    def _is_safe(self, player: PlayerId, mine: int, theirs: int, cut: Cut) -> bool:
        """Whether the player is in even if all others do as well as possible and win each tie on points."""
        final = self.points[player] + mine + self.later_worst
        if cut.points is not None and final >= cut.points:
            return True
        reach = final - self.later_best
        return self._most_others(player, theirs, reach) < cut.top

    def _is_possible(self, player: PlayerId, mine: int, theirs: int, cut: Cut) -> bool:
        """Whether the player is in if all others do as badly as possible and lose each tie on points."""
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
        """Return the count over the other tables, plus the opponent if this outcome gives them enough points."""
        if player not in self.table_of:
            return total - (self.points[player] >= reach)
        table = self.table_of[player]
        opponent = table[1] if table[0] == player else table[0]
        counts = self._counts(table, reach)
        return total - (max(counts) if worst else min(counts)) + self._reaches(opponent, theirs, reach)

    def _idle(self, reach: int) -> int:
        return sum(self.points[player] >= reach for player in self.idle)

    def _counts(self, table: Table, reach: int) -> list[int]:
        """Return how many of the two players reach this many points, for each possible outcome of the table."""
        return [
            self._reaches(table[0], one, reach) + self._reaches(table[1], other, reach) for one, other in self.outcomes
        ]

    def _reaches(self, player: PlayerId, gain: int, reach: int) -> bool:
        return player in self.points and self.points[player] + gain >= reach
