"""The first round by rating, or by the seats of a draft pod: one half meets the other, first against first."""

from itertools import chain
from typing import Literal

from tournaments.core.pairing.problem import PairingProblem
from tournaments.core.pairing.tables import PlayerPair


def fold(problem: PairingProblem, by: Literal["rating", "seats"]) -> tuple[list[PlayerPair], int | None]:
    """By rating, unrated players rank below the rated ones, equal ratings in draw order; the last eligible player has
    the bye. By seats, everyone meets who sits opposite, of eight seat 1 meets seat 5; the bye is drawn.

    Forbidden pairs, and clubs if requested, are separated by exchanging opponents with the nearest table that helps.
    """
    ranked = _by_rating(problem) if by == "rating" else range(problem.size)
    bye = min(ranked, key=problem.bye_orders.__getitem__) if problem.is_odd else None
    ranked = [player for player in reversed(ranked) if player != bye]
    if by == "seats":
        ranked.sort(key=lambda player: problem.seats[player] or problem.size)
    half = len(ranked) // 2
    uppers, lowers = ranked[:half], ranked[half:]
    for seat in range(half):
        if problem.conflict_cost(uppers[seat], lowers[seat]):
            _exchange(problem, uppers, lowers, seat)
    return list(zip(uppers, lowers, strict=True)), bye


def _by_rating(problem: PairingProblem) -> list[int]:
    """Return the players from the lowest rating up."""
    ratings = [float("-inf") if rating is None else rating for rating in problem.ratings]
    return sorted(range(problem.size), key=ratings.__getitem__)


def _exchange(problem: PairingProblem, uppers: list[int], lowers: list[int], seat: int) -> None:
    nearest = chain.from_iterable((seat + step, seat - step) for step in range(1, len(uppers)))
    for other_seat in (place for place in nearest if 0 <= place < len(uppers)):
        before = problem.conflict_cost(uppers[seat], lowers[seat]) + problem.conflict_cost(
            uppers[other_seat], lowers[other_seat]
        )
        after = problem.conflict_cost(uppers[seat], lowers[other_seat]) + problem.conflict_cost(
            uppers[other_seat], lowers[seat]
        )
        if after < before:
            lowers[seat], lowers[other_seat] = lowers[other_seat], lowers[seat]
            return
