"""Crews in the format `krosmaster-event/2`: who plays with whom, and where the four players of a match sit."""

from collections.abc import Mapping, Sequence
from typing import Any

Row = dict[str, Any]
CREWS = "two-v-two"
SIDES = {2: [(1, "player"), (1, "partner")], 4: [(1, "player"), (2, "player"), (1, "partner"), (2, "partner")]}


class ImpossibleTable(ValueError):
    """A table that no event can have."""


def refuse_impossible_crews(document: Row, seated: Mapping[Any, Sequence[Row]]) -> None:
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
