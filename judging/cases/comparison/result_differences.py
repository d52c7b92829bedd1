"""Comparison of a log with the current result."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.cases.comparison.event_differences import Difference, difference
from judging.cases.comparison.seat_matching import PLACES, seating
from judging.logs.models import tally_in
from judging.models import Report
from tournaments.core.places import Finish, places
from tournaments.models import Match, Result

TALLY_DIFFERS = {"glory": "glory-differs", "gg": "glory-differs", "glyphs": "glyphs-differ"}
THE_DEMON = "demon"  # what a log names as the winner of a game that its crew has lost


def sides_of(match: Match) -> list[str]:
    """Return what pages call the sides, in the order of a score: by the letters of the seats, or by crews."""
    return [match.format.code_of_side.format(letter) for letter in PLACES[: len(match.seats())]]


def against_result(report: Report, result: Result) -> list[Difference]:
    """Compare the result with the end stated in the log. Where the replay differs from that, it is an error of the
    log."""
    if report.is_of_other_rules:
        return []
    match, sides = result.match, sides_of(result.match)
    if report.stops_early:
        return list(_unproved(report, result, sides))
    side_of = {player: sides[match.seat_of(seat) or 0] for player, seat in seating(report.header, match).items()}
    came = [side for number, side in enumerate(sides) if number not in result.absent]
    if sorted(set(side_of.values())) != came:
        return [difference("players-differ", {"seat": came}, {"seat": sorted(side_of.values())})]
    return list(COMPARISONS[match.format.enters_results_by](report, result, side_of, sides))


def _of_outcome(report: Report, result: Result, side_of: Mapping[str, str], sides: list[str]) -> Iterator[Difference]:
    end = report.header["result"] or report.body
    yield from _winner(end, side_of, result, sides)
    yield from _tally(end, side_of, dict(zip(sides, result.tallies, strict=True)))


def _of_places(report: Report, result: Result, side_of: Mapping[str, str], sides: list[str]) -> Iterator[Difference]:
    end = report.header["result"] or report.body
    yield from _places(end, report.body, side_of, result)
    yield from _tally(end, side_of, dict(zip(sides, result.tallies, strict=True)))


def _of_heat(report: Report, result: Result, _side_of: Mapping[str, str], sides: list[str]) -> Iterator[Difference]:
    """A crew wins or loses together, and its best player's GG count (Q-1.2)."""
    end, crew = report.header["result"] or report.body, sides[0]
    has_won = bool(end.get("winners")) and end["winners"] != [THE_DEMON]
    if has_won != (result.places == [1]):
        yield difference("places-differ", {crew: result.places[0]}, {crew: 1 if has_won else 2})
    best = max(number or 0 for number in tally_in(end)[1].values())
    if best != result.tallies[0]:
        yield difference("glory-differs", {crew: result.tallies[0]}, {crew: best})


def _counted_winner(result: Result, sides: list[str]) -> str:
    """Return the side in first place, or how the result is called where none is alone there."""
    return sides[result.places.index(1)] if result.places.count(1) == 1 else result.outcome


def _unproved(report: Report, result: Result, sides: list[str]) -> Iterator[Difference]:
    """Yield a difference for an incomplete log, which is legal but does not prove the winner."""
    winner = _counted_winner(result, sides)
    if winner in sides:
        yield difference("game-not-over", {"outcome": winner}, {"actions": report.body["actions"]})


def _winner(
    end: Mapping[str, Any], side_of: Mapping[str, str], result: Result, sides: list[str]
) -> Iterator[Difference]:
    """Partners win together (9.3.2). A game that ended on time has no winner by the rules."""
    alone = end.get("winner")
    logged = {side_of[player] for player in ([alone] if alone else end.get("winners") or ())}
    counted = _counted_winner(result, sides)
    if len(logged) == 1 and logged != {counted}:
        yield difference("winner-differs", {"outcome": counted}, {"outcome": logged.pop()})


def _tally(end: Mapping[str, Any], side_of: Mapping[str, str], counted: Mapping[str, int]) -> Iterator[Difference]:
    """The GG of partners are added."""
    name, tally = tally_in(end)
    if any(tally.get(player) is None for player in side_of):
        return
    logged = dict.fromkeys(sorted(side_of.values()), 0)
    for player, side in side_of.items():
        logged[side] += tally[player]
    expected = {side: counted[side] for side in logged}
    if logged != expected:
        yield difference(TALLY_DIFFERS[name], expected, logged)


def _places(
    end: Mapping[str, Any], body: Mapping[str, Any], side_of: Mapping[str, str], result: Result
) -> Iterator[Difference]:
    """Compare places. `body` is the report, `side_of` the seat of each player.

    The rules only define the winner. Below, remaining players rank before eliminated ones; remaining ones by GG,
    eliminated ones the last first (tournaments/core/places.py). If GG are equal, the levels in play decide, which
    a report does not contain: then either order is accepted.
    """
    ranks = {PLACES[seat]: rank for seat, rank in enumerate(result.places) if seat not in result.absent}
    stated = _places_stated(end, body, side_of)
    if stated and any(_contradict(ranks, stated, one, other) for one in ranks for other in ranks):
        yield difference("places-differ", ranks, stated)


def _places_stated(
    end: Mapping[str, Any], body: Mapping[str, Any], place_by_player: Mapping[str, str]
) -> dict[str, int]:
    """Return the place of each seat by the log. Partners share a place, and so do players only levels in play could
    separate."""
    glory, winners = tally_in(body)[1], list(end.get("winners") or ())
    if not glory or len(winners) > 1:
        return {}
    out = {player: number for number, group in enumerate(body.get("out", ()), start=1) for player in group}
    players = sorted(place_by_player, key=lambda player: place_by_player[player])
    finishes = [Finish(glory=glory[player], out=out.get(player)) for player in players]
    winner = players.index(winners[0]) if winners and winners[0] not in out else None
    return dict(zip((place_by_player[player] for player in players), places(finishes, winner), strict=True))


COMPARISONS = {"outcome": _of_outcome, "places": _of_places, "heat": _of_heat}


def _contradict(ranks: Mapping[str, int], stated: Mapping[str, int], one: str, other: str) -> bool:
    return stated[one] < stated[other] and ranks[one] >= ranks[other]
