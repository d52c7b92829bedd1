"""Comparison of a log with the current result, and the result that a log states."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.cases.comparison.event_differences import Difference, difference
from judging.cases.comparison.seat_matching import PLACES, seating
from judging.logs.models import tally_in
from judging.models import Report
from tournaments.core.places import Finish, places
from tournaments.models import Ending, Match, Result
from tournaments.results.services.scores import Score

ENDINGS = {
    "glory": Ending.GLORY,
    "tension": Ending.GLORY,
    "last-standing": Ending.KROSMASTERS,
    "concession": Ending.CONCESSION,
}
OF_GLYPHS = {
    "knock-out": Ending.KNOCK_OUT,
    "glyphs": Ending.GLYPHS,
    "nobody": Ending.NO_WINNER,
    "concession": Ending.CONCESSION,
    "time": Ending.TIME,
}
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
    logged = {side_of[player] for player in _winners(end)}
    counted = _counted_winner(result, sides)
    if len(logged) == 1 and logged != {counted}:
        yield difference("winner-differs", {"outcome": counted}, {"outcome": logged.pop()})


def _winners(end: Mapping[str, Any]) -> list[str]:
    alone = end.get("winner")
    return [alone] if alone else [*(end.get("winners") or ())]


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


def score_stated(report: Report, match: Match) -> Score | None:
    """Return the result that a log states; None if it is not over, names nobody as the only winner, or leaves open
    what its table needs: places that only levels in play would separate, or the Demon's turns of a heat."""
    end = _end_stated(report)
    if report.is_of_other_rules or report.stops_early or not end:
        return None
    seat_of = {player: match.seat_of(seat) or 0 for player, seat in seating(report.header, match).items()}
    tally = tally_in(end)[1]
    places_of = STATED.get(match.format.enters_results_by)
    ranks = places_of(end, report, seat_of, len(match.seats())) if places_of else {}
    if not ranks or any(tally.get(player) is None for player in seat_of):
        return None
    seats = range(len(match.seats()))
    return Score(
        tuple(ranks.get(seat, len(seats)) for seat in seats),
        tuple(sum(tally[player] for player, own in seat_of.items() if own == seat) for seat in seats),
        _ending_stated(end, report, match),
        tuple(seat for seat in seats if seat not in ranks),
    )


def _end_stated(report: Report) -> Mapping[str, Any]:
    return report.header.get("result") or (report.body if report.found_no_error else {})


def why_no_score(report: Report, match: Match) -> str:
    """Say why a log states no result that its match could take, by what `score_stated` asks; empty where it does."""
    end = _end_stated(report)
    if report.is_of_other_rules:
        return _("it was played by other rules")
    if report.stops_early:
        return _("the game in it is not over")
    if not end:
        return _("it names none, and has an error before its end")
    if match.format.enters_results_by not in STATED:
        return _("no log tells the Demon's turns")
    if score_stated(report, match):
        return ""
    tally = tally_in(end)[1]
    if any(tally.get(player) is None for player in seating(report.header, match)):
        return _("it does not say what each player has won")
    alone = match.format.enters_results_by == "outcome" or len(_winners(end)) > 1
    return _("it names no single winner") if alone else _("only the levels in play could separate two places")


def _ending_stated(end: Mapping[str, Any], report: Report, match: Match) -> str:
    """Return how the game ended; a log with an error before its end does not tell it."""
    said = end.get("ending") or report.body.get("won_by") or ""
    ending = {**OF_GLYPHS, **ENDINGS}.get(said, said)
    return ending if ending in match.format.endings else Ending.RULING


def _outcome_stated(end: Mapping[str, Any], _report: Report, seat_of: Mapping[str, int], count: int) -> dict[int, int]:
    won = {seat_of[player] for player in _winners(end)}
    return {seat: 1 if seat in won else 2 for seat in range(count)} if len(won) == 1 else {}


def _ranks_stated(end: Mapping[str, Any], report: Report, seat_of: Mapping[str, int], _count: int) -> dict[int, int]:
    stated = _places_stated(end, report.body, {player: PLACES[seat] for player, seat in seat_of.items()})
    ranks = {PLACES.index(place): rank for place, rank in stated.items()}
    return ranks if len({*ranks.values()}) == len(ranks) else {}


STATED = {"outcome": _outcome_stated, "places": _ranks_stated}
