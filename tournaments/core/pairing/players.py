"""Input and output of the pairing: plain objects, no models."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Float = Literal["down", "up"]
Opening = Literal["random", "rating"]
Pair = tuple[str, str]

MOST_PLAYERS = 16_000
MOST_POINTS = 100_000
MOST_FLOATS = 30


class CannotPair(ValueError):
    """The list of players is invalid; `code` says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Player(NamedTuple):
    """A player to be paired for the next round, with the record so far.

    `met` lists the opponents in the order of the rounds; it may contain players who have dropped since.
    """

    id: str
    points: int = 0
    met: tuple[str, ...] = ()
    byes: int = 0
    floats: tuple[Float, ...] = ()
    club: str | None = None
    other_club: str | None = None  # of the partner, when crews are paired
    rating: int | None = None
    late: bool = False

    def shares_a_club(self, other: "Player") -> bool:
        if self.other_club is None and other.other_club is None:
            return bool(self.club) and self.club == other.club
        return not {self.club, self.other_club}.isdisjoint({other.club, other.other_club} - {None})

    @property
    def just_arrived(self) -> bool:
        return self.late and not self.met and not self.byes

    @property
    def bye_order(self) -> tuple[int, bool, int]:
        """Sort key for the bye, smallest first: fewest byes, then not just arrived, then fewest points."""
        return self.byes, self.late and self.just_arrived, self.points


@dataclass(frozen=True, slots=True)
class Pairing:
    """One round: the higher score comes first in each pair, and the pairs go from the first table down."""

    pairs: tuple[Pair, ...]
    bye: str | None
    rematches: int
    forbidden: int
    cost: int
