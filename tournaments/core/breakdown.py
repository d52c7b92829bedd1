"""How a tie-break value is computed: what was counted, from whom, and what was left out and why."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from tournaments.core.scoring import ENDINGS, Game, PlayerId, Scoring
from tournaments.core.tiebreaks import FLOOR_PERCENT, UNKNOWN, Statistics

RATIOS = frozenset({"mw", "omw", "oomw", "sos", "extended-sos", "share", "opponents-share"})
OF_OPPONENTS = {
    "omw": "mw",
    "oomw": "omw",
    "extended-sos": "sos",
    "buchholz": "match-points",
    "buchholz-cut-1": "match-points",
    "median-buchholz": "match-points",
    "sonneborn-berger": "match-points",
    "sos": "match-points",
}


class Part(NamedTuple):
    """One thing that was counted (or, with a reason, was not): the round, the opponent, the value."""

    round: int | None
    opponent: PlayerId | None
    value: Fraction
    why: str = ""


# creates a part from a tuple without a Python call: 1,000 players have 80,000 parts
PART: Callable[[tuple[int | None, PlayerId | None, Fraction, str]], Part] = partial(tuple.__new__, Part)


class Breakdown(NamedTuple):
    """The value of one tie-break: its parts, the parts left out, and a code for how the parts are combined."""

    code: str
    value: Fraction
    how: str
    parts: tuple[Part, ...]
    left_out: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return format_value(self.code, self.value)


def format_value(code: str, value: Fraction) -> str:
    """Format a value for display: ratios with four digits, rounded half up; nothing if the value is unknown."""
    if value == UNKNOWN:
        return ""
    if code not in RATIOS:
        return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
    tens = (value * 20_000 + 1) // 2
    sign, tens = ("-", -tens) if tens < 0 else ("", tens)
    return f"{sign}{tens // 10_000}.{tens % 10_000:04}"


NOTHING = Fraction(0)
WHOLE = lru_cache(1024)(Fraction)  # points and GG are small numbers that recur constantly


def breakdown(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    if code in OF_OPPONENTS:
        return _over_opponents(statistics, player, code, value)
    return (
        BREAKDOWNS[code](statistics, player, code, value)
        if code in BREAKDOWNS
        else _single(statistics, player, code, value)
    )


def _over_opponents(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    parts, left_out = _of_each_opponent(statistics, player, OF_OPPONENTS[code])
    parts, cut = _without_the_extremes(statistics, code, parts)
    how = HOW[code] if parts or code not in ("omw", "oomw") else "floor"
    return Breakdown(code, value, how, parts, left_out + cut)


def _of_each_opponent(
    statistics: Statistics, player: PlayerId, source: str
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return what each opponent contributes, and the games that contribute nothing. Cached for all values with this
    source."""
    made: tuple[tuple[Part, ...], tuple[Part, ...]] | None = statistics.made.get((source, player))
    if made is None:
        record, column = statistics.records[player], statistics.column(source)
        rounds, left_out = _rounds_met(statistics, player)
        values = map(column.fractions.__getitem__, map(column.values.__getitem__, record.opponents))
        parts = tuple(map(PART, zip(rounds, record.opponents, values, record.outcomes, strict=True)))
        made = statistics.made[source, player] = parts, left_out
    return made


def _rounds_met(statistics: Statistics, player: PlayerId) -> tuple[list[int], tuple[Part, ...]]:
    """Return the rounds in which the player really met their opponent, and a part for each other round."""
    made: tuple[list[int], tuple[Part, ...]] | None = statistics.made.get(("met", player))
    if made is None:
        games = statistics.records[player].games
        rounds = [game.round for game in games if ENDINGS[game.ending].met]
        others = [game for game in games if not ENDINGS[game.ending].met]
        left_out = tuple([Part(game.round, game.opponent, NOTHING, game.ending) for game in others])
        made = statistics.made["met", player] = rounds, left_out
    return made


