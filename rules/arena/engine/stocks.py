"""Stocks of Gallons of Glory: what a side has together, and what is won from whom."""

from collections.abc import Mapping

from rules.arena.laws.seats import Seats


def glory_of(seats: Seats, side: str, glory: Mapping[str, int]) -> int:
    """9.3.2: the GG of partners are added."""
    return sum([glory[player] for player in seats.on(side)])


def won_glory(glory: Mapping[str, int], wild: int, player: str, loser: str, amount: int) -> tuple[dict[str, int], int]:
    """4.6.2: the wild GG first, the rest from the opponent as far as they have any."""
    from_wild = min(amount, wild)
    stolen = min(amount - from_wild, glory[loser])
    after = {**glory, player: glory[player] + from_wild + stolen, loser: glory[loser] - stolen}
    return after, wild - from_wild
