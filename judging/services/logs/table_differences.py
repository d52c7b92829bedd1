"""The log of a game of three or four held against the result that counts: places and GG, seat by seat.

Only the winner stands in the rules. Below, whoever is still in comes before whoever went out; those still in by GG,
those out the last one first (tournaments/core/fours/places.py). Where GG are equal the levels in play decide, which a
report does not tell: then either order agrees with it.
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
    """`end`: what the log says of its end; `body`: the report on it; `place_of`: the seat of each player of the log."""
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
    """The place of each seat by the log; where only levels in play could tell, it is shared. Partners share one too."""
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
