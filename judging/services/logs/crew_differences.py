"""Comparison of a log of two against two with the current result: which crew won, with how many GG.

Partners win together (9.3.2), and their GG are added.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.services.logs.differences import Disagreement, disagreement
from judging.services.logs.seat_matching import Seats
from tournaments.models import Outcome, Result

CREWS = {"a": "crew-a", "b": "crew-b"}  # names used on pages


def against_crews(end: Mapping[str, Any], seats: Seats, result: Result) -> Iterator[Disagreement]:
    """Yield the differences. `end` is the end of the game in the log; `seats` maps the log's players to
    registrations."""
    crew_of = {player: CREWS[result.match.side_of(seat)] for player, seat in seats.items()}
    winners = {crew_of[player] for player in end.get("winners") or ()}
    counted = CREWS.get(result.outcome, str(result.outcome))
    if len(winners) == 1 and winners != {counted}:
        yield disagreement("winner-differs", {"outcome": counted}, {"outcome": winners.pop()})
    glory = end.get("glory") or {}
    if None in (glory.get(player) for player in crew_of):
        return
    logged = {crew: sum(glory[player] for player in crew_of if crew_of[player] == crew) for crew in CREWS.values()}
    expected = {CREWS["a"]: result.glory_a, CREWS["b"]: result.glory_b}
    if logged != expected:
        yield disagreement("glory-differs", expected, logged)


def unproved_of_crews(report_actions: int, result: Result) -> Iterator[Disagreement]:
    """Yield a difference if the result has a winner, because an incomplete log proves none."""
    if result.outcome in (Outcome.A, Outcome.B):
        yield disagreement("game-not-over", {"outcome": CREWS[result.outcome]}, {"actions": report_actions})
