"""How a tie-break value is computed: what was counted, from whom, and what was left out and why."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.scoring import ENDINGS, Game, PlayerId
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


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was counted (or, with a reason, was not): the round, the opponent, the value."""

    round: int | None
    opponent: PlayerId | None
    value: Fraction
    why: str = ""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The value, its parts, what was left out, and a code for how the parts are combined."""

    code: str
    value: Fraction
    how: str
    parts: tuple[Part, ...]
    left_out: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return format_value(self.code, self.value)


def format_value(code: str, value: Fraction) -> str:
    """Ratios with four digits, rounded half up; everything else unchanged; empty if unknown."""
    if value == UNKNOWN:
        return ""
    if code not in RATIOS:
        return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
    tens = (value * 20_000 + 1) // 2
    sign, tens = ("-", -tens) if tens < 0 else ("", tens)
    return f"{sign}{tens // 10_000}.{tens % 10_000:04}"


def breakdown(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    if code in OF_OPPONENTS:
        return _over_opponents(statistics, player, code, value)
    return (
        BREAKDOWNS[code](statistics, player, code, value)
        if code in BREAKDOWNS
        else _single(statistics, player, code, value)
    )


def _over_opponents(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    record, column = statistics.records[player], statistics.column(OF_OPPONENTS[code])
    parts = [
        Part(game.round, game.opponent, column.of(game.opponent), game.outcome)
        for game in record.met
        if game.opponent is not None
    ]
    left_out = [
        Part(game.round, game.opponent, Fraction(0), game.ending) for game in record.games if not _is_meeting(game)
    ]
    parts, cut = _without_the_extremes(code, parts)
    how = HOW[code] if parts or code not in ("omw", "oomw") else "floor"
    return Breakdown(code, value, how, tuple(parts), tuple(left_out + cut))


def _is_meeting(game: Game) -> bool:
    return ENDINGS[game.ending].met


def _without_the_extremes(code: str, parts: list[Part]) -> tuple[list[Part], list[Part]]:
    ranked = sorted(parts, key=lambda part: part.value)
    cut = []
    if code in ("buchholz-cut-1", "median-buchholz") and ranked:
        cut.append(_as_cut(ranked[0], "lowest"))
        parts = [part for part in parts if part is not ranked[0]]
    if code == "median-buchholz" and len(ranked) > 1:
        cut.append(_as_cut(ranked[-1], "highest"))
        parts = [part for part in parts if part is not ranked[-1]]
    return parts, cut


def _as_cut(part: Part, why: str) -> Part:
    return Part(part.round, part.opponent, part.value, why)


def _points(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    games = statistics.records[player].games
    parts = (Part(game.round, game.opponent, Fraction(game.points), _reason(game)) for game in games)
    return Breakdown(code, value, "sum", tuple(parts))


def _match_win(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    record = statistics.records[player]
    counted = [game for game in record.games if ENDINGS[game.ending].is_match]
    parts = tuple(Part(game.round, game.opponent, Fraction(game.points), _reason(game)) for game in counted)
    byes = tuple(Part(game.round, None, Fraction(game.points), "bye") for game in record.games if game not in counted)
    under = record.match_points * 100 < FLOOR_PERCENT * statistics.scoring.win * record.matches or not record.matches
    return Breakdown(code, value, "floor" if under else "points-a-match", parts, byes)


def _glory(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    games = statistics.records[player].games
    counted = tuple(_glory_part(statistics, game, code) for game in games if ENDINGS[game.ending].glory)
    left_out = tuple(
        Part(game.round, game.opponent, Fraction(0), game.ending) for game in games if not ENDINGS[game.ending].glory
    )
    return Breakdown(code, value, "sum", counted, left_out)


def _glory_part(statistics: Statistics, game: Game, code: str) -> Part:
    score = f"{game.glory}:{game.against}"
    if code == "gg-scored":
        return Part(game.round, game.opponent, Fraction(game.glory), score)
    clipped = statistics.scoring.clipped(game.glory - game.against)
    cap = "" if clipped == game.glory - game.against else " cap"
    return Part(game.round, game.opponent, Fraction(clipped), score + cap)


def _wins(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    won = (game for game in statistics.records[player].games if game.outcome == "win")
    return Breakdown(
        code, value, "sum", tuple(Part(game.round, game.opponent, Fraction(1), _reason(game)) for game in won)
    )


def _single(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    """A value without parts: the initiative of the team, the draw order, or the manual order with its reason."""
    why = statistics.entrants[player].manual_reason if code == "manual" else ""
    return Breakdown(code, value, code, (Part(None, None, value, why),))


def _direct(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    games = statistics.records[player].met
    parts = tuple(Part(game.round, game.opponent, Fraction(game.points), game.outcome) for game in games)
    return Breakdown(code, value, "among-the-tied", parts)


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
