"""A lower bound that counts rematches, for rounds beyond sixteen players, and a proof or a better seating where
possible.

Every possible table is a column with a cost, and a seating covers each place once (set partitioning). A table of three
has an empty seat, which is a place too, and turns there are part of its cost. If each place has a price and no table
costs less than the prices of its places together, no seating costs less than all prices. The best prices are the dual
of the linear program. They are approximated by subgradient steps (Polyak's step size) from the tables that undercut
them most, then rounded to integers and adjusted until no table undercuts them, so that the bound is exact. A table that
costs too much above its prices cannot be part of a cheaper seating and is dropped. Among the remaining tables a search
finds the cheapest seating or shows that there is none.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.core.fours.kernel import Indexes, fours_of, table_costs
from tournaments.core.fours.problem import SEATS, Matrix

MOST_PLACES = 60
MOST_COST = 1 << 38  # even four times as much, scaled, fits into 64 bits
SPELLS, STEPS, PATIENCE, LEAST_STEP = 20, 60, 15, 0.02
SCALE = 1 << 20
MOST_NODES = 4000

Floats = NDArray[np.float64]
Column = tuple[int, int, int]  # cost above the prices of the places, places as a bit mask, row


@dataclass(frozen=True, slots=True)
class Proof:
    bound: int
    tables: Indexes | None  # a cheaper seating if one was found; it is optimal if the search was completed


def prove(costs: Matrix, allowed: NDArray[np.bool_], cost: int) -> Proof:
    """Prove a bound or find a cheaper seating. `allowed` marks the rows of `fours_of` that may be tables; `cost` is
    that of the seating found so far."""
    each = table_costs(costs)
    rows = np.flatnonzero(allowed & (each < cost))
    tables, each = fours_of(len(costs))[rows], each[rows]
    price, bound, step = np.zeros(len(costs)), 0, 1.0
    for _spell in range(SPELLS):
        through = [np.flatnonzero((tables == place).any(axis=1)) for place in range(len(costs))]
        if not all(map(len, through)):
            return Proof(cost, None)
        price, step = _better_prices(tables, each, through, price, step, cost)
        above, total = _round_prices(tables, each, through, price)
        bound = max(bound, -(-total // SCALE))
        if bound >= cost:
            return Proof(cost, None)
        kept = above <= (cost - 1) * SCALE - total
        before, tables, each, above = len(tables), tables[kept], each[kept], above[kept]
        if step < LEAST_STEP and len(tables) == before:
            break
    search = _Cover(tables, above)
    chosen = search.cheapest(len(costs), (cost - 1) * SCALE - total)
    ended = search.nodes < MOST_NODES
    if chosen is None:
        return Proof(cost if ended else bound, None)
    return Proof(int(each[chosen].sum()) if ended else bound, tables[chosen])


def _better_prices(
    tables: Indexes, each: Matrix, through: list[Indexes], price: Floats, step: float, cost: int
) -> tuple[Floats, float]:
    best, best_price, idle = -np.inf, price, 0
    for _step in range(STEPS):
        above = each - price[tables].sum(axis=1)
        cheapest = np.array([rows[above[rows].argmin()] for rows in through])
        lower = float(price.sum() + above[cheapest].sum() / SEATS)
        if lower > best + 1e-6:
            best, best_price, idle = lower, price, 0
        else:
            idle += 1
        slope = 1 - np.bincount(tables[cheapest].ravel(), minlength=len(through)) / SEATS
        if best > cost - 0.5 or not slope.any():
            break
        if idle == PATIENCE:
            price, step, idle = best_price, step * 0.6, 0
            continue
        price = price + step * (cost - lower) / float(slope @ slope) * slope
    return best_price, step


def _round_prices(tables: Indexes, each: Matrix, through: list[Indexes], price: Floats) -> tuple[Matrix, int]:
    """Round the prices and adjust them by what the cheapest table of each place leaves, so that no table undercuts
    them."""
    whole = np.rint(price * SCALE).astype(np.int64)
    above = each * SCALE - whole[tables].sum(axis=1)
    whole += np.array([above[rows].min() for rows in through]) // SEATS
    return each * SCALE - whole[tables].sum(axis=1), int(whole.sum())


class _Cover:
    """A search for tables that cover each place once and cost as little as possible above the prices."""

    def __init__(self, tables: Indexes, above: Matrix) -> None:
        masks = (1 << tables).sum(axis=1)
        order = np.argsort(above, kind="stable")
        self.columns = [(int(above[row]), int(masks[row]), int(row)) for row in order]
        self.nodes = 0
        self.found: list[int] | None = None

    def cheapest(self, places: int, left: int) -> list[int] | None:
        self.left = left
        self._cover((1 << places) - 1, 0, self.columns, [])
        return self.found

    def _cover(self, free: int, spent: int, columns: list[Column], chosen: list[int]) -> None:
        self.nodes += 1
        if not free:
            self.found, self.left = chosen, spent - 1
            return
        place = _rarest_place(free, columns)
        for above, mask, row in columns:
            if self.nodes >= MOST_NODES:
                return
            if mask >> place & 1 and spent + above <= self.left:
                after = spent + above
                rest = [column for column in columns if not column[1] & mask and after + column[0] <= self.left]
                self._cover(free & ~mask, after, rest, [*chosen, row])


def _rarest_place(free: int, columns: list[Column]) -> int:
    """Return the free place that is covered by the fewest tables."""
    counts = {place: 0 for place in range(free.bit_length()) if free >> place & 1}
    for _above, mask, _row in columns:
        for place in counts:
            counts[place] += mask >> place & 1
    return min(counts, key=counts.__getitem__)
