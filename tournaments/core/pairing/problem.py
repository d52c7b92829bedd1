"""The players of one round in the order of the draw, and who may meet whom."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from random import Random

from tournaments.core.pairing.players import MOST_FLOATS, MOST_PLAYERS, MOST_POINTS, CannotPair, Pair, Player

NOBODY: frozenset[str] = frozenset()

# what is wrong with a pair, so that one greater trouble outweighs two tables of lesser ones
CLASH, FORBIDDEN, REMATCH = 1, 4, 16


class Hall:
    """Players by falling points, and by lot within a score: one seed gives one order, whatever order they came in.

    The lot also depends on the number of rounds played, so that one stored seed serves a whole event
    without putting the same people side by side every time.
    """

    def __init__(
        self, players: Iterable[Player], *, seed: int, forbidden: Iterable[Pair], separate_clubs: bool
    ) -> None:
        known = sorted(players, key=attrgetter("id"))
        _refuse_nonsense(known)
        rounds = max((len(player.met) + player.byes for player in known), default=0)
        self.rng = Random(f"{seed}/{rounds}")  # noqa: S311 - a draw that must be repeatable, not a secret
        lots = [self.rng.random() for _ in known]
        drawn = [known[i] for i in sorted(range(len(known)), key=lots.__getitem__)]
        self.players: list[Player] = sorted(drawn, key=attrgetter("points"), reverse=True)
        self.forbidden = _both_ways(forbidden)
        self.separate_clubs = separate_clubs and any(player.club for player in known)

    @property
    def odd(self) -> bool:
        return len(self.players) % 2 == 1

    @property
    def nothing_played(self) -> bool:
        return len({player.points for player in self.players}) == 1 and not any(
            player.met or player.byes for player in self.players
        )

    def score_groups(self) -> list[list[Player]]:
        return [list(group) for _, group in groupby(self.players, key=attrgetter("points"))]

    def bye_orders(self) -> list[tuple[int, bool, int]]:
        return sorted({player.bye_order for player in self.players})

    def barred(self, one: Player, other: Player) -> bool:
        """Have they met, or must they not meet?"""
        return other.id in one.met or other.id in self.forbidden.get(one.id, NOBODY)

    def apart(self, player: Player) -> set[str]:
        return {*player.met, *self.forbidden.get(player.id, NOBODY)}

    def bars(self, player: Player) -> int:
        """How many people the player may not meet, at most."""
        return len(player.met) + len(self.forbidden.get(player.id, NOBODY))

    def clash(self, one: Player, other: Player) -> bool:
        return self.separate_clubs and bool(one.club) and one.club == other.club

    def trouble(self, one: Player, other: Player) -> int:
        """Everything that is wrong with the pair, as one number; 0 for a pair without blemish."""
        rematch = REMATCH * (other.id in one.met)
        return rematch + FORBIDDEN * (other.id in self.forbidden.get(one.id, NOBODY)) + self.clash(one, other)

    def least_trouble(self, player: Player, crowd: Sequence[Player]) -> int:
        """What the player's best opponent in the crowd would cost."""
        if not self.separate_clubs and self.bars(player) < len(crowd):
            return 0
        least = REMATCH + FORBIDDEN + CLASH
        for member in crowd:
            least = min(least, self.trouble(player, member))
            if not least:
                break
        return least


def _both_ways(pairs: Iterable[Pair]) -> dict[str, set[str]]:
    apart: dict[str, set[str]] = {}
    for one, other in pairs:
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    return apart


def _refuse_nonsense(known: Sequence[Player]) -> None:
    if len(known) > MOST_PLAYERS:
        raise CannotPair("too-many-players", f"{len(known)} players; at most {MOST_PLAYERS} can be paired at once")
    for one, other in pairwise(known):
        if one.id == other.id:
            raise CannotPair("player-twice", f"the player {one.id} is listed twice")
    if known and max(abs(player.points) for player in known) > MOST_POINTS:
        raise CannotPair("points-out-of-range", f"points lie between -{MOST_POINTS} and {MOST_POINTS}")
    if known and max(len(player.floats) for player in known) > MOST_FLOATS:
        raise CannotPair("too-many-floats", f"nobody floats more than {MOST_FLOATS} times")
