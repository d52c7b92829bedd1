"""The format `krosmaster-event/2`, for events with more than two seats at a table.

Matches have seats, and scores have places and tallies in the order of the seats, as they are stored. Documents are
checked before import, because pages would fail on a table that no event can have.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.core.scores import checked, outcome_of_duel
from tournaments.core.scoring import PointsByPlace

CREWS = "two-v-two"
HEATS = "heats"
SIDES = {2: [(1, "player"), (1, "partner")], 4: [(1, "player"), (2, "player"), (1, "partner"), (2, "partner")]}


class ImpossibleTable(ValueError):
    """A table that no event can have."""


def refuse_impossible_crews(document: dict[str, Any], seated: Mapping[Any, Sequence[dict[str, Any]]]) -> None:
    """Refuse a document unless every crew has two players who sit on the same side. Seat numbers are already
    checked."""
    crew_of = {row["id"]: (row.get("crew"), row.get("crew_seat")) for row in document.get("registrations", [])}
    places = [place for place in crew_of.values() if place != (None, None)]
    if len(places) != len(set(places)) or any(crew is None or seat not in (1, 2) for crew, seat in places):
        raise ImpossibleTable("a player has no place of their own in their crew")
    for match, seats in seated.items():
        in_order = sorted(seats, key=lambda seat: int(seat["number"]))
        if [(seat["side"], seat.get("role")) for seat in in_order] != SIDES[len(seats)]:
            raise ImpossibleTable(f"match {match} is not between two crews")
        sides = [crew_of[seat["registration"]] for seat in in_order]
        half = len(sides) // 2
        for (first, one), (second, two) in zip(sides[:half], sides[half:], strict=True):
            if first is None or first != second or (one, two) != (1, 2):
                raise ImpossibleTable(f"partners in match {match} are not one crew")


def refuse_impossible_heats(document: dict[str, Any], seated: Mapping[Any, Sequence[dict[str, Any]]]) -> None:
    """Refuse a document unless at each table one crew sits on one side, and the Demon is none of them."""
    crew_of = {row["id"]: row.get("crew") for row in document.get("registrations", [])}
    demons = {match["id"]: match.get("demon") for match in document.get("matches", [])}
    for match, seats in seated.items():
        players = [seat["registration"] for seat in seats]
        crews = {crew_of[player] for player in players}
        if len(crews) != 1 or crews == {None} or len(set(players)) != len(players):
            raise ImpossibleTable(f"match {match} is not a heat of one crew")
        if any(seat["side"] != 1 or (seat.get("role") == "player") != (seat["number"] == 1) for seat in seats):
            raise ImpossibleTable(f"the crew of match {match} does not sit on one side")
        if demons[match] in players:
            raise ImpossibleTable(f"a player of match {match} is its Demon")


SCORED = ("reports", "results")
# seats at a table of each mode, and at a bye
SEATS = {"duel": ((2,), (1,)), "free-for-all": ((3, 4), (1,)), "two-v-two": ((4,), (2,)), "heats": ((2, 3, 4), ())}


def refuse_impossible_tables(document: dict[str, Any]) -> None:
    """Refuse a document with a table that no event can have. Raise KeyError for a missing field."""
    mode = document["event"].get("mode") or "duel"
    if mode not in SEATS:
        raise ImpossibleTable(f"there is no mode {mode}")
    seated: dict[int, list[dict[str, Any]]] = {match["id"]: [] for match in document.get("matches", [])}
    for seat in document.get("seats", []):
        seated[seat["match"]].append(seat)
    for match in document.get("matches", []):
        _check_seats(match, seated[match["id"]], mode)
    if mode == CREWS:
        refuse_impossible_crews(document, seated)
    if mode == HEATS:
        refuse_impossible_heats(document, seated)
    for row in (row for part in SCORED for row in document.get(part, [])):
        _check_score(row, sides=len({seat["side"] for seat in seated[row["match"]]}), mode=mode)


def _check_seats(match: dict[str, Any], seats: Sequence[dict[str, Any]], mode: str) -> None:
    at_tables, with_a_bye = SEATS[mode]
    where = f"match {match['id']}"
    if len(seats) not in (with_a_bye if match.get("bye") else at_tables):
        raise ImpossibleTable(f"{where} has {len(seats)} seats")
    if sorted(seat["number"] for seat in seats) != list(range(1, len(seats) + 1)):
        raise ImpossibleTable(f"the seats of {where} are not numbered from 1 on")
    if any(seat["round"] != match["round"] for seat in seats):
        raise ImpossibleTable(f"{where} and its seats are not in one round")
    if mode not in (CREWS, HEATS) and any(seat["side"] != seat["number"] for seat in seats):
        raise ImpossibleTable(f"not everybody plays for themselves in {where}")


def _check_score(row: dict[str, Any], *, sides: int, mode: str) -> None:
    """Refuse a score that does not have a possible place for each side (a player or a crew)."""
    checked(row["places"], row["tallies"], seats=sides)
    absent: Iterable[int] = row.get("absent") or []
    if not all(type(seat) is int and 0 <= seat < sides for seat in absent) or (absent and mode == CREWS):
        raise ImpossibleTable(f"match {row['match']} has no seats {list(absent)}")
    if mode == HEATS and len(row.get("heat") or ()) not in (0, 2):
        raise ImpossibleTable(f"match {row['match']} has no Demon turns and KOs")
    if mode == "free-for-all":
        PointsByPlace().points(row["places"], list(absent), "")
    if mode == CREWS:
        outcome_of_duel(row["places"])
