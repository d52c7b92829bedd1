"""Ranked rows from results; each value is exact and comes with its breakdown.

A rank is decided by the first tie-break in the event's order in which two players differ. The order of the results is
irrelevant. Players who have dropped keep their record: only matches that were played are counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations, groupby

from tournaments.core.breakdown import Breakdown, breakdown, format_value
from tournaments.core.places import PlayerId
from tournaments.core.scoring import SCORING, Record, Result, Scoring
from tournaments.core.tiebreaks import TIE_BREAKS, Entrant, Statistics

__all__ = ["DEFAULT_ORDER", "DIRECT_ENCOUNTER", "Entrant", "StandingsRow", "UnknownTieBreak", "standings"]

DEFAULT_ORDER = ("match-points", "omw", "gg-difference", "gg-scored", "random")
DIRECT_ENCOUNTER = "direct-encounter"
MOST_TEXTS = 4000  # of values: most are small numbers that recur from one result to the next


class UnknownTieBreak(ValueError):
    code = "unknown-tie-break"


@dataclass(slots=True)  # a frozen one takes three times as long to make, and there may be thousands
class StandingsRow:
    """One line of the standings. Players whom no tie-break could tell apart share a rank."""

    rank: int
    player: PlayerId
    record: Record
    statistics: Statistics = field(repr=False)

    @property
    def points(self) -> int:
        return self.record.points

    def value(self, code: str) -> Fraction:
        return self.statistics.column(code).of(self.player)

    def format_value(self, code: str) -> str:
        return format_value(code, self.value(code))

    def breakdown(self, code: str) -> Breakdown:
        return breakdown(self.statistics, self.player, code, self.value(code))


def formatted(rows: Sequence[StandingsRow], code: str) -> list[str]:
    """Format one value of each row. Players often share a value, so each is formatted once."""
    if not rows:
        return []
    column = rows[0].statistics.column(code)
    values, denominator = [column.values[row.player] for row in rows], column.fractions.denominator
    texts = {value: _text(code, value, denominator) for value in set(values)}
    return [texts[value] for value in values]


@lru_cache(maxsize=MOST_TEXTS)
def _text(code: str, numerator: int, denominator: int) -> str:
    return format_value(code, Fraction(numerator, denominator))


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[Result],
    *,
    scoring: Scoring = SCORING,
    order: Sequence[str] = DEFAULT_ORDER,
) -> list[StandingsRow]:
    """Rank the entrants by the event's tie-breaks."""
    unknown = [code for code in order if code not in TIE_BREAKS and code != DIRECT_ENCOUNTER]
    if unknown:
        raise UnknownTieBreak(", ".join(unknown))
    statistics = Statistics(entrants, results, scoring)
    encounters: dict[PlayerId, int] = {}
    blocks = [sorted(statistics.entrants, key=str)] if statistics.entrants else []
    for code in order:
        blocks = _split(statistics, blocks, code, encounters)
    statistics.add_column(DIRECT_ENCOUNTER, dict.fromkeys(statistics.entrants, 0) | encounters)
    ranks = accumulate(map(len, blocks), initial=1)
    return [
        StandingsRow(rank, name, statistics.records[name], statistics)
        for rank, block in zip(ranks, blocks, strict=False)  # `ranks` ends with one for the next block
        for name in block
    ]


def _split(
    statistics: Statistics, blocks: list[list[PlayerId]], code: str, encounters: dict[PlayerId, int]
) -> list[list[PlayerId]]:
    """Split the groups of tied players by one more value, larger values first."""
    parts: list[list[PlayerId]] = []
    for block in blocks:
        if len(block) == 1:
            parts.append(block)
            continue
        if code == DIRECT_ENCOUNTER:
            values = _points_among_themselves(statistics, block)
            encounters.update(values)
        else:
            values = statistics.column(code).values
        ranked = sorted(block, key=values.__getitem__, reverse=True)
        parts += [list(part) for _, part in groupby(ranked, key=values.__getitem__)]
    return parts


def _points_among_themselves(statistics: Statistics, block: list[PlayerId]) -> dict[PlayerId, int]:
    """Return the points in games among the tied players if all of them have met each other, otherwise 0 for
    everyone."""
    tied = set(block)
    met = {name: set(statistics.records[name].opponents) for name in block}
    if len(block) > 1 + max(map(len, met.values())) or any(b not in met[a] for a, b in combinations(block, 2)):
        return dict.fromkeys(block, 0)
    return {
        name: sum(game.points for game in statistics.records[name].games if game.opponent in tied) for name in block
    }
