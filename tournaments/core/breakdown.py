"""How a tie-break value is computed: what was counted, from whom, and what was left out and why."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from tournaments.core.places import PlayerId
from tournaments.core.scoring import Game, clipped
from tournaments.core.tiebreaks import UNKNOWN, Statistics

Item = TypeVar("Item")

RATIOS = frozenset({"mw", "omw", "oomw", "sos", "extended-sos", "opponents-share"})
OF_OPPONENTS = {
    "omw": "mw",
    "opponents-share": "mw",
    "oomw": "omw",
    "extended-sos": "sos",
    "buchholz": "match-points",
    "buchholz-cut-1": "match-points",
    "median-buchholz": "match-points",
    "sonneborn-berger": "match-points",
    "sos": "points-of-matches",
}
OF_A_HEAT = ("demon-turns", "kos")
CUT = {"buchholz-cut-1": ("lowest",), "median-buchholz": ("lowest", "highest")}


class Part(NamedTuple):
    """One thing that was counted (or was not): the round, the opponent, and how it ended or why it was left out."""

    round: int | None
    opponent: PlayerId | None
    why: str = ""


class Breakdown(NamedTuple):
    """The value of one tie-break: its parts and the value of each, a code for how the values are combined, and the
    parts left out."""

    code: str
    value: Fraction
    how: str
    parts: tuple[Part, ...]
    values: tuple[Fraction, ...]
    left_out: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return format_value(self.code, self.value)


class Games(NamedTuple):
    """The games of one player as parts, which most breakdowns share."""

    every: tuple[Part, ...]
    met: tuple[Part, ...]  # the opponents really met, game by game, and the outcome
    not_met: tuple[Part, ...]
    scored: tuple[Part, ...]  # the games that count for Gallons of Glory, and the score
    not_scored: tuple[Part, ...]


def format_value(code: str, value: Fraction) -> str:
    """Format a value for display: ratios with four digits, rounded half up; nothing if the value is unknown."""
    if value == UNKNOWN:
        return ""
    if code not in RATIOS:
        return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
    tens = (value * 20_000 + 1) // 2
    sign, tens = ("-", -tens) if tens < 0 else ("", tens)
    return f"{sign}{tens // 10_000}.{tens % 10_000:04}"


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
    column, games = statistics.column(OF_OPPONENTS[code]), _games(statistics, player)
    numbers = tuple(map(column.values.__getitem__, statistics.records[player].opponents))
    parts, values, left_out = games.met, tuple(map(column.fractions.__getitem__, numbers)), games.not_met
    for why in CUT.get(code, ()):
        if numbers:
            place = _place_of(why, numbers)
            left_out += (Part(parts[place].round, parts[place].opponent, why),)
            numbers, parts, values = _all_but(place, numbers), _all_but(place, parts), _all_but(place, values)
    if code == "opponents-share":
        parts = tuple([_marked_if_raised(statistics, part) for part in parts])
    how = HOW[code] if parts or code not in WITH_FLOOR else "floor"
    return Breakdown(code, value, how, parts, values, left_out)


def _marked_if_raised(statistics: Statistics, part: Part) -> Part:
    is_raised = part.opponent is not None and statistics.records[part.opponent].is_under_the_floor
    return part._replace(why="floor" if is_raised else "")


def _place_of(extreme: str, numbers: tuple[int, ...]) -> int:
    if extreme == "lowest":
        return numbers.index(min(numbers))
    return len(numbers) - 1 - numbers[::-1].index(max(numbers))


def _all_but(place: int, items: tuple[Item, ...]) -> tuple[Item, ...]:
    return items[:place] + items[place + 1 :]


def _games(statistics: Statistics, player: PlayerId) -> Games:
    found: Games | None = statistics.games.get(player)
    if found is None:
        found = statistics.games[player] = _as_parts(statistics.records[player].games)
    return found


def _as_parts(games: list[Game]) -> Games:
    every, met, not_met, scored, not_scored = [], [], [], [], []
    for game in games:
        part = Part._make((game.round, game.opponent, game.why))
        every.append(part)
        if game.counts_glory:
            glory = str(game.glory) if game.opponent is None else f"{game.glory}:{game.against}"
            scored.append(Part._make((game.round, game.opponent, glory)))
        else:
            not_scored.append(part)
        if game.opponents:
            why = game.why if game.counts_glory else game.outcome
            met += [Part._make((game.round, opponent, why)) for opponent in game.opponents]
        else:
            not_met.append(part)
    return Games(tuple(every), tuple(met), tuple(not_met), tuple(scored), tuple(not_scored))


def _points(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    points = tuple([WHOLE(game.points) for game in statistics.records[player].games])
    return Breakdown(code, value, "sum", _games(statistics, player).every, points)


def _match_win(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    record, every = statistics.records[player], _games(statistics, player).every
    parts, values, byes = [], [], []
    for game, part in zip(record.games, every, strict=True):
        if game.is_match:
            parts.append(part)
            values.append(WHOLE(game.points))
        else:
            byes.append(part)
    return Breakdown(
        code,
        value,
        "floor" if record.is_under_the_floor else "points-a-match",
        tuple(parts),
        tuple(values),
        tuple(byes),
    )


def _glory_scored(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    return _glory(statistics, player, code, value, lambda game: game.glory, statistics.scoring.counted_glory)


def _glory_difference(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    cap = statistics.scoring.glory_cap
    return _glory(
        statistics, player, code, value, lambda game: game.glory - game.against, lambda scored: clipped(scored, cap)
    )


def _glory(
    statistics: Statistics,
    player: PlayerId,
    code: str,
    value: Fraction,
    of_game: Callable[[Game], int],
    within_the_cap: Callable[[int], int],
) -> Breakdown:
    games = _games(statistics, player)
    scores = [of_game(game) for game in statistics.records[player].games if game.counts_glory]
    counted = [within_the_cap(score) for score in scores]
    parts = [
        part if score == count else part._replace(why=f"{part.why} cap")
        for part, score, count in zip(games.scored, scores, counted, strict=True)
    ]
    return Breakdown(code, value, "sum", tuple(parts), tuple(map(WHOLE, counted)), games.not_scored)


def _wins(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    """Return the games won, and what was left out. A bye counts as won, but not as a first place."""
    won: list[Part] = []
    left_out: list[Part] = []
    for part, game in zip(_games(statistics, player).every, statistics.records[player].games, strict=True):
        is_counted = game.outcome == "win" and (game.is_match or code == "wins")
        (won if is_counted else left_out).append(part)
    return Breakdown(code, value, "sum", tuple(won), (WHOLE(1),) * len(won), tuple(left_out))


def _heats(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    """Return the heats that were played, with the number of each that counts."""
    games = statistics.records[player].games
    every = list(zip(_games(statistics, player).every, games, strict=True))
    played = [(part, game) for part, game in every if game.counts_glory and (game.heat or code not in OF_A_HEAT)]
    values = tuple([WHOLE(1 if code == "heats-played" else game.heat[OF_A_HEAT.index(code)]) for _part, game in played])
    left_out = tuple([part for part, game in every if not game.counts_glory])
    return Breakdown(code, value, "sum", tuple([part for part, _game in played]), values, left_out)


def _single(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    """Return the breakdown of a value without parts: the team's initiative, the draw order, or the manual order with
    its reason."""
    why = statistics.entrants[player].manual_reason if code == "manual" else ""
    return Breakdown(code, value, code, (Part(None, None, why),), (value,))


def _direct(statistics: Statistics, player: PlayerId, code: str, value: Fraction) -> Breakdown:
    points = tuple([WHOLE(game.points) for game in statistics.records[player].games if game.opponents])
    return Breakdown(code, value, "among-the-tied", _games(statistics, player).met, points)


BREAKDOWNS: dict[str, Callable[[Statistics, PlayerId, str, Fraction], Breakdown]] = {
    "match-points": _points,
    "points": _points,
    "mw": _match_win,
    "gg-difference": _glory_difference,
    "gg-scored": _glory_scored,
    "wins": _wins,
    "first-places": _wins,
    "direct-encounter": _direct,
    "heats-played": _heats,
    "demon-turns": _heats,
    "kos": _heats,
}
WITH_FLOOR = frozenset({"omw", "oomw", "opponents-share"})
HOW = {
    "omw": "mean",
    "opponents-share": "mean",
    "oomw": "mean",
    "extended-sos": "mean",
    "sos": "points-over-matches",
    "buchholz": "sum",
    "buchholz-cut-1": "sum",
    "median-buchholz": "sum",
    "sonneborn-berger": "sum-won-and-half-drawn",
}
