"""Seats one round at tables of four: who sits together, who sits at a table of three, who has a bye.

1. Everyone who can play does: n players sit at tables of four, up to three of which have three seats; of five players
   one has a bye. If the organiser wants tables of four only, up to three have a bye.
2. Byes go to the players who have had the fewest, never first to a late entry, then to the lowest points. Nobody sits
   at a table of three who would then have done so three times more than another, nor a late entry in their first round,
   unless there is nobody else (`ways_to_share_threes` in problem.py).
3. As few forbidden pairs as possible sit together.
4. The cost is the smallest possible: over all pairs at a table, the square of the difference of points, plus for each
   earlier meeting as much as for two players who are two table wins apart; at a table of three, as much again for each
   turn there that a player has had more than those with the fewest.
5. If requested, as few pairs as possible are of one club.
6. The remaining choices are random, determined by the seed.

Up to sixteen players the answer is exact. For more players no method is known that solves every size, so the answer
includes a lower bound: of points and turns for every size (bound.py), and up to sixty players also of rematches, which
usually shows that the answer is the best possible, apart from clubs and the random order (proof.py).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice

import numpy as np
from numpy.typing import NDArray

from tournaments.core.fours.bound import least_cost_in_points
from tournaments.core.fours.kernel import Indexes, best_split, fours_of, table_costs
from tournaments.core.fours.players import EXACT_UP_TO, Player, Seating
from tournaments.core.fours.problem import SEATS, Matrix, Problem, Share, ways_to_share_threes
from tournaments.core.fours.proof import MOST_COST, MOST_PLACES, prove
from tournaments.core.fours.search import improve
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
    byes = Share(problem, problem.byes, lambda number: problem.players[number].bye_order)
    is_exact = len(problem.players) <= EXACT_UP_TO
    choices = _choices_of_byes(byes)
    rounds = [
        _Round(problem, out, threes)
        for out in (choices if is_exact else islice(choices, 1))
        for threes in ways_to_share_threes(problem)
    ]
    solved = [(round_, round_.solved()) for round_ in rounds]
    round_, tables = min(solved, key=lambda one: one[0].price(one[1])) if len(solved) > 1 else solved[0]
    bound = min(each.bound() for each in rounds)
    if is_exact:
        return round_.as_seating(tables, bound, is_exact=True)
    if problem.byes:
        tables, round_ = _with_better_byes(tables, round_, byes)
    found = round_.as_seating(tables, bound)
    return _proved(found, rounds) if len(byes.tied) == byes.open else found


def _choices_of_byes(byes: Share) -> Iterator[frozenset[int]]:
    """Yield every possible set of players with a bye: only players tied for a bye can replace each other."""
    return (byes.sure | frozenset(tied) for tied in combinations(sorted(byes.tied), byes.open))


def _with_better_byes(tables: Indexes, round_: "_Round", byes: Share) -> tuple[Indexes, "_Round"]:
    """Exchange a player who has a bye with one tied for it, where that makes a table cheaper."""
    for out in sorted(round_.byes & byes.tied):
        gains = {}
        for index, row in enumerate(tables):
            for seat_ in (place for place in range(SEATS) if int(row[place]) in byes.tied):
                changed = np.where(np.arange(SEATS) == seat_, out, row)
                gains[index, seat_] = round_.price_of_table(row) - round_.price_of_table(changed)
        index, seat_ = max(gains, key=gains.__getitem__, default=(-1, 0))
        if gains.get((index, seat_), 0) > 0:
            seated = int(tables[index, seat_])
            tables[index, seat_] = out
            round_ = _Round(round_.problem, round_.byes - {out} | {seated}, round_.threes)
    return tables, round_


def _proved(found: Seating, rounds: Sequence["_Round"]) -> Seating:
    """Improve the bound, or the tables, with proof.py if the round is small enough."""
    places = len(rounds[0].places)
    if found.forbidden or found.is_best_possible or places > MOST_PLACES or found.cost > MOST_COST:
        return found
    bounds = []
    for round_ in rounds:
        proof = prove(*round_.plain_costs(), found.cost)
        bounds.append(proof.bound)
        if proof.tables is not None:
            found = round_.as_seating(round_.places[proof.tables], found.bound)
    return replace(found, bound=max(found.bound, min(bounds)))


class _Round:
    """The seated players, and those of them who may sit at tables of three."""

    def __init__(self, problem: Problem, byes: frozenset[int], threes: Share) -> None:
        self.problem, self.byes, self.threes = problem, byes, threes
        count = len(problem.players)
        self.seated = [number for number in range(count) if number not in byes]
        self.places = np.array([*self.seated, *range(count, count + problem.empty_seats)], np.intp)

    def solved(self) -> Indexes:
        if len(self.places) <= EXACT_UP_TO:
            return self.places[best_split(self.problem.matrix([int(place) for place in self.places], self.threes))]
        goal = self.bound() * self.problem.unit + self.threes.open * self.problem.seat_price
        return improve(self.problem, self._start, self.threes, goal)

    def price(self, tables: Indexes) -> int:
        """Return what the tables cost, with forbidden pairs and clubs."""
        return sum(self.price_of_table(row) for row in tables) - self.threes.open * self.problem.seat_price

    def price_of_table(self, row: Indexes) -> int:
        return int(self.problem.matrix([int(place) for place in row], self.threes).sum()) // 2

    def _start(self) -> Indexes:
        """Cut the players into tables in order of points, with a new random order among equals."""
        points = [player.points for player in self.problem.players]
        drawn = self.problem.rng.sample(self.seated, len(self.seated))
        drawn.sort(key=points.__getitem__, reverse=True)
        at_three = self.threes.sure | frozenset(self._fewest_turns(among=drawn[::-1]))
        seats = [number for number in drawn if number not in at_three]
        threes = [number for number in drawn if number in at_three]
        for index, empty in enumerate(self.places[len(self.seated) :]):
            seats += [*threes[3 * index : 3 * index + 3], int(empty)]
        return np.array(seats, np.intp).reshape(-1, SEATS)

    def _fewest_turns(self, among: Sequence[int]) -> list[int]:
        """Return who of those tied for a table of three have had fewest turns there, the first among equals."""
        tied = [number for number in among if number in self.threes.tied]
        return sorted(tied, key=self.problem.turns_ahead.__getitem__)[: self.threes.open]

    def bound(self) -> int:
        """Return what points and turns at a table of three cost at least; bound.py says why."""
        points = sorted(self.problem.players[number].points for number in self.seated)
        ahead = [self.problem.turns_ahead[number] for number in (*self.threes.sure, *self._fewest_turns(self.seated))]
        return least_cost_in_points(points, self.problem.empty_seats) + sum(ahead) * self.problem.turn_price

    def plain_costs(self) -> tuple[Matrix, NDArray[np.bool_]]:
        """Return the costs of point differences, rematches and turns alone, and which tables the more important rules
        allow."""
        problem, places = self.problem, self.places
        is_empty = places >= len(problem.players)
        points = np.array([problem.players[number].points for number in self.seated] + [0] * is_empty.sum(), np.int64)
        ahead = np.array([problem.turns_ahead[number] for number in self.seated] + [0] * is_empty.sum(), np.int64)
        costs = (points[:, None] - points[None, :]) ** 2
        costs[is_empty, :] = ahead * problem.turn_price
        costs[:, is_empty] = costs[is_empty, :].T
        barred = np.zeros_like(costs)
        for one, other in combinations(range(len(self.seated)), 2):
            costs[one, other] += problem.times_met(self.seated[one], self.seated[other]) * problem.rematch_price
            barred[one, other] = self.seated[other] in problem.forbidden.get(self.seated[one], ())
        tables = fours_of(len(places))
        empty = is_empty[tables].sum(axis=1)
        sure = np.isin(places, [*self.threes.sure])[tables].any(axis=1)
        never = (~np.isin(places, [*self.threes.sure, *self.threes.tied]) & ~is_empty)[tables].any(axis=1)
        allowed = (table_costs(barred) == 0) & (((empty == 0) & ~sure) | ((empty == 1) & ~never))
        return costs, allowed

    def as_seating(self, tables: Indexes, bound: int, *, is_exact: bool = False) -> Seating:
        players, problem = self.problem.players, self.problem
        rows = sorted(sorted(int(place) for place in row if place < len(players)) for row in tables)
        pairs = list(chain.from_iterable(combinations(row, 2) for row in rows))
        met = [problem.times_met(one, other) for one, other in pairs]
        gaps = sum((players[one].points - players[other].points) ** 2 for one, other in pairs)
        ahead = sum(problem.turns_ahead[number] for row in rows if len(row) < SEATS for number in row)
        return Seating(
            tables=tuple(tuple(players[number].id for number in row) for row in rows),
            byes=tuple(players[number].id for number in sorted(self.byes)),
            rematches=sum(times > 0 for times in met),
            forbidden=sum(other in problem.forbidden.get(one, ()) for one, other in pairs),
            cost=gaps + sum(met) * problem.rematch_price + ahead * problem.turn_price,
            bound=bound,
            is_exact=is_exact,
        )
