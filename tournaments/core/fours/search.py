"""Improvement of a seating by splitting a few of its tables anew, exactly, until nothing helps.

Any two tables are split in all 35 ways; then four tables that are close in points are split in all 2.6 million ways
(kernel.py), a fixed number of times, so that a round always gives the same answer. In large rounds only nearby tables
are exchanged: first within stretches of 64 tables, then within overlapping stretches.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from tournaments.core.fours.kernel import Indexes, best_split, best_splits_of_two
from tournaments.core.fours.problem import SEATS, Matrix, Problem, Share

Floats = NDArray[np.float64]
STRETCH = 64  # tables
NEAREST = 12  # the three other tables are drawn from this many that are nearest in points
STARTS = 4
IDLE_TRIES, MOST_TRIES = 200, 1500  # splits of four tables: in a row without improvement, and in total
TRIES_OF_A_STRETCH = 60  # in total, where there are several stretches


def improve(problem: Problem, start: Callable[[], Indexes], threes: Share, goal: int) -> Indexes:
    """Return the tables after all exchanges, from a few starts. Stop at `goal`, the lowest cost that is possible."""
    tables = start()
    if len(tables) <= STRETCH:
        return _stretch(problem, [tables, *(start() for _more in range(STARTS - 1))], threes, goal, MOST_TRIES)
    for beginning in (0, STRETCH // 2):
        tables = _by_points(problem, tables)
        for first in range(beginning, len(tables), STRETCH):
            part = tables[first : first + STRETCH]
            tables[first : first + STRETCH] = _stretch(problem, [part], threes, -1, TRIES_OF_A_STRETCH)
    return tables


def cost_of(costs: Matrix, tables: Indexes) -> int:
    return int(sum(costs[tables[:, one], tables[:, other]].sum() for one, other in combinations(range(SEATS), 2)))


def _stretch(problem: Problem, starts: Sequence[Indexes], threes: Share, goal: int, tries: int) -> Indexes:
    places = np.sort(starts[0].ravel())
    costs = problem.matrix([int(place) for place in places], threes)
    points = _points(problem, places)
    searches = [_Search(costs, np.searchsorted(places, tables), problem.rng, points) for tables in starts]
    for search in searches:
        search.exchange_between_two()
    best = min(searches, key=lambda search: cost_of(costs, search.tables))
    best.split_four_anew(tries, goal)
    return places[best.tables]


def _points(problem: Problem, places: Indexes) -> Floats:
    """Return the points of the places; an empty seat has none."""
    points = [*(player.points for player in problem.players), *[np.nan] * problem.empty_seats]
    found: Floats = np.array(points, np.float64)[places]
    return found


def _by_points(problem: Problem, tables: Indexes) -> Indexes:
    return tables[np.argsort(-_mean_points(_points(problem, tables)), kind="stable")]


def _mean_points(seats: Floats) -> Floats:
    """Return the mean of the points of the players at each table."""
    means: Floats = np.nanmean(seats, axis=1)
    return means


class _Search:
    """The tables of one stretch; places are rows of the cost matrix."""

    def __init__(self, costs: Matrix, tables: Indexes, rng: Random, points: Floats) -> None:
        self.costs, self.tables, self.rng, self.points = costs, tables, rng, points

    def exchange_between_two(self) -> None:
        """Weigh all pairs of tables at once and apply the largest gains, using each table only once per pass."""
        pairs = np.array(list(combinations(range(len(self.tables)), 2)), np.intp).reshape(-1, 2)
        while len(pairs):
            members = self.tables[pairs].reshape(-1, 2 * SEATS)
            part = self.costs[members[:, :, None], members[:, None, :]]
            best, splits = best_splits_of_two(part)
            each = self._each()
            gains = each[pairs].sum(axis=1) - best
            changed: set[int] = set()
            for index in np.argsort(-gains, kind="stable"):
                one, other = map(int, pairs[index])
                if gains[index] <= 0:
                    break
                if one not in changed and other not in changed:
                    self.tables[[one, other]] = members[index][splits[index]]
                    changed |= {one, other}
            if not changed:
                break

    def split_four_anew(self, most_tries: int, goal: int) -> None:
        """Split four tables anew, around one with a cost. Equally good splits are accepted too, because they may lead
        to better ones."""
        idle = 0
        for _try in range(most_tries):
            each = self._each()
            dear = np.flatnonzero(each)
            if idle == IDLE_TRIES or not len(dear) or each.sum() <= goal or len(self.tables) < SEATS:
                break
            chosen = self._neighbourhood(int(dear[self.rng.randrange(len(dear))]))
            members = self.tables[chosen].ravel()
            members = members[self.rng.sample(range(len(members)), len(members))]
            part = self.costs[np.ix_(members, members)]
            self.tables[chosen] = members[best_split(part)]
            gained = int(each[chosen].sum() - self._each()[chosen].sum())
            idle = 0 if gained else idle + 1

    def _neighbourhood(self, around: int) -> list[int]:
        points = _mean_points(self.points[self.tables])
        near = [int(table) for table in np.argsort(abs(points - points[around]), kind="stable") if table != around]
        return [around, *self.rng.sample(near[:NEAREST], min(SEATS - 1, len(near)))]

    def _each(self) -> Matrix:
        pairs = combinations(range(SEATS), 2)
        return sum(
            (self.costs[self.tables[:, one], self.tables[:, other]] for one, other in pairs), np.zeros((), np.int64)
        )
