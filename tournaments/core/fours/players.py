"""Input and output of the tables of four: plain objects, no models."""

from dataclasses import dataclass

Table = tuple[str, ...]

MOST_PLAYERS = 10_000
MOST_POINTS = 100_000
MOST_FOR_FIRST = 1000


@dataclass(frozen=True, slots=True)
class Player:
    """A player to be seated for the next round, with the record so far.

    `met` names everybody met at an earlier table, as often as they met, also players who have dropped since;
    `threes` counts the tables of three.
    """

    id: str
    points: int = 0
    met: tuple[str, ...] = ()
    byes: int = 0
    threes: int = 0
    club: str | None = None
    late: bool = False

    @property
    def just_arrived(self) -> bool:
        return self.late and not self.met and not self.byes

    @property
    def bye_order(self) -> tuple[int, bool, int]:
        """The smallest have the byes: fewest byes, then not just arrived, then fewest points."""
        return self.byes, self.just_arrived, self.points

    @property
    def three_order(self) -> tuple[int, bool, int]:
        """The smallest sit at the tables of three; a bye counts as one."""
        return self.threes + self.byes, self.just_arrived, self.points


@dataclass(frozen=True, slots=True)
class Seating:
    """One round: more points come first at each table, and the tables go from the first down."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    rematches: int  # pairs at a table who have met before
    forbidden: int  # forbidden pairs at a table
    cost: int
    bound: int  # no seating costs less
    is_exact: bool  # every seating was weighed

    @property
    def is_best_possible(self) -> bool:
        """Proved: no seating with as few forbidden pairs costs less. Else it is the best that was found."""
        return self.is_exact or (not self.forbidden and self.cost == self.bound)
