"""Ranked rows from the results of tables; each value is an exact fraction with its breakdown.

A *share* is points divided by what those tables could award, without byes. *Opponents' share* is the mean over everyone
met at a table, once per meeting; no opponent counts for less than half of what a table awards on average.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.core.breakdown import Breakdown, Part, format_value
from tournaments.core.fours.scoring import Game, Record, Result, Scoring, records
from tournaments.core.scoring import PlayerId
from tournaments.core.standings import UnknownTieBreak
from tournaments.core.tiebreaks import UNKNOWN, Entrant

DEFAULT_ORDER = ("points", "first-places", "opponents-share", "gg-scored", "random")
OF_OPPONENTS = {"opponents-share": "share", "buchholz": "points"}
SMALLER_FIRST = frozenset({"random", "initiative", "manual"})


class Statistics:
    """The tie-break values of an event, each computed once."""

    def __init__(self, entrants: Iterable[Entrant], results: Iterable[Result], scoring: Scoring) -> None:
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.scoring = scoring
        self.records = records(results, scoring)
        for name in self.entrants:
            self.records[name]
        self._columns: dict[str, dict[PlayerId, Fraction]] = {}

    def column(self, code: str) -> dict[PlayerId, Fraction]:
        if code not in self._columns:
            self._columns[code] = {name: VALUES[code](self, name) for name in self.records}
        return self._columns[code]

    def share(self, name: PlayerId) -> Fraction:
        record = self.records[name]
        return Fraction(record.table_points, record.most_points) if record.most_points else Fraction(0)

    def counted_share(self, name: PlayerId) -> Fraction:
        return max(self.share(name), self.scoring.least_share)

    def opponents_share(self, name: PlayerId) -> Fraction:
        met = self.records[name].met
        shares = self.column("counted-share")
        return sum((shares[other] for other in met), Fraction(0)) / len(met) if met else self.scoring.least_share

    def buchholz(self, name: PlayerId) -> Fraction:
        return Fraction(sum(self.records[other].points for other in self.records[name].met))

    def of_entrant(self, name: PlayerId, value_of: Callable[[Entrant], int | None]) -> Fraction:
        """Return a value of an entrant; unknown values, and players who dropped before becoming an entrant, come
        last."""
        entrant = self.entrants.get(name)
        value = None if entrant is None else value_of(entrant)
        return Fraction(UNKNOWN if value is None else value)


VALUES: dict[str, Callable[[Statistics, PlayerId], Fraction]] = {
    "points": lambda statistics, name: Fraction(statistics.records[name].points),
    "first-places": lambda statistics, name: Fraction(statistics.records[name].first_places),
    "share": Statistics.share,
    "counted-share": Statistics.counted_share,
    "opponents-share": Statistics.opponents_share,
    "gg-scored": lambda statistics, name: Fraction(statistics.records[name].glory_scored),
    "buchholz": Statistics.buchholz,
    "initiative": lambda statistics, name: statistics.of_entrant(name, lambda entrant: entrant.initiative),
    "manual": lambda statistics, name: statistics.of_entrant(name, lambda entrant: entrant.manual),
    "random": lambda statistics, name: statistics.of_entrant(name, lambda entrant: entrant.draw_order),
}
TIE_BREAKS = tuple(code for code in VALUES if code != "counted-share")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. Players whom no tie-break could tell apart share a rank."""

    rank: int
    player: PlayerId
    record: Record
    statistics: Statistics = field(repr=False)

    @property
    def points(self) -> int:
        return self.record.points

    def value(self, code: str) -> Fraction:
        return self.statistics.column(code)[self.player]

    def format_value(self, code: str) -> str:
        return format_value(code, self.value(code))

    def breakdown(self, code: str) -> Breakdown:
        return _breakdown(self.statistics, self.player, code, self.value(code))


def formatted(rows: Sequence[Row], code: str) -> list[str]:
    return [row.format_value(code) for row in rows]


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[Result],
    *,
    scoring: Scoring | None = None,
    order: Sequence[str] = DEFAULT_ORDER,
) -> list[Row]:
    """Rank the entrants by the event's tie-breaks."""
    if unknown := [code for code in order if code not in TIE_BREAKS]:
        raise UnknownTieBreak(", ".join(unknown))
    statistics = Statistics(entrants, results, scoring or Scoring())
    keys = {name: _key(statistics, name, order) for name in statistics.entrants}
    rows: list[Row] = []
    for name in sorted(sorted(keys, key=str), key=keys.__getitem__):
        same = bool(rows) and keys[rows[-1].player] == keys[name]
        rank = rows[-1].rank if same else len(rows) + 1
        rows.append(Row(rank, name, statistics.records[name], statistics))
    return rows


def _key(statistics: Statistics, name: PlayerId, order: Sequence[str]) -> tuple[Fraction, ...]:
    values = ((code, statistics.column(code)[name]) for code in order)
    return tuple(value if code in SMALLER_FIRST else -value for code, value in values)


def _breakdown(statistics: Statistics, name: PlayerId, code: str, value: Fraction) -> Breakdown:
    games = statistics.records[name].games
    if code in OF_OPPONENTS:
        return _over_opponents(statistics, games, code, value)
    if code in SMALLER_FIRST:
        why = statistics.entrants[name].manual_reason if code == "manual" else ""
        return Breakdown(code, value, code, (Part(None, None, why),), (value,))
    counted = [game for game in games if not _is_left_out(game, code)]
    left_out = [game for game in games if _is_left_out(game, code)]
    how = "points-over-what-the-tables-gave" if code == "share" else "sum"
    parts = tuple(_part(game, code) for game in counted)
    values = tuple(Fraction(_counted(game, code)) for game in counted)
    return Breakdown(code, value, how, parts, values, tuple(_part(game, code) for game in left_out))


def _is_left_out(game: Game, code: str) -> bool:
    if code == "share":
        return game.ending == "bye"
    if code == "first-places":
        return not game.is_won
    return code == "gg-scored" and game.ending != "played"


def _counted(game: Game, code: str) -> int:
    if code == "first-places":
        return 1
    return game.counted_glory if code == "gg-scored" else game.points


def _part(game: Game, code: str) -> Part:
    if code == "gg-scored" and game.ending == "played":
        cap = " cap" if game.counted_glory < game.glory else ""
        return Part(game.round, None, f"{game.glory}{cap}")
    if code == "share":
        return Part(game.round, None, f"{game.points}/{game.most_points}")
    return Part(game.round, None, _place(game))


def _place(game: Game) -> str:
    """Return the place for programs: "2/4", "1=/4" for a shared first place, or the ending if nobody played."""
    return f"{game.place}{'=' if game.shared else ''}/{game.seats}" if game.ending == "played" else game.ending


def _over_opponents(statistics: Statistics, games: Sequence[Game], code: str, value: Fraction) -> Breakdown:
    shares = code == "opponents-share"
    column = statistics.column("counted-share" if shares else "points")
    parts = tuple(
        Part(game.round, other, "floor" if shares and statistics.share(other) < column[other] else "")
        for game in games
        for other in game.opponents
    )
    values = tuple(column[other] for game in games for other in game.opponents)
    left_out = tuple(Part(game.round, None, game.ending) for game in games if not game.opponents)
    how = "sum" if not shares else "mean" if parts else "floor"
    return Breakdown(code, value, how, parts, values, left_out)
