"""Comparison of a log with the current result: of a duel, of two crews, or of a table of three or four."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.cases.comparison.event_differences import Difference, difference
from judging.cases.comparison.seat_matching import PLACES, Seats, place_of, seating
from judging.models import Report
from tournaments.core.places import Finish, places
from tournaments.models import DuelOutcome, Match, Result

CREWS = {"a": "crew-a", "b": "crew-b"}  # names used on pages


def against_result(report: Report, result: Result) -> list[Difference]:
    """Compare the result with the end stated in the log. Where the replay differs from that, it is an error of the
    log."""
    if report.stops_early:
        return list(_unproved(report, result))
    match = result.match
    seats = seating(report.header, match)
    end = report.header["result"] or report.body
    if match.has_partners:
        return list(_against_crews(end, seats, result))
    if report.header.get("mode"):
        return list(_against_table(end, report.body, _places_of(seats, match), result))
    return [*_winner(end, seats, result), *_glory(end, seats, result)]


def _places_of(seats: Seats, match: Match) -> dict[str, str]:
    return {side: place_of(match, seat) for side, seat in seats.items()}


def _unproved(report: Report, result: Result) -> Iterator[Difference]:
    """Yield a difference for an incomplete log, which is legal but does not prove the winner."""
    if result.match.has_partners:
        yield from _unproved_of_crews(report.body["actions"], result)
    elif report.header.get("mode"):
        if result.places.count(1) == 1:
            yield difference(
                "game-not-over", {"outcome": PLACES[result.places.index(1)]}, {"actions": report.body["actions"]}
            )
    elif result.outcome in (DuelOutcome.A, DuelOutcome.B):
        yield difference("game-not-over", {"outcome": result.outcome}, {"actions": report.body["actions"]})


def _winner(end: dict[str, Any], seats: Seats, result: Result) -> Iterator[Difference]:
    winner = end.get("winner")
    if winner is None:
        return  # a game that ended on time has no winner by the rules; the event's policy decides
    logged = DuelOutcome.A if seats[winner].pk == result.match.a_id else DuelOutcome.B
    if logged != result.outcome:
        yield difference("winner-differs", {"outcome": result.outcome}, {"outcome": logged})


def _glory(end: dict[str, Any], seats: Seats, result: Result) -> Iterator[Difference]:
    glory = end.get("glory") or {}
    logged = {("a" if seats[side].pk == result.match.a_id else "b"): glory.get(side) for side in "AB"}
    expected = {"a": result.glory_a, "b": result.glory_b}
    if None not in logged.values() and logged != expected:
        yield difference("glory-differs", expected, logged)


def _against_crews(end: Mapping[str, Any], seats: Seats, result: Result) -> Iterator[Difference]:
    """Compare which crew won, with how many GG: partners win together (9.3.2), and their GG are added.

    `end` is the end of the game in the log; `seats` maps the log's players to registrations.
    """
    crew_of = {player: CREWS[result.match.side_of(seat)] for player, seat in seats.items()}
    winners = {crew_of[player] for player in end.get("winners") or ()}
    counted = CREWS.get(result.outcome, str(result.outcome))
    if len(winners) == 1 and winners != {counted}:
        yield difference("winner-differs", {"outcome": counted}, {"outcome": winners.pop()})
    glory = end.get("glory") or {}
    if None in (glory.get(player) for player in crew_of):
        return
    logged = {crew: sum(glory[player] for player in crew_of if crew_of[player] == crew) for crew in CREWS.values()}
    expected = {CREWS["a"]: result.glory_a, CREWS["b"]: result.glory_b}
    if logged != expected:
        yield difference("glory-differs", expected, logged)


def _unproved_of_crews(report_actions: int, result: Result) -> Iterator[Difference]:
    """Yield a difference if the result has a winner, because an incomplete log proves none."""
    if result.outcome in (DuelOutcome.A, DuelOutcome.B):
        yield difference("game-not-over", {"outcome": CREWS[result.outcome]}, {"actions": report_actions})


def _against_table(
    end: Mapping[str, Any], body: Mapping[str, Any], place_by_player: Mapping[str, str], result: Result
) -> Iterator[Difference]:
    """Compare places and GG, seat by seat. `body` is the report, `place_by_player` the seat of each player.

    The rules only define the winner. Below, remaining players rank before eliminated ones; remaining ones by GG,
    eliminated ones the last first (tournaments/core/places.py). If GG are equal, the levels in play decide, which
    a report does not contain: then either order is accepted.
    """
    came = [place for seat, place in enumerate(PLACES[: len(result.places)]) if seat not in result.absent]
    if sorted(place_by_player.values()) != came:
        yield difference("players-differ", {"seat": came}, {"seat": sorted(place_by_player.values())})
        return
    logged = {place_by_player[player]: glory for player, glory in (end.get("glory") or {}).items() if glory is not None}
    counted = {place: glory for place, glory in zip(PLACES, result.tallies, strict=False) if place in came}
    if len(logged) == len(counted) and logged != counted:
        yield difference("glory-differs", counted, dict(sorted(logged.items())))
    ranks = {place: rank for place, rank in zip(PLACES, result.places, strict=False) if place in came}
    stated = _places_stated(end, body, place_by_player)
    if stated and any(_contradict(ranks, stated, one, other) for one in ranks for other in ranks):
        yield difference("places-differ", ranks, stated)


def _places_stated(
    end: Mapping[str, Any], body: Mapping[str, Any], place_by_player: Mapping[str, str]
) -> dict[str, int]:
    """Return the place of each seat by the log. Partners share a place, and so do players only levels in play could
    separate."""
    glory, winners = body.get("glory"), list(end.get("winners") or ())
    if not glory or len(winners) > 1:
        return {}
    out = {player: number for number, group in enumerate(body.get("out", ()), start=1) for player in group}
    players = sorted(place_by_player, key=lambda player: place_by_player[player])
    finishes = [Finish(glory=glory[player], out=out.get(player)) for player in players]
    winner = players.index(winners[0]) if winners and winners[0] not in out else None
    return dict(zip((place_by_player[player] for player in players), places(finishes, winner), strict=True))


def _contradict(ranks: Mapping[str, int], stated: Mapping[str, int], one: str, other: str) -> bool:
    return stated[one] < stated[other] and ranks[one] >= ranks[other]
