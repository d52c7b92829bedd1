"""The format `krosmaster-event/2`, for events with more than two seats at a table.

Matches have seats, and scores have places and tallies in the order of the seats, as they are stored. Documents are
checked before import, because pages would fail on a table that no event can have.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.core.scores import checked, outcome_of_duel
from tournaments.core.scoring import PointsByPlace

Seated = Mapping[Any, Sequence[dict[str, Any]]]  # the seats of each match
SIDES = {2: [(1, "player"), (1, "partner")], 4: [(1, "player"), (2, "player"), (1, "partner"), (2, "partner")]}


class ImpossibleTable(ValueError):
    """A table that no event can have."""


def refuse_partners(_document: dict[str, Any], seated: Seated) -> None:
    """Refuse a document unless everybody plays for themselves."""
    for match, seats in seated.items():
        if any(seat["side"] != seat["number"] for seat in seats):
            raise ImpossibleTable(f"not everybody plays for themselves in match {match}")


def refuse_impossible_crews(document: dict[str, Any], seated: Seated) -> None:
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


def refuse_impossible_heats(document: dict[str, Any], seated: Seated) -> None:
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


def points_of_places(row: dict[str, Any], absent: Sequence[int]) -> None:
    PointsByPlace().points(row["places"], list(absent), "")


def outcome_of_crews(row: dict[str, Any], absent: Sequence[int]) -> None:
    if absent:
        raise ImpossibleTable(f"match {row['match']} has no seats {list(absent)}")
    outcome_of_duel(row["places"])


def numbers_of_heat(row: dict[str, Any], _absent: Sequence[int]) -> None:
    if len(row.get("heat") or ()) not in (0, 2):
        raise ImpossibleTable(f"match {row['match']} has no Demon turns and KOs")


@dataclass(frozen=True, slots=True)
class Mode:
    """What a document holds of a mode."""

    at_tables: tuple[int, ...]  # so many seats
    with_a_bye: tuple[int, ...]
    refuse_tables: Callable[[dict[str, Any], Seated], None]
    refuse_score: Callable[[dict[str, Any], Sequence[int]], None]  # of a row, with the seats that nobody came to


SCORED = ("reports", "results")
MODES = {
    "duel": Mode((2,), (1,), refuse_partners, lambda _row, _absent: None),
    "free-for-all": Mode((3, 4), (1,), refuse_partners, points_of_places),
    "two-v-two": Mode((4,), (2,), refuse_impossible_crews, outcome_of_crews),
    "heats": Mode((2, 3, 4), (), refuse_impossible_heats, numbers_of_heat),
}


def refuse_impossible_tables(document: dict[str, Any]) -> None:
    """Refuse a document with a table that no event can have. Raise KeyError for a missing field."""
    name = document["event"].get("mode") or "duel"
    if name not in MODES:
        raise ImpossibleTable(f"there is no mode {name}")
    mode = MODES[name]
    seated: dict[int, list[dict[str, Any]]] = {match["id"]: [] for match in document.get("matches", [])}
    for seat in document.get("seats", []):
        seated[seat["match"]].append(seat)
    for match in document.get("matches", []):
        _check_seats(match, seated[match["id"]], mode)
    mode.refuse_tables(document, seated)
    for row in (row for part in SCORED for row in document.get(part, [])):
        _check_score(row, sides=len({seat["side"] for seat in seated[row["match"]]}), mode=mode)


def _check_seats(match: dict[str, Any], seats: Sequence[dict[str, Any]], mode: Mode) -> None:
    where = f"match {match['id']}"
    if len(seats) not in (mode.with_a_bye if match.get("bye") else mode.at_tables):
        raise ImpossibleTable(f"{where} has {len(seats)} seats")
    if sorted(seat["number"] for seat in seats) != list(range(1, len(seats) + 1)):
        raise ImpossibleTable(f"the seats of {where} are not numbered from 1 on")
    if any(seat["round"] != match["round"] for seat in seats):
        raise ImpossibleTable(f"{where} and its seats are not in one round")


def _check_score(row: dict[str, Any], *, sides: int, mode: Mode) -> None:
    """Refuse a score that does not have a possible place for each side (a player or a crew)."""
    checked(row["places"], row["tallies"], seats=sides)
    absent: Sequence[int] = row.get("absent") or []
    if not all(type(seat) is int and 0 <= seat < sides for seat in absent):
        raise ImpossibleTable(f"match {row['match']} has no seats {list(absent)}")
    mode.refuse_score(row, absent)
