"""The places at a table, computed from how the game ended. The rules only define the winner; the rest is our policy.

The winner comes first; then players still in the game, by Gallons of Glory, then by levels in play; then eliminated
players, the last eliminated first. Equal players share a place. A game that ends on time is ranked the same way without
a winner; a shared first place is a draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass

PlayerId = str | int


class ImpossibleFinish(ValueError):
    """An ending that no game can have; `code` says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Finish:
    """How the game ended for one seat. `out` is the order of elimination: 1 before 2, and equal for simultaneous
    eliminations."""

    glory: int = 0
    levels: int = 0
    out: int | None = None


def places(seats: Sequence[Finish], winner: int | None = None) -> tuple[int, ...]:
    """Return the place of each seat. Shared places count as in sports: two second places are followed by the fourth."""
    _validate(seats, winner)
    return _ranked([_strength(seat, won=index == winner) for index, seat in enumerate(seats)])


def _strength(seat: Finish, *, won: bool) -> tuple[int, ...]:
    if seat.out is not None:
        return 0, seat.out, 0
    return 2 if won else 1, seat.glory, seat.levels


def _ranked(strengths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(1 + sum(other > strength for other in strengths) for strength in strengths)


def is_draw(table: Sequence[int]) -> bool:
    return table.count(1) > 1


def break_ties(table: Sequence[int], seeds: Sequence[int]) -> tuple[int, ...]:
    """Break shared places in favour of the higher seed (1 before 2), as a table of the cut requires."""
    return _ranked([(-place, -seed) for place, seed in zip(table, seeds, strict=True)])


def are_places(table: Sequence[int]) -> bool:
    """Whether a game can end with these places: 1, 2, 2, 4, but not 1, 2, 2, 3."""
    return list(table) == [1 + sum(other < place for other in table) for place in table]


def _validate(seats: Sequence[Finish], winner: int | None) -> None:
    if not 2 <= len(seats) <= 4:
        raise ImpossibleFinish("table-size", f"a table has two to four seats, not {len(seats)}")
    if any(seat.glory < 0 or seat.levels < 0 for seat in seats):
        raise ImpossibleFinish("below-zero", "glory and levels are never below zero")
    if winner is not None and not 0 <= winner < len(seats):
        raise ImpossibleFinish("no-such-seat", f"there is no seat {winner}")
    if winner is not None and seats[winner].out is not None:
        raise ImpossibleFinish("winner-is-out", "whoever wins is still in")
