"""The players of one round in draw order, the number of players at each table, and the cost of each pair at a table.

The empty seat of a table of three is a place of its own, numbered after the players. So every table has four places,
and sitting beside an empty seat, a turn at a table of three, is a cost like any other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from operator import attrgetter
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.core.fours.players import MOST_FOR_FIRST, MOST_PLAYERS, MOST_POINTS, Player
from tournaments.core.pairing.players import CannotPair, Pair

Matrix = NDArray[np.int64]
Order = Callable[[int], Any]

SEATS = 4
MOST_AHEAD = 2  # turns at a table of three that anyone may have had more than another
PAIRS_WEIGHED = 24  # pairs at the four tables weighed together; determines how far apart the digits of a cost must be


class Problem:
    """Players by descending points and in draw order within them; the numbers of players follow that order.

    The draw order also depends on the number of rounds played, so that one stored seed serves a whole event.
    """

    def __init__(
        self,
        players: Iterable[Player],
        *,
        seed: int,
        first_place: int,
        forbidden: Iterable[Pair],
        separate_clubs: bool,
        with_threes: bool,
    ) -> None:
        known = sorted(players, key=attrgetter("id"))
        _validate(known, first_place, with_threes=with_threes)
        played = max(len(player.met) + player.byes for player in known)
        self.rng = Random(f"{seed}/{played}/fours")  # noqa: S311 - a draw that must be repeatable, not a secret
        self.rng.shuffle(known)
        self.players = sorted(known, key=attrgetter("points"), reverse=True)
        self.number = {player.id: number for number, player in enumerate(self.players)}
        self.separate_clubs = separate_clubs
        self.byes = byes_of(len(known), with_threes=with_threes)
        self.empty_seats = -(len(known) - self.byes) % SEATS
        self.rematch_price = self.turn_price = (2 * first_place) ** 2
        self.turns_ahead = self._count_turns()
        self.met = self._count_meetings()
        self.forbidden: dict[int, set[int]] = {}
        for one, other in forbidden:
            if one in self.number and other in self.number:
                self.forbidden.setdefault(self.number[one], set()).add(self.number[other])
                self.forbidden.setdefault(self.number[other], set()).add(self.number[one])
        self._set_weights()

    def _count_turns(self) -> list[int]:
        """Return how many turns at a table of three each player is ahead of those who have had the fewest. A late entry
        is never behind these, or would have to catch up round after round."""
        from_the_start = [player for player in self.players if not player.late]
        compared = from_the_start or [player for player in self.players if not player.just_arrived]
        fewest = min((player.threes for player in compared), default=0)
        return [max(player.threes - fewest, 0) for player in self.players]

    def _count_meetings(self) -> dict[int, Counter[int]]:
        """Count how often each pair has met. A meeting listed by only one of the two players counts for both."""
        met: dict[int, Counter[int]] = {}
        for number, player in enumerate(self.players):
            for other, times in Counter(self.number[name] for name in player.met if name in self.number).items():
                for one, two in ((number, other), (other, number)):
                    row = met.setdefault(one, Counter())
                    row[two] = max(row[two], times)
        return met

    def times_met(self, one: int, other: int) -> int:
        return self.met[one][other] if one in self.met else 0

    def _set_weights(self) -> None:
        """Set the prices so that no number of lesser conflicts outweighs a greater one: clubs, cost, forbidden pairs,
        empty seats."""
        widest = (self.players[0].points - self.players[-1].points) ** 2
        often = max((max(row.values()) for row in self.met.values()), default=0)
        dearest = widest + often * self.rematch_price + max(self.turns_ahead) * self.turn_price
        self.unit = PAIRS_WEIGHED + 1  # weight of one point of cost; a pair of one club costs 1
        self.forbidden_price = PAIRS_WEIGHED * (dearest + 1) * self.unit
        self.seat_price = (PAIRS_WEIGHED + 1) * self.forbidden_price
        if self.seat_price * SEATS * PAIRS_WEIGHED**2 >= 2**62:
            raise CannotPair("points-out-of-range", "the points lie too far apart")

    def matrix(self, places: Sequence[int], threes: "Share") -> Matrix:
        """Return the cost of each pair of these places at one table; places from len(players) on are empty seats."""
        count = len(self.players)
        at = {place: index for index, place in enumerate(places)}
        points = np.array([self.players[place].points if place < count else 0 for place in places], np.int64)
        costs: Matrix = (points[:, None] - points[None, :]) ** 2 * self.unit
        for place, index in at.items():
            for other, times in self.met.get(place, {}).items():
                if other in at:
                    costs[index, at[other]] += times * self.rematch_price * self.unit
            for other in self.forbidden.get(place, ()):
                if other in at:
                    costs[index, at[other]] += self.forbidden_price
        self._add_clubs(costs, at)
        for place in (place for place in places if place >= count):
            costs[at[place], :] = costs[:, at[place]] = [self._empty_seat_price(other, threes) for other in places]
        np.fill_diagonal(costs, 0)
        return costs

    def _empty_seat_price(self, other: int, threes: "Share") -> int:
        if other >= len(self.players):
            return self.seat_price * PAIRS_WEIGHED  # makes sure that two empty seats never share a table
        who_may = self.seat_price * (0 if other in threes.sure else 1 if other in threes.tied else SEATS)
        return who_may + self.turns_ahead[other] * self.turn_price * self.unit

    def _add_clubs(self, costs: Matrix, at: dict[int, int]) -> None:
        if not self.separate_clubs:
            return
        clubs: dict[str, list[int]] = {}
        for place, index in at.items():
            if place < len(self.players) and (club := self.players[place].club):
                clubs.setdefault(club, []).append(index)
        for members in clubs.values():
            costs[np.ix_(members, members)] += 1


class Share:
    """The players who get something scarce (a bye, a table of three): those who surely do, and those tied for the
    rest."""

    def __init__(self, problem: Problem, count: int, order: Order) -> None:
        orders = {number: order(number) for number in range(len(problem.players))}
        edge = sorted(orders.values())[count - 1] if count else None
        self.sure = frozenset(number for number, its in orders.items() if count and its < edge)
        self.tied = frozenset(number for number, its in orders.items() if count and its == edge)
        self.open = count - len(self.sure)  # how many of the tied players get one


def ways_to_share_threes(problem: Problem) -> list[Share]:
    """Return who may sit at a table of three, in one or two ways, so that nobody then is more than two turns ahead.

    Either nobody sits at one who is two turns ahead of those with the fewest; or these all do, so that whoever is two
    turns ahead may too. Beyond that, whoever is further ahead sits there last, and with them who has just arrived.
    """
    count = (SEATS - 1) * problem.empty_seats
    arrived = [player.just_arrived for player in problem.players]
    ahead = [MOST_AHEAD + 1 if new else turns for new, turns in zip(arrived, problem.turns_ahead, strict=True)]

    def limited_to(most: int) -> Order:
        return lambda number: max(ahead[number] - most, 0)

    def all_behind_first(number: int) -> int:
        return limited_to(MOST_AHEAD)(number) if ahead[number] else -1

    ways = [Share(problem, count, limited_to(MOST_AHEAD - 1))]
    if max(problem.turns_ahead) >= MOST_AHEAD and ahead.count(0) <= count:
        ways.append(Share(problem, count, all_behind_first))
    return ways


def byes_of(players: int, *, with_threes: bool) -> int:
    """Return the number of byes. Five players leave one, because there are no tables of two."""
    if with_threes:
        return int(players == SEATS + 1)
    return players % SEATS


def _validate(known: Sequence[Player], first_place: int, *, with_threes: bool) -> None:
    least = SEATS - with_threes
    if len(known) < least:
        raise CannotPair("too-few-players", f"{len(known)} players; a table needs {least}")
    if len(known) > MOST_PLAYERS:
        raise CannotPair("too-many-players", f"{len(known)} players; at most {MOST_PLAYERS} can be seated at once")
    for one, other in pairwise(known):
        if one.id == other.id:
            raise CannotPair("player-twice", f"the player {one.id} is listed twice")
    if max(abs(player.points) for player in known) > MOST_POINTS:
        raise CannotPair("points-out-of-range", f"points lie between -{MOST_POINTS} and {MOST_POINTS}")
    if not 0 <= first_place <= MOST_FOR_FIRST:
        raise CannotPair("points-by-place", f"a first place gives between 0 and {MOST_FOR_FIRST} points")
