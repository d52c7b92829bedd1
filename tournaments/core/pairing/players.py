"""Input and output of the pairing: plain objects, no models."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Float = Literal["down", "up"]
Opening = Literal["random", "rating", "seats"]
Pair = tuple[str, str]
ByeOrder = tuple[int, bool, int]
Clubs = tuple[str | None, str | None]

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

    `met` lists the opponents in the order of the rounds; it may contain players who have dropped since. `seat` is the
    one at a draft pod.
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
    seat: int | None = None

    def shares_a_club(self, other: "Player") -> bool:
        return share_a_club((self.club, self.other_club), (other.club, other.other_club))

    @property
    def just_arrived(self) -> bool:
        return has_just_arrived(self.met, self.byes, late=self.late)

    @property
    def bye_order(self) -> ByeOrder:
        """Sort key for the bye, smallest first: fewest byes, then not just arrived, then fewest points."""
        return self.byes, self.just_arrived, self.points


class Players(NamedTuple):
    """The players of a round as columns, one for each field of Player: a large event is read and paired by columns."""

    ids: Sequence[str]
    points: Sequence[int]
    met: Sequence[Sequence[str]]
    byes: Sequence[int]
    floats: Sequence[Sequence[Float]]
    clubs: Sequence[str | None]
    other_clubs: Sequence[str | None]
    ratings: Sequence[int | None]
    late: Sequence[bool]
    seats: Sequence[int | None]

    @classmethod
    def of(cls, players: Iterable[Player]) -> "Players":
        return cls._make([*zip(*players, strict=True)] or [()] * len(cls._fields))

    def each(self) -> Iterator[Player]:
        columns = self._replace(met=[*map(tuple, self.met)], floats=[*map(tuple, self.floats)])
        return map(Player._make, zip(*columns, strict=True))

    def in_order(self, numbers: Sequence[int]) -> "Players":
        return Players._make([column[number] for number in numbers] for column in self)

    def bye_orders(self) -> list[ByeOrder]:
        """The bye_order of each player."""
        records = zip(self.met, self.byes, self.late, strict=True)
        just_arrived = [late and has_just_arrived(met, byes, late=late) for met, byes, late in records]
        return [*zip(self.byes, just_arrived, self.points, strict=True)]


def has_just_arrived(met: Sequence[str], byes: int, *, late: bool) -> bool:
    return late and not met and not byes


def share_a_club(one: Clubs, other: Clubs) -> bool:
    """Each player with a club and, in a crew, that of the partner."""
    if one[1] is None and other[1] is None:
        return bool(one[0]) and one[0] == other[0]
    return not set(one).isdisjoint({*other} - {None})


@dataclass(frozen=True, slots=True)
class Pairing:
    """One round: the higher score comes first in each pair, and the pairs go from the first table down."""

    pairs: tuple[Pair, ...]
    bye: str | None
    rematches: int
    forbidden: int
    cost: int
