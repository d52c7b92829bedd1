"""The places at a table, from what it looked like at the end. Only the winner stands in the rules; the rest is policy.

First the winner; then who is still in, by Gallons of Glory, then by the levels in play; then who went out, the last
first. Equals share a place. At time it is the same, without a winner: a shared first place is a draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass


class ImpossibleFinish(ValueError):
    """No game ends like this; `code` says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Finish:
    """How one seat stood at the end. `out` counts who went out when: 1 before 2; two who fell together share it."""

    glory: int = 0
    levels: int = 0
    out: int | None = None


def places(seats: Sequence[Finish], winner: int | None = None) -> tuple[int, ...]:
    """The place of each seat, in the order of the seats: two that share the second are both 2, the next is 4."""
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


def without_ties(table: Sequence[int], seeds: Sequence[int]) -> tuple[int, ...]:
    """As a table of the cut is decided: where places are shared, the higher seed (1 before 2) goes first."""
    return _ranked([(-place, -seed) for place, seed in zip(table, seeds, strict=True)])


def are_places(table: Sequence[int]) -> bool:
    """Whether some game can end with these: 1, 2, 2, 4, but not 1, 2, 2, 3."""
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
