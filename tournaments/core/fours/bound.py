"""A lower bound of the cost of a round of any size: what differences of points and turns at three cost at least.

Turns and points are bounded apart, and rematches count as nothing. The turns: as many seats at tables of three as there
are, given to those who have had the fewest. The points: players in order of points are cut into tables one after the
other, with the tables of three where they cost least. No tables cost less in points, whoever sits at three:

Let the players of two tables lie otherwise than one table after the other; then other tables of the same players cost
less. (Points are distinct: any tables cost as much at points that are nearly the same, so the least cost is a limit.)
The squares within a table of k players are k times the sum of the squares of the points, less the square of their sum.

Two tables of one size: the sums of points s and t have one total, and the cost is a constant less s² + t². So it is
least where the sums are farthest apart: where one table has the lower half.

A table of three with the points A, and one of four, out of players whose points sum to S: the cost is a constant less
the sum of a² over A, less 2·(sum of A)², plus 2·S·(sum of A). In each of the three, as it moves among the others, that
is concave, hence least at an end: each of the three is below or above all four. Three on one side are consecutive, and
one below and two above remain (or the mirror image): points 0 | b1 < b2 < b3 < b4 | h < g. Two changes are weighed:

    0, b1, b2, b3 | b4, h, g    saves b4 · (2h + 2g + b4 - 2(b1 + b2 + b3))
    0, b1, b2 | b3, b4, h, g    saves f(h) + f(g) - f(b1) - f(b2), where f(x) = 2x(b3 + b4) - x²

If the first saves nothing, then h + g <= b1 + b2 + b3 - b4/2, so g <= b1 + b2 + b3 - 3/2·b4 < 2·b4. As f grows up to
b3 + b4 and falls alike beyond, and b1 < b2 < h < g < 2·b4 < 2(b3 + b4) - b2, the second saves something.

So where the cost in points is least, any two tables lie one after the other, and so do all.
"""

from collections.abc import Sequence
from itertools import accumulate

SEATS = 4


def least_cost_in_points(points: Sequence[int], threes: int) -> int:
    """Return what the differences of points cost at least, with this many tables of three. `points` are in order."""
    sums = list(accumulate(points, initial=0))
    squares = list(accumulate((each**2 for each in points), initial=0))

    def cost(first: int, seats: int) -> int:
        last = first + seats
        return seats * (squares[last] - squares[first]) - (sums[last] - sums[first]) ** 2

    tables = (len(points) + threes) // SEATS
    best: dict[int, int] = {0: 0}  # by the number of tables of three so far
    for table in range(tables):
        after: dict[int, int] = {}
        for short, spent in best.items():
            first = SEATS * table - short
            for seats in (SEATS, SEATS - 1):
                so_far = short + SEATS - seats
                if so_far <= threes and first + seats <= len(points):
                    value = spent + cost(first, seats)
                    after[so_far] = min(after.get(so_far, value), value)
        best = after
    return best[threes]
