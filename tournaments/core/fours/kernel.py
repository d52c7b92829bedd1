"""The exact best split of up to sixteen places into tables of four, by weighing every split.

Four tables: the 16 places are divided into halves in all 6,435 ways, and each half into two tables in all 35 ways. Two
tables have 35 splits, three have 5,775. The lists of splits are computed once; a split is weighed by looking up the
cost of its tables, so that sixteen places take only a few milliseconds.
"""

from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tournaments.core.fours.problem import SEATS, Matrix

Indexes = NDArray[np.intp]
PAIRS = tuple(combinations(range(SEATS), 2))


@lru_cache(5)  # one entry for each number of places (4, 8, 12, 16), and the last larger one
def fours_of(places: int) -> Indexes:
    """Return all tables of four places, one per row."""
    return np.array(list(combinations(range(places), SEATS)), np.intp)


@cache
def _row_of_mask(places: int) -> Indexes:
    """Return an array that gives, for a set of four places as a bit mask, its row in `fours_of`."""
    rows = np.zeros(1 << places, np.intp)
    rows[(1 << fours_of(places)).sum(axis=1)] = np.arange(len(fours_of(places)))
    return rows


def _rows(members: Indexes, places: int) -> Indexes:
    """Return the `fours_of` row of each set of four; the last axis of `members` holds the set."""
    rows: Indexes = _row_of_mask(places)[(1 << members).sum(axis=-1)]
    return rows


@cache
def _halves() -> Indexes:
    """Return the 35 splits of eight places into two tables, with axes split, table, member."""
    with_first = [(0, *rest) for rest in combinations(range(1, 8), 3)]
    return np.array([(one, tuple(sorted({*range(8)} - {*one}))) for one in with_first], np.intp)


@cache
def splits_of_two() -> Indexes:
    """Return the splits of eight places as rows of `fours_of(8)`, with axes split, table."""
    return _rows(_halves(), 8)


@cache
def splits_of_three() -> Indexes:
    """Return the splits of twelve places as rows of `fours_of(12)`, with axes split, table."""
    first = np.array([(0, *rest) for rest in combinations(range(1, 12), 3)], np.intp)
    others = np.array([sorted({*range(12)} - {*map(int, one)}) for one in first], np.intp)
    rest = _rows(others[:, _halves()], 12)
    ones = np.broadcast_to(_rows(first, 12)[:, None, None], (len(first), 35, 1))
    return np.concatenate([ones, rest], axis=2).reshape(-1, 3)


@cache
def splits_of_four() -> Indexes:
    """Return the splits of sixteen places as rows of `fours_of(16)`, with axes table of a half, split of a half, half,
    division into halves. The array is contiguous for fast lookups."""
    first = np.array([(0, *rest) for rest in combinations(range(1, 16), 7)], np.intp)
    other = np.array([sorted({*range(16)} - {*map(int, one)}) for one in first], np.intp)
    both = np.stack([first[:, _halves()], other[:, _halves()]], axis=1)
    return np.ascontiguousarray(np.moveaxis(_rows(both, 16), -1, 0))


def table_costs(costs: Matrix) -> Matrix:
    """Return the cost of every table of four; the last two axes of `costs` are the pairs of places of one problem."""
    tables = fours_of(costs.shape[-1])
    return sum((costs[..., tables[:, one], tables[:, other]] for one, other in PAIRS), np.zeros((), np.int64))


def best_split(costs: Matrix) -> Indexes:
    """Return the tables of the cheapest split of 4, 8, 12 or 16 places; the first of equally cheap ones."""
    places = costs.shape[-1]
    tables = fours_of(places)
    if places == SEATS:
        return tables
    each = table_costs(costs)
    if places == 4 * SEATS:
        return tables[_best_of_four(each)]
    splits = splits_of_two() if places == 2 * SEATS else splits_of_three()
    chosen: Indexes = tables[splits[each[splits].sum(axis=1).argmin()]]
    return chosen


def _best_of_four(each: Matrix) -> Indexes:
    one, other = splits_of_four()
    weighed = each[one] + each[other]  # axes: split of a half, half, division into halves
    cut = weighed.min(axis=2).sum(axis=1).argmin()
    chosen = weighed[cut].argmin(axis=1)
    return np.array([row[cut, half, chosen[half]] for half in (0, 1) for row in (one, other)], np.intp)


def best_splits_of_two(costs: Matrix) -> tuple[Matrix, Indexes]:
    """Return the cost and the tables of the cheapest of the 35 splits, for many pairs of tables at once."""
    each = table_costs(costs)
    splits = splits_of_two()
    weighed = each[:, splits[:, 0]] + each[:, splits[:, 1]]
    chosen = weighed.argmin(axis=1)
    return weighed[np.arange(len(weighed)), chosen], fours_of(8)[splits[chosen]]
