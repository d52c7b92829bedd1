"""Who plays, in which order and with whom (1.3.1, 4.1.2, 9.2.1, 9.3.3). A duel is the case of two seats.

A player has a letter of their own, and a side: whoever is on the same side is an ally, everybody else an opponent.
Alone on a side, a player's side is their letter; two partners' side is both letters.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import takewhile


@dataclass(frozen=True, slots=True)
class Seats:
    order: tuple[str, ...]  # in which the players take their turns
    side_of: dict[str, str]
    players: tuple[str, ...] = field(init=False, compare=False)  # in alphabetical order
    sides: tuple[str, ...] = field(init=False, compare=False)
    by_side: dict[str, tuple[str, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        players = tuple(sorted(self.order))
        object.__setattr__(self, "players", players)
        sides = tuple(dict.fromkeys(self.side_of[player] for player in players))
        together = {side: tuple(player for player in players if self.side_of[player] == side) for side in sides}
        object.__setattr__(self, "sides", sides)
        object.__setattr__(self, "by_side", together)

    @classmethod
    def of(cls, order: Iterable[str], crews: Iterable[Iterable[str]] = ()) -> "Seats":
        """Players in the order of their turns; those whom no crew names play alone."""
        order = tuple(order)
        together = {player: "".join(sorted(crew)) for crew in map(tuple, crews) for player in crew}
        return cls(order, {player: together.get(player, player) for player in order})

    @property
    def first(self) -> str:
        return self.order[0]

    def on(self, side: str) -> tuple[str, ...]:
        """The players of a side, in alphabetical order."""
        return self.by_side.get(side, ())

    def foes(self, player: str) -> tuple[str, ...]:
        """4.1.2: the opponents, in the order in which they play after this player."""
        after = self.order.index(player)
        around = self.order[after:] + self.order[:after]
        return tuple(other for other in around if not self.allied(player, other))

    def allied(self, one: str, other: str) -> bool:
        """4.4: players of one side, and so their pieces."""
        return self.side_of[one] == self.side_of[other]

    def next_player(self, player: str, out: Iterable[str] = ()) -> str:
        """5.6.1, 9.2.1: who plays next; whoever is out is passed over."""
        return self.up_to_the_next(player, out)[-1]

    def up_to_the_next(self, player: str, out: Iterable[str] = ()) -> tuple[str, ...]:
        """Those who are passed over, and who plays next."""
        after = self.order.index(player) + 1
        around = self.order[after:] + self.order[:after]
        passed_over = tuple(takewhile(lambda other: other in out, around))
        return around[: len(passed_over) + 1]


TWO = Seats.of("AB")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """How many play, and what the rules give them: the duel, and the two games of chapter 9."""

    slug: str
    players: tuple[int, ...]  # how many
    glory_each: int  # of a constructed team, before the first turn
    glory_wild: int
    doubles: str  # `each` player loses a GG, or two that are `named`
    order: str  # the article by which the players are put in order
    placing: str  # the article by which they place their figures
    takes_all: bool = False  # 9.2.3: who strikes down the last figure of a player takes all their GG
    sets_aside: bool = False  # the GG of whoever is out count for nobody
    won_by_all: str | None = None  # the article of a victory by GG or figures, where it is another one
    seated: str  # how they sit: `opposite` one another, or `clockwise` in the order of their turns


DUEL = Mode(
    slug="duel",
    players=(2,),
    glory_each=6,  # 1.3.5.a
    glory_wild=1,  # 1.3.6
    doubles="each",  # 5.2.3
    order="1.3.1",
    placing="1.3.9",
    seated="opposite",  # 1.3.2
)
FREE_FOR_ALL = Mode(
    slug="free-for-all",
    players=(3, 4),
    glory_each=3,  # 9.2.3
    glory_wild=3,
    doubles="named",  # 9.2.6
    takes_all=True,
    sets_aside=True,
    order="9.2.1",
    placing="9.2.4",
    seated="clockwise",
)
TWO_V_TWO = replace(
    FREE_FOR_ALL, slug="two-v-two", players=(4,), order="9.3.3", sets_aside=False, won_by_all="9.3.2"
)  # 9.3.1: all else as free-for-all
