"""Comparison of a log with the current result."""

from collections.abc import Iterator
from typing import Any

from judging.models import Report
from judging.services.logs.crew_differences import against_crews, unproved_of_crews
from judging.services.logs.differences import Disagreement, disagreement
from judging.services.logs.seat_matching import PLACES, Seats, place_of, seating
from judging.services.logs.table_differences import against_table
from tournaments.models import Match, Outcome, Result


def against_result(report: Report, result: Result) -> list[Disagreement]:
    """Compare the result with the end stated in the log. Where the replay differs from that, it is an error of the
    log."""
    if report.stops_early:
        return list(_unproved(report, result))
    match = result.match
    seats = seating(report.header, match)
    end = report.header["result"] or report.body
    if match.has_partners:
        return list(against_crews(end, seats, result))
    if report.header.get("mode"):
        return list(against_table(end, report.body, _places_of(seats, match), result))
    return [*_winner(end, seats, result), *_glory(end, seats, result)]


def _places_of(seats: Seats, match: Match) -> dict[str, str]:
    return {side: place_of(match, seat) for side, seat in seats.items()}


def _unproved(report: Report, result: Result) -> Iterator[Disagreement]:
    """Yield a difference for an incomplete log, which is legal but does not prove the winner."""
    if result.match.has_partners:
        yield from unproved_of_crews(report.body["actions"], result)
    elif report.header.get("mode"):
        if result.places.count(1) == 1:
            yield disagreement(
                "game-not-over", {"outcome": PLACES[result.places.index(1)]}, {"actions": report.body["actions"]}
            )
    elif result.outcome in (Outcome.A, Outcome.B):
        yield disagreement("game-not-over", {"outcome": result.outcome}, {"actions": report.body["actions"]})


def _winner(end: dict[str, Any], seats: Seats, result: Result) -> Iterator[Disagreement]:
    winner = end.get("winner")
    if winner is None:
        return  # a game that ended on time has no winner by the rules; the event's policy decides
    logged = Outcome.A if seats[winner].pk == result.match.a_id else Outcome.B
    if logged != result.outcome:
        yield disagreement("winner-differs", {"outcome": result.outcome}, {"outcome": logged})


def _glory(end: dict[str, Any], seats: Seats, result: Result) -> Iterator[Disagreement]:
    glory = end.get("glory") or {}
    logged = {("a" if seats[side].pk == result.match.a_id else "b"): glory.get(side) for side in "AB"}
    expected = {"a": result.glory_a, "b": result.glory_b}
    if None not in logged.values() and logged != expected:
        yield disagreement("glory-differs", expected, logged)
