"""Seats one round at tables of four: who sits together, who sits at a table of three, who has a bye.

1. Everyone who can play does: n players sit at tables of four, up to three of which have three seats; of five players
   one has a bye. If the organiser wants tables of four only, up to three have a bye.
2. Byes and tables of three go to the players who have had the fewest, never first to a late entry, then to the lowest
   points.
3. As few forbidden pairs as possible sit together.
4. The cost is the smallest possible: over all pairs at a table, the square of the difference of points, plus for each
   earlier meeting as much as for two players who are two table wins apart.
5. If requested, as few pairs as possible are of one club.
6. The remaining choices are random, determined by the seed.

Up to sixteen players the answer is exact. For more players no method is known that solves every size, so the answer
includes a lower bound. Who sits at tables of three is settled before the cost (up to players of equal points), so the
bound treats both kinds of table separately: players in order of points, cut into tables one after the other. Two tables
of one size cost least, in points, when one has the lower and the other the higher half of their players (the squares
within a table are its size times the sum of the squares around its mean, so the sum is least where the two sums of
points are farthest apart); so no split of the tables of one size costs less. Up to sixty players, proof.py also counts
rematches and usually shows that the answer is the best possible, apart from clubs and the random order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from tournaments.core.fours.kernel import Indexes, best_split, fours_of, table_costs
from tournaments.core.fours.players import EXACT_UP_TO, Player, Seating
from tournaments.core.fours.problem import SEATS, Matrix, Problem, Share
from tournaments.core.fours.proof import MOST_COST, MOST_PLACES, prove
from tournaments.core.fours.search import cost_of, improve
from tournaments.core.pairing.players import Pair


def seat(
    players: Iterable[Player],
    *,
    seed: int,
    first_place: int = 6,
    forbidden: Iterable[Pair] = (),
    separate_clubs: bool = True,
    with_threes: bool = True,
) -> Seating:
    """Return the tables of the next round, whatever the order of the players. Raise CannotPair if no table is
    possible."""
    problem = Problem(
        players,
        seed=seed,
        first_place=first_place,
        forbidden=forbidden,
        separate_clubs=separate_clubs,
        with_threes=with_threes,
    )
    everybody = range(len(problem.players))
    byes = Share(problem, everybody, problem.byes, lambda player: player.bye_order)
    is_exact = len(problem.players) <= EXACT_UP_TO
    choices = _choices_of_byes(byes) if is_exact else [frozenset(byes.chosen)]
    rounds = [_Round(problem, [number for number in everybody if number not in out], out) for out in choices]
    _cost, tables, round_ = min((round_.solved() for round_ in rounds), key=lambda solved: solved[0])
    if is_exact:
        return replace(round_.as_seating(tables), is_exact=True)
    if problem.byes:
        tables, round_ = _with_better_byes(tables, round_, byes)
    return round_.proved(tables, may_prove=len(byes.tied) == byes.open)


def _choices_of_byes(byes: Share) -> list[frozenset[int]]:
    """Return every possible set of players with a bye: only players tied for a bye can replace each other."""
    return [byes.sure | frozenset(tied) for tied in combinations(sorted(byes.tied), byes.open)]


def _with_better_byes(tables: Indexes, round_: "_Round", byes: Share) -> tuple[Indexes, "_Round"]:
    """Exchange a player who has a bye with one tied for it, where that makes a table cheaper."""
    for out in sorted(round_.byes & byes.tied):
        gains = {}
        for index, row in enumerate(tables):
            for seat_ in (place for place in range(SEATS) if int(row[place]) in byes.tied):
                changed = np.where(np.arange(SEATS) == seat_, out, row)
                gains[index, seat_] = round_.cost_of_table(row) - round_.cost_of_table(changed)
        index, seat_ = max(gains, key=gains.__getitem__, default=(-1, 0))
        if gains.get((index, seat_), 0) > 0:
            seated = int(tables[index, seat_])
            tables[index, seat_] = out
            round_ = _Round(round_.problem, [*(set(round_.seated) - {seated}), out], round_.byes - {out} | {seated})
    return tables, round_


class _Round:
    """The seated players, and those of them who may sit at tables of three."""

    def __init__(self, problem: Problem, seated: Sequence[int], byes: frozenset[int]) -> None:
        self.problem, self.seated, self.byes = problem, sorted(seated), byes
        count = len(problem.players)
        self.empty = list(range(count, count + problem.empty_seats))
        short_seats = (SEATS - 1) * len(self.empty)
        self.threes = Share(problem, self.seated, short_seats, lambda player: player.three_order)

    def solved(self) -> tuple[int, Indexes, "_Round"]:
        places = np.array([*self.seated, *self.empty], np.intp)
        if len(places) <= EXACT_UP_TO:
            costs = self.problem.matrix([int(place) for place in places], self.threes)
            split = best_split(costs)
            return cost_of(costs, split), places[split], self
        goal = self.bound() * self.problem.unit + self.threes.open * self.problem.seat_price
        tables = improve(self.problem, self._start, self.threes, goal)
        return 0, tables, self

    def _start(self) -> Indexes:
        """Cut the players into tables in order of points, with a new random order among equals."""
        points = [player.points for player in self.problem.players]
        drawn = self.problem.rng.sample(self.seated, len(self.seated))
        drawn.sort(key=points.__getitem__, reverse=True)
        short = set(self.threes.chosen)
        fours = [number for number in drawn if number not in short]
        threes = [number for number in drawn if number in short]
        seats = [*fours]
        for index, empty in enumerate(self.empty):
            seats += [*threes[3 * index : 3 * index + 3], empty]
        return np.array(seats, np.intp).reshape(-1, SEATS)

    def cost_of_table(self, row: Indexes) -> int:
        return int(self.problem.matrix([int(place) for place in row], self.threes).sum()) // 2

    def bound(self) -> int:
        short = set(self.threes.chosen)
        points = [player.points for player in self.problem.players]
        kinds = ((SEATS, [n for n in self.seated if n not in short]), (SEATS - 1, sorted(short)))
        return sum(
            (points[one] - points[other]) ** 2
            for size, members in kinds
            for first in range(0, len(members), size)
            for one, other in combinations(members[first : first + size], 2)
        )

    def proved(self, tables: Indexes, *, may_prove: bool) -> Seating:
        """Improve the bound, or the tables, with proof.py if the round is small enough."""
        found = self.as_seating(tables)
        if not may_prove or found.forbidden or found.is_best_possible:
            return found
        if tables.size > MOST_PLACES or found.cost > MOST_COST:
            return found
        places = np.array([*self.seated, *self.empty], np.intp)
        costs, allowed = self._plain_costs(places)
        proof = prove(costs, allowed, found.cost)
        if proof.tables is not None:
            found = self.as_seating(places[proof.tables])
        return replace(found, bound=max(found.bound, proof.bound))

    def _plain_costs(self, places: Indexes) -> tuple[Matrix, NDArray[np.bool_]]:
        """Return the costs of point differences and rematches alone, and which tables the more important rules
        allow."""
        problem, count = self.problem, len(self.problem.players)
        numbers = [int(place) for place in places]
        points = np.array([problem.players[number].points if number < count else 0 for number in numbers], np.int64)
        costs = (points[:, None] - points[None, :]) ** 2
        costs[np.array(numbers) >= count, :] = costs[:, np.array(numbers) >= count] = 0
        barred = np.zeros_like(costs)
        for one, other in combinations(range(len(numbers)), 2):
            costs[one, other] += problem.times_met(numbers[one], numbers[other]) * problem.rematch_price
            barred[one, other] = numbers[other] in problem.forbidden.get(numbers[one], ())
        tables = fours_of(len(numbers))
        empty = (places[tables] >= count).sum(axis=1)
        sure = np.isin(places, [*self.threes.sure])[tables].any(axis=1)
        never = (~np.isin(places, [*self.threes.sure, *self.threes.tied]) & (places < count))[tables].any(axis=1)
        allowed = (table_costs(barred) == 0) & (((empty == 0) & ~sure) | ((empty == 1) & ~never))
        return costs, allowed

    def as_seating(self, tables: Indexes) -> Seating:
        players, problem = self.problem.players, self.problem
        rows = sorted(sorted(int(place) for place in row if place < len(players)) for row in tables)
        pairs = list(chain.from_iterable(combinations(row, 2) for row in rows))
        met = [problem.times_met(one, other) for one, other in pairs]
        gaps = sum((players[one].points - players[other].points) ** 2 for one, other in pairs)
        return Seating(
            tables=tuple(tuple(players[number].id for number in row) for row in rows),
            byes=tuple(players[number].id for number in sorted(self.byes)),
            rematches=sum(times > 0 for times in met),
            forbidden=sum(other in problem.forbidden.get(one, ()) for one, other in pairs),
            cost=gaps + sum(met) * problem.rematch_price,
            bound=self.bound(),
            is_exact=False,
        )
