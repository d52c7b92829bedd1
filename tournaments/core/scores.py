"""Stored scores: the place and the tally of each seat, in the order of the seats.

Places may be shared. For a duel, which has two seats, the winner and both Gallons of Glory are read from these lists.
"""

from collections.abc import Sequence
from typing import Any, Literal

DuelOutcomeCode = Literal["a", "b", "draw", "both-lose"]
MOST_TALLY = 60
MOST_OF_A_HEAT = 200  # Demon turns, and KOs

# each outcome of a duel, as the places of its two seats
PLACES_OF_DUEL: dict[DuelOutcomeCode, tuple[int, int]] = {
    "a": (1, 2),
    "b": (2, 1),
    "draw": (1, 1),
    "both-lose": (2, 2),
}
OUTCOME_OF_PLACES: dict[tuple[int, ...], DuelOutcomeCode] = {places: code for code, places in PLACES_OF_DUEL.items()}


class ImpossibleScore(ValueError):
    """A score that no table can have: caused by a bug or by damaged data, never by what a person typed."""

    code = "senseless-score"


def checked(places: Sequence[int], tallies: Sequence[int], *, seats: int) -> tuple[list[int], list[int]]:
    """Return places and tallies as lists after checking that there is a valid one for every seat."""
    if not len(places) == len(tallies) == seats or not seats:
        raise ImpossibleScore(f"{seats} seats, but places {places} and tallies {tallies}")
    if not all(type(number) is int for number in (*places, *tallies)):
        raise ImpossibleScore(f"not whole numbers: places {places}, tallies {tallies}")
    if not all(0 <= tally <= MOST_TALLY for tally in tallies):
        raise ImpossibleScore(f"tallies from 0 to {MOST_TALLY}, not {tallies}")
    if not all(_is_a_place(place, places) for place in places):
        raise ImpossibleScore(f"places that no table can have: {places}")
    return list(places), list(tallies)


def _is_a_place(place: int, places: Sequence[int]) -> bool:
    """Whether the place is between 1 and the last one, and greater than the number of better places."""
    before = sum(other < place for other in places)
    return before < place <= last_place(len(places))


def last_place(seats: int) -> int:
    """Return the place of who has lost: who sits alone, as a crew in a heat does, can lose too."""
    return max(seats, 2)


def places_of_duel(outcome: str) -> list[int]:
    for known, places in PLACES_OF_DUEL.items():
        if known == outcome:
            return list(places)
    raise ImpossibleScore(f"a duel does not end with {outcome!r}")


def outcome_of_duel(places: Sequence[int]) -> DuelOutcomeCode:
    if tuple(places) not in OUTCOME_OF_PLACES:
        raise ImpossibleScore(f"places of no duel: {places}")
    return OUTCOME_OF_PLACES[tuple(places)]


def tallies_of_duel(tallies: Sequence[int]) -> tuple[int, int]:
    match tallies:
        case [one, other]:
            return one, other
    raise ImpossibleScore(f"tallies of no duel: {tallies}")


def fields_of(
    places: Sequence[int], tallies: Sequence[int], ending: str, absent: Sequence[int], heat: Sequence[int] = ()
) -> dict[str, Any]:
    """Return a score as it appears in the audit log, in API responses and in documents: a duel by its outcome."""
    outcome = OUTCOME_OF_PLACES.get(tuple(places))
    if outcome is None:
        lists = {"places": list(places), "tallies": list(tallies), "ending": str(ending), "absent": list(absent)}
        return lists | ({"heat": list(heat)} if heat else {})
    glory_a, glory_b = tallies
    return {"outcome": outcome, "glory_a": glory_a, "glory_b": glory_b, "ending": str(ending)}


def format_score(a: object, b: object) -> str:
    """Join two tallies with non-breaking spaces."""
    return f"{a}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{b}"
