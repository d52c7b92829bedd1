"""The priorities as digits of one integer: comparing two sums compares them priority by priority."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tournaments.core.pairing.problem import CLUB_CLASH, FORBIDDEN, REMATCH

EXACT_BITS = 125  # rustworkx computes exactly below 2**126
NOISE_BITS = 16


@dataclass(frozen=True)
class Weights:
    """The value of each digit, from the least to the most important, for a matching of at most `pairs` pairs.

    No digit can overflow into the next: each is wide enough for the worst sum over all pairs.
    """

    pairs: int
    max_difference: int  # the largest difference of points
    max_floats: int  # the most floats that one player has had
    bye_ranks: int  # number of ranks in the order for the bye

    @cached_property
    def noise_bits(self) -> int:
        digits = self._bits_for(1) * 3 + self._bits_for(2 * self.max_floats) + self._bits_for(self.max_difference**2)
        left = EXACT_BITS - digits - self.bye_ranks.bit_length() - self._bits_for(0)
        return max(0, min(NOISE_BITS, left))

    @cached_property
    def club(self) -> int:
        return 1 << self._bits_for((1 << self.noise_bits) - 1)

    @cached_property
    def float(self) -> int:
        return self.club << self._bits_for(1)

    @cached_property
    def cost(self) -> int:
        return self.float << self._bits_for(2 * self.max_floats)

    @cached_property
    def bye(self) -> int:
        return self.cost << self._bits_for(self.max_difference**2)

    @cached_property
    def forbidden(self) -> int:
        return self.bye << self.bye_ranks.bit_length()

    @cached_property
    def rematch(self) -> int:
        return self.forbidden << self._bits_for(1)

    @cached_property
    def conflict_price(self) -> dict[int, int]:
        """The weight of each conflict cost that a pair can have (problem.py)."""
        return {
            REMATCH * is_rematch + FORBIDDEN * is_forbidden + CLUB_CLASH * is_club_clash: is_rematch * self.rematch
            + is_forbidden * self.forbidden
            + is_club_clash * self.club
            for is_rematch, is_forbidden, is_club_clash in product((0, 1), repeat=3)
        }

    def _bits_for(self, worst: int) -> int:
        return (self.pairs * worst).bit_length()
