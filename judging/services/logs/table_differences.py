"""Comparison of a log of three or four players with the current result: places and GG, seat by seat.

The rules only define the winner. Below, remaining players rank before eliminated ones; remaining ones by GG, eliminated
ones the last first (tournaments/core/fours/places.py). If GG are equal, the levels in play decide, which a report does
not contain: then either order is accepted.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.services.logs.differences import Disagreement, disagreement
from judging.services.logs.seat_matching import PLACES
from tournaments.core.fours.places import Finish, places
from tournaments.models import Result

GloryOf = Mapping[str, int | None]


def against_table(
    end: Mapping[str, Any], body: Mapping[str, Any], place_of: Mapping[str, str], result: Result
) -> Iterator[Disagreement]:
    """Yield the differences. `end` is the end of the game in the log, `body` the report, `place_of` the seat of each
    player."""
    came = [place for seat, place in enumerate(PLACES[: len(result.places)]) if seat not in result.absent]
    if sorted(place_of.values()) != came:
        yield disagreement("players-differ", {"seat": came}, {"seat": sorted(place_of.values())})
        return
    logged = {place_of[player]: glory for player, glory in (end.get("glory") or {}).items() if glory is not None}
    counted = {place: glory for place, glory in zip(PLACES, result.tallies, strict=False) if place in came}
    if len(logged) == len(counted) and logged != counted:
        yield disagreement("glory-differs", counted, dict(sorted(logged.items())))
    ranks = {place: rank for place, rank in zip(PLACES, result.places, strict=False) if place in came}
    stated = _places_stated(end, body, place_of)
    if stated and any(_contradict(ranks, stated, one, other) for one in ranks for other in ranks):
        yield disagreement("places-differ", ranks, stated)


def _places_stated(end: Mapping[str, Any], body: Mapping[str, Any], place_of: Mapping[str, str]) -> dict[str, int]:
    """Return the place of each seat by the log. Partners share a place, and so do players only levels in play could
    separate."""
    glory, winners = body.get("glory"), list(end.get("winners") or ())
    if not glory or len(winners) > 1:
        return {}
    out = {player: number for number, group in enumerate(body.get("out", ()), start=1) for player in group}
    players = sorted(place_of, key=lambda player: place_of[player])
    finishes = [Finish(glory=glory[player], out=out.get(player)) for player in players]
    winner = players.index(winners[0]) if winners and winners[0] not in out else None
    return dict(zip((place_of[player] for player in players), places(finishes, winner), strict=True))


def _contradict(ranks: Mapping[str, int], stated: Mapping[str, int], one: str, other: str) -> bool:
    return stated[one] < stated[other] and ranks[one] >= ranks[other]
