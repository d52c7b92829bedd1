"""The tie-breaks as exact numbers: each a column of integers over one common denominator, larger is better.

Opponents are those really met: byes, missed rounds, no-shows and drops before the game are left out.
A match that was not played still counts in the record of a match-win percentage; only a bye does not.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.core.scoring import PlayerId, Record, Result, Scoring, records

# nobody's percentage counts for less than 0.33, the number and not a third
FLOOR_PERCENT = 33
UNKNOWN = 10**15  # stands behind everything that is known


@dataclass(frozen=True, slots=True)
class Entrant:
    """Someone to be ranked; `lot` is the random number stored for the event, smaller first."""

    id: PlayerId
    lot: int = 0
    initiative: int | None = None
    manual: int | None = None
    manual_reason: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    values: dict[PlayerId, int]
    denominator: int = 1
    smaller_first: bool = False

    def of(self, player: PlayerId) -> Fraction:
        """The figure as people know it."""
        value = self.values[player]
        return Fraction(-value if self.smaller_first else value, self.denominator)


class Figures:
    """Every figure of an event, computed column by column when first asked for."""

    def __init__(self, entrants: Iterable[Entrant], results: Iterable[Result], scoring: Scoring) -> None:
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.scoring = scoring
        self.records = records(results, scoring)
        for name in self.entrants:
            self.records[name]
        self._columns: dict[str, Column] = {}

    def column(self, code: str) -> Column:
        if code not in self._columns:
            self._columns[code] = TIE_BREAKS[code](self)
        return self._columns[code]

    @cached_property
    def opponents(self) -> dict[PlayerId, list[PlayerId]]:
        return {
            name: [game.opponent for game in record.met if game.opponent is not None]
            for name, record in self.records.items()
        }

    def of_records(self, figure: Callable[[Record], int]) -> Column:
        return Column({name: figure(record) for name, record in self.records.items()})

    def of_opponents(self, figure: Callable[[list[int]], int]) -> Column:
        """A figure over the match points of the opponents met."""
        points = {name: record.points for name, record in self.records.items()}
        return Column({name: figure([points[other] for other in met]) for name, met in self.opponents.items()})

    def mean_over_opponents(self, column: Column, without: int) -> Column:
        """The mean of a column over the opponents met; `without` (over its denominator) for whoever has met nobody."""
        values = column.values
        common = lcm(*{len(met) for met in self.opponents.values() if met})
        means = {
            name: sum([values[other] for other in met]) * (common // len(met)) if met else without * common
            for name, met in self.opponents.items()
        }
        return Column(means, column.denominator * common)


def match_win_percentage(figures: Figures) -> Column:
    """Points of the matches over what they could have given; never under the floor."""
    common = lcm(*{record.matches for record in figures.records.values() if record.matches})
    best = figures.scoring.win
    floor = FLOOR_PERCENT * best * common
    shares = {
        name: max(floor, record.match_points * 100 * (common // record.matches)) if record.matches else floor
        for name, record in figures.records.items()
    }
    return Column(shares, 100 * best * common)


def _opponents_match_win(figures: Figures, of: str) -> Column:
    column = figures.column(of)
    return figures.mean_over_opponents(column, without=FLOOR_PERCENT * column.denominator // 100)


def strength_of_schedule(figures: Figures) -> Column:
    """The opponents' points a match, each opponent weighted by the matches he had."""
    rows = {
        name: (
            sum([figures.records[other].match_points for other in met]),
            sum([figures.records[other].matches for other in met]),
        )
        for name, met in figures.opponents.items()
    }
    common = lcm(*{matches for _, matches in rows.values() if matches})
    shares = {name: points * (common // matches) if matches else 0 for name, (points, matches) in rows.items()}
    return Column(shares, common)


def sonneborn_berger(figures: Figures) -> Column:
    """The points of the opponents beaten, and half of those drawn with; counted in halves."""
    weight = {"win": 2, "draw": 1, "loss": 0}
    records_ = figures.records
    halves = {
        name: sum(
            [weight[game.seen] * records_[game.opponent].points for game in record.met if game.opponent is not None]
        )
        for name, record in records_.items()
    }
    return Column(halves, 2)


def _smaller_first(figures: Figures, figure: Callable[[Entrant], int | None]) -> Column:
    known = {name: figure(entrant) for name, entrant in figures.entrants.items()}
    return Column({name: -UNKNOWN if value is None else -value for name, value in known.items()}, smaller_first=True)


TIE_BREAKS: dict[str, Callable[[Figures], Column]] = {
    "match-points": lambda figures: figures.of_records(lambda record: record.points),
    "mw": match_win_percentage,
    "omw": lambda figures: _opponents_match_win(figures, "mw"),
    "oomw": lambda figures: _opponents_match_win(figures, "omw"),
    "gg-difference": lambda figures: figures.of_records(lambda record: record.glory_difference),
    "gg-scored": lambda figures: figures.of_records(lambda record: record.glory_scored),
    "buchholz": lambda figures: figures.of_opponents(sum),
    "buchholz-cut-1": lambda figures: figures.of_opponents(lambda points: sum(sorted(points)[1:])),
    "median-buchholz": lambda figures: figures.of_opponents(lambda points: sum(sorted(points)[1:-1])),
    "sonneborn-berger": sonneborn_berger,
    "sos": strength_of_schedule,
    "extended-sos": lambda figures: figures.mean_over_opponents(figures.column("sos"), without=0),
    "wins": lambda figures: figures.of_records(lambda record: record.times("win")),
    "initiative": lambda figures: _smaller_first(figures, lambda entrant: entrant.initiative),
    "manual": lambda figures: _smaller_first(figures, lambda entrant: entrant.manual),
    "random": lambda figures: _smaller_first(figures, lambda entrant: entrant.lot),
}
