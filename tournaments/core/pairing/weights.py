"""The order of importance as digits of one integer: comparing two sums compares them wish by wish."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tournaments.core.pairing.problem import CLASH, FORBIDDEN, REMATCH

EXACT_BITS = 125  # rustworkx is exact below 2**126
NOISE_BITS = 16


@dataclass(frozen=True)
class Weights:
    """The place value of each digit, from the least to the most important, for a matching of at most `pairs` pairs.

    No digit can overflow into the next: each has room for the worst sum over all the pairs.
    """

    pairs: int
    widest: int  # the largest difference of points
    floats: int  # the most floats one player has had
    byes: int  # how many ranks of players who could have the bye

    @cached_property
    def noise_bits(self) -> int:
        digits = self._room(1) * 3 + self._room(2 * self.floats) + self._room(self.widest**2)
        left = EXACT_BITS - digits - self.byes.bit_length() - self._room(0)
        return max(0, min(NOISE_BITS, left))

    @cached_property
    def club(self) -> int:
        return 1 << self._room((1 << self.noise_bits) - 1)

    @cached_property
    def float(self) -> int:
        return self.club << self._room(1)

    @cached_property
    def cost(self) -> int:
        return self.float << self._room(2 * self.floats)

    @cached_property
    def bye(self) -> int:
        return self.cost << self._room(self.widest**2)

    @cached_property
    def forbidden(self) -> int:
        return self.bye << self.byes.bit_length()

    @cached_property
    def rematch(self) -> int:
        return self.forbidden << self._room(1)

    @cached_property
    def trouble(self) -> dict[int, int]:
        """The price of each trouble that a pair can have (hall.py)."""
        return {
            REMATCH * met + FORBIDDEN * kept_apart + CLASH * clash: met * self.rematch
            + kept_apart * self.forbidden
            + clash * self.club
            for met, kept_apart, clash in product((0, 1), repeat=3)
        }

    def _room(self, worst: int) -> int:
        return (self.pairs * worst).bit_length()
