"""The players of one round in draw order, and who may meet whom."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from random import Random

from tournaments.core.pairing.players import MOST_FLOATS, MOST_PLAYERS, MOST_POINTS, CannotPair, Pair, Player

NO_PLAYERS: frozenset[str] = frozenset()

# conflict costs of a pair; one conflict of a more serious kind outweighs lesser ones at two tables
CLUB_CLASH, FORBIDDEN, REMATCH = 1, 4, 16


class PairingProblem:
    """Players by descending points and in random order within a score; the same seed always gives the same order.

    The random order also depends on the number of rounds played, so that one stored seed serves a whole event
    without placing the same players next to each other every round.
    """

    def __init__(
        self, players: Iterable[Player], *, seed: int, forbidden: Iterable[Pair], separate_clubs: bool
    ) -> None:
        known = sorted(players, key=attrgetter("id"))
        _validate_players(known)
        rounds = max([len(player.met) + player.byes for player in known], default=0)
        self.rng = Random(f"{seed}/{rounds}")  # noqa: S311 - a draw that must be repeatable, not a secret
        draw_keys = [self.rng.random() for _ in known]
        in_draw_order = [known[i] for i in sorted(range(len(known)), key=draw_keys.__getitem__)]
        self.players: list[Player] = sorted(in_draw_order, key=attrgetter("points"), reverse=True)
        self.forbidden = _in_both_directions(forbidden)
        self.separate_clubs = separate_clubs and any(player.club or player.other_club for player in known)

    @property
    def is_odd(self) -> bool:
        return len(self.players) % 2 == 1

    @property
    def is_first_round(self) -> bool:
        return len({player.points for player in self.players}) == 1 and not any(
            player.met or player.byes for player in self.players
        )

    def score_groups(self) -> list[list[Player]]:
        return [list(group) for _, group in groupby(self.players, key=attrgetter("points"))]

    def bye_orders(self) -> list[tuple[int, bool, int]]:
        return sorted({player.bye_order for player in self.players})

    def is_excluded(self, one: Player, other: Player) -> bool:
        """Whether the two players have met before or are a forbidden pair."""
        return other.id in one.met or (bool(self.forbidden) and other.id in self.forbidden.get(one.id, NO_PLAYERS))

    def excluded_opponents(self, player: Player) -> set[str]:
        return {*player.met, *self.forbidden.get(player.id, NO_PLAYERS)}

    def exclusion_count(self, player: Player) -> int:
        """Return an upper bound of the number of players whom this player may not meet."""
        return len(player.met) + len(self.forbidden.get(player.id, NO_PLAYERS))

    def exclusion_counts(self, players: Sequence[Player]) -> list[int]:
        if not self.forbidden:
            return [len(player.met) for player in players]
        return [self.exclusion_count(player) for player in players]

    def is_club_clash(self, one: Player, other: Player) -> bool:
        return self.separate_clubs and one.shares_a_club(other)

    def conflict_cost(self, one: Player, other: Player) -> int:
        """Return all conflicts of the pair as one number, 0 if there are none."""
        rematch = REMATCH * (other.id in one.met)
        return (
            rematch + FORBIDDEN * (other.id in self.forbidden.get(one.id, NO_PLAYERS)) + self.is_club_clash(one, other)
        )

    def least_conflict_cost(self, player: Player, anonymous: Sequence[Player]) -> int:
        """Return the lowest conflict cost of the player with anyone in the anonymous group."""
        if not self.separate_clubs and self.exclusion_count(player) < len(anonymous):
            return 0
        least = REMATCH + FORBIDDEN + CLUB_CLASH
        for member in anonymous:
            least = min(least, self.conflict_cost(player, member))
            if not least:
                break
        return least


def _in_both_directions(pairs: Iterable[Pair]) -> dict[str, set[str]]:
    excluded_opponents: dict[str, set[str]] = {}
    for one, other in pairs:
        excluded_opponents.setdefault(one, set()).add(other)
        excluded_opponents.setdefault(other, set()).add(one)
    return excluded_opponents


def _validate_players(known: Sequence[Player]) -> None:
    if len(known) > MOST_PLAYERS:
        raise CannotPair("too-many-players", f"{len(known)} players; at most {MOST_PLAYERS} can be paired at once")
    for one, other in pairwise([player.id for player in known]):
        if one == other:
            raise CannotPair("player-twice", f"the player {one} is listed twice")
    if known and max([abs(player.points) for player in known]) > MOST_POINTS:
        raise CannotPair("points-out-of-range", f"points lie between -{MOST_POINTS} and {MOST_POINTS}")
    if known and max([len(player.floats) for player in known]) > MOST_FLOATS:
        raise CannotPair("too-many-floats", f"nobody floats more than {MOST_FLOATS} times")
