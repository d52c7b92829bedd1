"""The tie-breaks as exact numbers: each is a column of integers over a common denominator, and larger is better.

Opponents are those really met: byes, missed rounds, no-shows and players who dropped before the game are left out. A
match that was not played still counts in a match-win percentage; only a bye does not.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import attrgetter
from typing import Any

from tournaments.core.places import PlayerId
from tournaments.core.scoring import Record, Result, Scoring, records

UNKNOWN = 10**15  # sorts after every known value


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be ranked; `draw_order` is a random number stored at registration, smaller first."""

    id: PlayerId
    draw_order: int = 0
    initiative: int | None = None
    manual: int | None = None
    manual_reason: str = ""


class Fractions(dict[int, Fraction]):
    """The numerators of a column as fractions, each computed on first use."""

    def __init__(self, denominator: int) -> None:
        super().__init__()
        self.denominator = denominator

    def __missing__(self, numerator: int) -> Fraction:
        fraction = self[numerator] = Fraction(numerator, self.denominator)
        return fraction


@dataclass(frozen=True)
class Column:
    values: dict[PlayerId, int]
    denominator: int = 1
    smaller_first: bool = False

    @cached_property
    def fractions(self) -> Fractions:
        """The values as shown: with the usual sign and scale."""
        return Fractions(-self.denominator if self.smaller_first else self.denominator)

    def of(self, player: PlayerId) -> Fraction:
        return self.fractions[self.values[player]]


class Statistics:
    """All tie-break values of an event, computed column by column on first use."""

    def __init__(self, entrants: Iterable[Entrant], results: Iterable[Result], scoring: Scoring) -> None:
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.scoring = scoring
        self.records = records(results, scoring)
        for name in self.entrants:
            self.records[name]
        self._columns: dict[str, Column] = {}
        self.games: dict[PlayerId, Any] = {}  # the games of each player, as breakdown.py shows them

    def column(self, code: str) -> Column:
        if code not in self._columns:
            self._columns[code] = TIE_BREAKS[code](self)
        return self._columns[code]

    def add_column(self, code: str, values: dict[PlayerId, int]) -> None:
        self._columns[code] = Column(values)

    @cached_property
    def opponents(self) -> dict[PlayerId, list[PlayerId]]:
        return {name: record.opponents for name, record in self.records.items()}

    def of_records(self, value_of: Callable[[Record], int]) -> Column:
        return Column(dict(zip(self.records, map(value_of, self.records.values()), strict=True)))

    def of_opponents(self, value_of: Callable[[list[int]], int]) -> Column:
        """Compute a column from the match points of the opponents met."""
        points = {name: record.points for name, record in self.records.items()}
        return Column({name: value_of([points[other] for other in met]) for name, met in self.opponents.items()})

    def mean_over_opponents(self, column: Column, without: Fraction) -> Column:
        """Return the mean of a column over the opponents met; players who met nobody get `without`."""
        values = column.values
        common = lcm(*set(map(len, self.opponents.values())) - {0})
        nobody = without.numerator * (column.denominator // without.denominator) * common
        means = {
            name: sum(map(values.__getitem__, met)) * (common // len(met)) if met else nobody
            for name, met in self.opponents.items()
        }
        return Column(means, column.denominator * common)


def match_win_percentage(statistics: Statistics) -> Column:
    """Return the points of the matches divided by what they could have given, but at least the floor."""
    common = lcm(*{record.matches for record in statistics.records.values() if record.matches})
    best, floor = statistics.scoring.most, statistics.scoring.floor
    scale, least = floor.denominator, floor.numerator * best * common
    shares = {
        name: max(least, record.match_points * scale * (common // record.matches)) if record.matches else least
        for name, record in statistics.records.items()
    }
    return Column(shares, scale * best * common)


def _opponents_match_win(statistics: Statistics, of: str) -> Column:
    return statistics.mean_over_opponents(statistics.column(of), without=statistics.scoring.floor)


def strength_of_schedule(statistics: Statistics) -> Column:
    """Return the opponents' points per match, each opponent weighted by the number of their matches."""
    rows = {
        name: (
            sum([statistics.records[other].match_points for other in met]),
            sum([statistics.records[other].matches for other in met]),
        )
        for name, met in statistics.opponents.items()
    }
    common = lcm(*{matches for _, matches in rows.values() if matches})
    shares = {name: points * (common // matches) if matches else 0 for name, (points, matches) in rows.items()}
    return Column(shares, common)


def sonneborn_berger(statistics: Statistics) -> Column:
    """Return the points of opponents beaten plus half those of opponents drawn with, counted in halves."""
    weight = {"win": 2, "draw": 1, "loss": 0}
    points = {name: record.points for name, record in statistics.records.items()}
    halves = {
        name: sum([weight[how] * points[other] for how, other in zip(record.outcomes, record.opponents, strict=True)])
        for name, record in statistics.records.items()
    }
    return Column(halves, 2)


def _of_heats(statistics: Statistics, number: int) -> Column:
    """Return the sum over the heats played, fewer first."""
    sums = {
        name: -sum([game.heat[number] for game in record.games if game.heat and game.counts_glory])
        for name, record in statistics.records.items()
    }
    return Column(sums, smaller_first=True)


def _smaller_first(statistics: Statistics, value_of: Callable[[Entrant], int | None]) -> Column:
    known = zip(statistics.entrants, map(value_of, statistics.entrants.values()), strict=True)
    return Column({name: -UNKNOWN if value is None else -value for name, value in known}, smaller_first=True)


TIE_BREAKS: dict[str, Callable[[Statistics], Column]] = {
    "match-points": lambda statistics: statistics.of_records(attrgetter("points")),
    "points": lambda statistics: statistics.column("match-points"),
    # Without byes: what an opponent brings to "sos".
    "points-of-matches": lambda statistics: statistics.of_records(attrgetter("match_points")),
    "mw": match_win_percentage,
    "omw": lambda statistics: _opponents_match_win(statistics, "mw"),
    "opponents-share": lambda statistics: statistics.column("omw"),
    "oomw": lambda statistics: _opponents_match_win(statistics, "omw"),
    "gg-difference": lambda statistics: statistics.of_records(attrgetter("glory_difference")),
    "gg-scored": lambda statistics: statistics.of_records(attrgetter("glory_scored")),
    "buchholz": lambda statistics: statistics.of_opponents(sum),
    "buchholz-cut-1": lambda statistics: statistics.of_opponents(lambda points: sum(sorted(points)[1:])),
    "median-buchholz": lambda statistics: statistics.of_opponents(lambda points: sum(sorted(points)[1:-1])),
    "sonneborn-berger": sonneborn_berger,
    "sos": strength_of_schedule,
    "extended-sos": lambda statistics: statistics.mean_over_opponents(statistics.column("sos"), Fraction(0)),
    "wins": lambda statistics: statistics.of_records(attrgetter("wins")),
    "first-places": lambda statistics: statistics.of_records(lambda record: record.wins - record.byes),
    "heats-played": lambda statistics: statistics.of_records(
        lambda record: sum([game.counts_glory for game in record.games])
    ),
    "demon-turns": lambda statistics: _of_heats(statistics, 0),
    "kos": lambda statistics: _of_heats(statistics, 1),
    "initiative": lambda statistics: _smaller_first(statistics, attrgetter("initiative")),
    "manual": lambda statistics: _smaller_first(statistics, attrgetter("manual")),
    "random": lambda statistics: _smaller_first(statistics, attrgetter("draw_order")),
}