def _without_the_extremes(
    statistics: Statistics, code: str, parts: tuple[Part, ...]
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    if code not in ("buchholz-cut-1", "median-buchholz") or not parts:
        return parts, ()
    values = statistics.column(OF_OPPONENTS[code]).values  # integers sort faster than fractions
    ranked = sorted(parts, key=lambda part: values[part.opponent] if part.opponent is not None else 0)
    lowest, highest = ranked[0], ranked[-1]
    if code == "buchholz-cut-1" or len(ranked) == 1:
        return tuple([part for part in parts if part is not lowest]), (_as_cut(lowest, "lowest"),)
    left = tuple([part for part in parts if part is not lowest and part is not highest])
    return left, (_as_cut(lowest, "lowest"), _as_cut(highest, "highest"))


def _as_cut(part: Part, why: str) -> Part:
    return Part(part.round, part.opponent, part.value, why)


def _points(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    return Breakdown(code, value, "sum", _of_each_game(statistics, player))


def _of_each_game(statistics: Statistics, player: PlayerId) -> tuple[Part, ...]:
    """Return the points of every game with the reason for them. Cached for all values that count points."""
    made: tuple[Part, ...] | None = statistics.made.get(("games", player))
    if made is None:
        games = statistics.records[player].games
        parts = [PART((game.round, game.opponent, WHOLE(game.points), _reason(game))) for game in games]
        made = statistics.made["games", player] = tuple(parts)
    return made


def _match_win(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    record = statistics.records[player]
    counted: list[Part] = []
    byes: list[Part] = []
    for game, part in zip(record.games, _of_each_game(statistics, player), strict=True):
        (counted if ENDINGS[game.ending].is_match else byes).append(part)
    under = record.match_points * 100 < FLOOR_PERCENT * statistics.scoring.win * record.matches or not record.matches
    return Breakdown(code, value, "floor" if under else "points-a-match", tuple(counted), tuple(byes))


def _glory(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    cap = None if code == "gg-scored" else statistics.scoring.glory_cap
    counted, left_out = [], []
    for game in statistics.records[player].games:
        if ENDINGS[game.ending].glory:
            counted.append(PART((game.round, game.opponent, *_counted_glory(game.glory, game.against, cap))))
        else:
            left_out.append(Part(game.round, game.opponent, NOTHING, game.ending))
    return Breakdown(code, value, "sum", tuple(counted), tuple(left_out))


@lru_cache(1024)
def _counted_glory(glory: int, against: int, cap: int | None) -> tuple[Fraction, str]:
    """Return what counts of a score, and the score. Without a cap the glory counts, with one the difference."""
    score = f"{glory}:{against}"
    if cap is None:
        return WHOLE(glory), score
    clipped = Scoring(glory_cap=cap).clipped(glory - against)
    return WHOLE(clipped), score if clipped == glory - against else f"{score} cap"


def _wins(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    won = [game for game in statistics.records[player].games if game.outcome == "win"]
    parts = [Part(game.round, game.opponent, WHOLE(1), _reason(game)) for game in won]
    return Breakdown(code, value, "sum", tuple(parts))


def _single(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    """Return the breakdown of a value without parts: the team's initiative, the draw order, or the manual order with
    its reason."""
    why = statistics.entrants[player].manual_reason if code == "manual" else ""
    return Breakdown(code, value, code, (Part(None, None, value, why),))


def _direct(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    parts = []
    for game, part in zip(statistics.records[player].games, _of_each_game(statistics, player), strict=True):
        if ENDINGS[game.ending].met:
            alike = part.why == game.outcome
            parts.append(part if alike else Part(game.round, game.opponent, part.value, game.outcome))
    return Breakdown(code, value, "among-the-tied", tuple(parts))


def _reason(game: Game) -> str:
    return game.outcome if ENDINGS[game.ending].glory else game.ending


BREAKDOWNS: dict[str, Callable[[Statistics, PlayerId, str, Fraction], Breakdown]] = {
    "match-points": _points,
    "mw": _match_win,
    "gg-difference": _glory,
    "gg-scored": _glory,
    "wins": _wins,
    "direct-encounter": _direct,
}
HOW = {
    "omw": "mean",
    "oomw": "mean",
    "extended-sos": "mean",
    "sos": "points-over-matches",
    "buchholz": "sum",
    "buchholz-cut-1": "sum",
    "median-buchholz": "sum",
    "sonneborn-berger": "sum-won-and-half-drawn",
}
