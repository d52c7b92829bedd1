"""The players of one round in draw order, and who may meet whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import add
from random import Random

from tournaments.core.pairing.players import (
    MOST_FLOATS,
    MOST_PLAYERS,
    MOST_POINTS,
    ByeOrder,
    CannotPair,
    Pair,
    Players,
    share_a_club,
)

NO_PLAYERS: frozenset[str] = frozenset()

# conflict costs of a pair; one conflict of a more serious kind outweighs lesser ones at two tables
CLUB_CLASH, FORBIDDEN, REMATCH = 1, 4, 16


class PairingProblem:
    """Players by descending points and in random order within a score; the same seed always gives the same order.

    Players are numbered in this order, and everywhere in the pairing a player is that number.
    The random order also depends on the number of rounds played, so that one stored seed serves a whole event
    without placing the same players next to each other every round.
    """

    def __init__(self, players: Players, *, seed: int, forbidden: Iterable[Pair], separate_clubs: bool) -> None:
        _validate_players(players)
        rounds = max(map(add, map(len, players.met), players.byes), default=0)
        self.rng = Random(f"{seed}/{rounds}")  # noqa: S311 - a draw that must be repeatable, not a secret
        players = players.in_order(_draw_order(players, self.rng))
        self.size = len(players.ids)
        self.ids, self.points, self.met = players.ids, players.points, players.met
        self.ratings, self.seats = players.ratings, players.seats
        self.float_counts = [*map(len, players.floats)]
        self.forbidden = _in_both_directions(forbidden)
        self.separate_clubs = separate_clubs and (any(players.clubs) or any(players.other_clubs))
        self._players = players

    @property
    def is_odd(self) -> bool:
        return self.size % 2 == 1

    @property
    def is_first_round(self) -> bool:
        return self.points[0] == self.points[-1] and not any(self.met) and not any(self._players.byes)

    @cached_property
    def bye_orders(self) -> list[ByeOrder]:
        return self._players.bye_orders()

    @cached_property
    def clubs(self) -> list[tuple[str | None, str | None]]:
        return [*zip(self._players.clubs, self._players.other_clubs, strict=True)]

    @cached_property
    def exclusion_counts(self) -> list[int]:
        """An upper bound of the number of players whom each player may not meet."""
        met = map(len, self.met)
        if not self.forbidden:
            return [*met]
        return [*map(add, met, [len(self.forbidden.get(id_, NO_PLAYERS)) for id_ in self.ids])]

    def is_excluded(self, one: int, other: int) -> bool:
        """Whether the two players have met before or are a forbidden pair."""
        return self.ids[other] in self.met[one] or (bool(self.forbidden) and self.is_forbidden(one, other))

    def is_forbidden(self, one: int, other: int) -> bool:
        return self.ids[other] in self.forbidden.get(self.ids[one], NO_PLAYERS)

    def excluded_opponents(self, player: int) -> set[str]:
        return {*self.met[player], *self.forbidden.get(self.ids[player], NO_PLAYERS)}

    def is_club_clash(self, one: int, other: int) -> bool:
        return self.separate_clubs and share_a_club(self.clubs[one], self.clubs[other])

    def conflict_cost(self, one: int, other: int) -> int:
        """Return all conflicts of the pair as one number, 0 if there are none."""
        rematch = REMATCH * (self.ids[other] in self.met[one])
        return rematch + FORBIDDEN * self.is_forbidden(one, other) + self.is_club_clash(one, other)

    def least_conflict_cost(self, player: int, anonymous: Sequence[int]) -> int:
        """Return the lowest conflict cost of the player with anyone in the anonymous group."""
        if not self.separate_clubs and self.exclusion_counts[player] < len(anonymous):
            return 0
        least = REMATCH + FORBIDDEN + CLUB_CLASH
        for member in anonymous:
            least = min(least, self.conflict_cost(player, member))
            if not least:
                break
        return least


def _draw_order(players: Players, rng: Random) -> list[int]:
    """The places of the players: shuffled, whatever the order of the input, then by descending points."""
    by_id = sorted(range(len(players.ids)), key=players.ids.__getitem__)
    draw_keys = [rng.random() for _ in by_id]
    drawn = [by_id[i] for i in sorted(range(len(by_id)), key=draw_keys.__getitem__)]
    return sorted(drawn, key=players.points.__getitem__, reverse=True)


def _in_both_directions(pairs: Iterable[Pair]) -> dict[str, set[str]]:
    excluded_opponents: dict[str, set[str]] = {}
    for one, other in pairs:
        excluded_opponents.setdefault(one, set()).add(other)
        excluded_opponents.setdefault(other, set()).add(one)
    return excluded_opponents


def _validate_players(players: Players) -> None:
    ids = players.ids
    if len(ids) > MOST_PLAYERS:
        raise CannotPair("too-many-players", f"{len(ids)} players; at most {MOST_PLAYERS} can be paired at once")
    if len(set(ids)) < len(ids):
        twice = min(id_ for id_, times in Counter(ids).items() if times > 1)
        raise CannotPair("player-twice", f"the player {twice} is listed twice")
    if max(map(abs, players.points), default=0) > MOST_POINTS:
        raise CannotPair("points-out-of-range", f"points lie between -{MOST_POINTS} and {MOST_POINTS}")
    if max(map(len, players.floats), default=0) > MOST_FLOATS:
        raise CannotPair("too-many-floats", f"nobody floats more than {MOST_FLOATS} times")
