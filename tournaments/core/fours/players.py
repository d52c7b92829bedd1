"""Input and output of the seating at tables of four: plain objects, no models."""

from dataclasses import dataclass

Table = tuple[str, ...]

MOST_PLAYERS = 10_000
MOST_POINTS = 100_000
MOST_FOR_FIRST = 1000
EXACT_UP_TO = 16  # players are seated in the best of all ways


@dataclass(frozen=True, slots=True)
class Player:
    """A player to be seated for the next round, with the record so far.

    `met` lists everyone met at earlier tables, once per meeting, including players who have dropped since. `threes`
    counts turns at a table of three.
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
        """Sort key for byes, smallest first: fewest byes, then not just arrived, then fewest points."""
        return self.byes, self.just_arrived, self.points


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating of one round. Players with more points come first at each table, and tables are in order from the
    top."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    rematches: int  # pairs at one table who have met before
    forbidden: int  # forbidden pairs at one table
    cost: int
    bound: int  # a lower bound of the cost of any seating
    is_exact: bool  # whether every seating was weighed

    @property
    def is_best_possible(self) -> bool:
        """Whether it is proved that no seating with the same byes, or others tied for them, costs less, of those that
        have as few forbidden pairs and keep to the limit of turns at a table of three."""
        return self.is_exact or (not self.forbidden and self.cost == self.bound)
