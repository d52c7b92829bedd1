"""Pairs one round of a Swiss event: the best possible pairing, by the priorities below.

1. Everybody has an opponent, or with an odd number one player has the bye.
2. Nobody meets twice; where that cannot be avoided, no matter who has the bye, there are as few rematches as possible.
3. As few forbidden pairs as possible play.
4. The bye goes to a player with the fewest byes so far; among these not to a player who has just arrived late;
   among these to the lowest score. It moves up from there only to avoid a rematch or a forbidden pair (2 and 3).
5. The sum of the squares of the point differences is the smallest possible (the cost).
6. Players who floated before are spared: as few earlier floats as possible among those who float now.
7. If requested, as few pairs as possible are of one club (the only priority that is not proven to be optimal, in
   score groups of over 200 with so many of one club, or over 400 with so many earlier meetings, that some must clash).
8. The remaining choices are random, determined by the seed.

A first round by rating or by seats is folded instead (opening.py), unless a forbidden pair cannot be avoided that way.
The result does not depend on the order of the input. kernel.py explains how the optimum is found in nearly linear time.
"""

from collections.abc import Iterable
from itertools import chain, starmap
from typing import Literal

from tournaments.core.pairing.groups import ScoreGroup, score_groups
from tournaments.core.pairing.kernel import Match, Node, solve
from tournaments.core.pairing.players import Opening, Pair, Pairing, Player, Players
from tournaments.core.pairing.problem import PairingProblem
from tournaments.core.pairing.tables import PlayerPair, Tables

# Turns the matches of the kernel into tables: assigns players to slots and pairs the rest within their group.
# An anonymous group up to this size is paired by name, and so exactly, when players of one club meet in it:
# the first limit if a large club makes that unavoidable, the second if exchanging opponents has not avoided it.
LARGEST_NAMED_FOR_A_CLUB, LARGEST_NAMED_FOR_CLUBS = 200, 400


class SlotNotFillable(Exception):
    """No member of these groups fits a slot as the kernel assumed; their players must be handled by name."""

    def __init__(self, *groups: ScoreGroup) -> None:
        super().__init__()
        self.groups = groups


class TableAssignment:
    """The players at the tables: named players as matched, slots filled in draw order."""

    def __init__(self, problem: PairingProblem, groups: Iterable[ScoreGroup]) -> None:
        self.problem = problem
        self.groups = [group for group in groups if group.anonymous]
        self.unassigned = {id(group): list(group.anonymous) for group in self.groups}
        self.bye: int | None = None
        self.pairs: list[PlayerPair] = []

    def assign(self, matches: list[Match]) -> None:
        for node, other in matches:
            if other.group is None:
                self.bye = self._assign_bye(node) if node.player is None else node.player
        for one, other in matches:
            if other.group is not None:
                self._assign_pair(one, other)
        for group in self.groups:
            self._pair_remaining(group)

    def _assign_pair(self, one: Node, other: Node) -> None:
        if one.player is not None and other.player is not None:
            self.pairs.append((one.player, other.player))
        elif one.player is not None:
            self.pairs.append((one.player, self._fill_slot(other, against=one)))
        elif other.player is not None:
            self.pairs.append((self._fill_slot(one, against=other), other.player))
        elif one.group is not other.group:
            self.pairs.append(self._fill_slot_pair(one, other))

    def _assign_bye(self, slot: Node) -> int:
        unassigned = self.unassigned[id(slot.group)]
        orders = [self.problem.bye_orders[player] for player in unassigned]
        return unassigned.pop(orders.index(min(orders)))

    def _fill_slot(self, slot: Node, *, against: Node) -> int:
        assert slot.group
        assert against.player is not None
        unassigned, float_counts = self.unassigned[id(slot.group)], self.problem.float_counts
        floats = slot.group is not against.group
        expected_cost = self.problem.least_conflict_cost(against.player, slot.group.anonymous)
        for i, member in enumerate(unassigned):
            has_right_floats = not floats or float_counts[member] == slot.floats
            if has_right_floats and self.problem.conflict_cost(against.player, member) == expected_cost:
                return unassigned.pop(i)
        raise SlotNotFillable(slot.group)

    def _fill_slot_pair(self, one: Node, other: Node) -> PlayerPair:
        assert one.group
        assert other.group
        float_counts = self.problem.float_counts
        first_group, second_group = self.unassigned[id(one.group)], self.unassigned[id(other.group)]
        for i, member in enumerate(first_group):
            if float_counts[member] == one.floats:
                for j, partner in enumerate(second_group):
                    if float_counts[partner] == other.floats and not self.problem.conflict_cost(member, partner):
                        return first_group.pop(i), second_group.pop(j)
        raise SlotNotFillable(one.group, other.group)

    def _pair_remaining(self, group: ScoreGroup) -> None:
        tables = Tables(self.problem, self.unassigned[id(group)])
        tables.resolve_conflicts()
        club_clashes = tables.club_clashes() if self.problem.separate_clubs else 0
        avoidable = club_clashes > tables.unavoidable_clashes
        largest = LARGEST_NAMED_FOR_CLUBS if avoidable else LARGEST_NAMED_FOR_A_CLUB
        if tables.has_excluded_pair() or (club_clashes and len(group.anonymous) <= largest):
            raise SlotNotFillable(group)
        self.pairs += tables.pairs


def fold(problem: PairingProblem, by: Literal["rating", "seats"]) -> tuple[list[PlayerPair], int | None]:
    """By rating, unrated players rank below the rated ones, equal ratings in draw order; the last eligible player has
    the bye. By seats, everyone meets who sits opposite, of eight seat 1 meets seat 5; the bye is drawn.

    Forbidden pairs, and clubs if requested, are separated by exchanging opponents with the nearest table that helps.
    """
    ranked = _by_rating(problem) if by == "rating" else range(problem.size)
    bye = min(ranked, key=problem.bye_orders.__getitem__) if problem.is_odd else None
    ranked = [player for player in reversed(ranked) if player != bye]
    if by == "seats":
        ranked.sort(key=lambda player: problem.seats[player] or problem.size)
    half = len(ranked) // 2
    uppers, lowers = ranked[:half], ranked[half:]
    for seat in range(half):
        if problem.conflict_cost(uppers[seat], lowers[seat]):
            _exchange(problem, uppers, lowers, seat)
    return list(zip(uppers, lowers, strict=True)), bye


def _by_rating(problem: PairingProblem) -> list[int]:
    """Return the players from the lowest rating up."""
    ratings = [float("-inf") if rating is None else rating for rating in problem.ratings]
    return sorted(range(problem.size), key=ratings.__getitem__)


def _exchange(problem: PairingProblem, uppers: list[int], lowers: list[int], seat: int) -> None:
    nearest = chain.from_iterable((seat + step, seat - step) for step in range(1, len(uppers)))
    for other_seat in (place for place in nearest if 0 <= place < len(uppers)):
        before = problem.conflict_cost(uppers[seat], lowers[seat]) + problem.conflict_cost(
            uppers[other_seat], lowers[other_seat]
        )
        after = problem.conflict_cost(uppers[seat], lowers[other_seat]) + problem.conflict_cost(
            uppers[other_seat], lowers[seat]
        )
        if after < before:
            lowers[seat], lowers[other_seat] = lowers[other_seat], lowers[seat]
            return


def pair(
    players: Iterable[Player] | Players,
    *,
    seed: int,
    forbidden: Iterable[Pair] = (),
    separate_clubs: bool = True,
    opening: Opening = "random",
) -> Pairing:
    columns = players if isinstance(players, Players) else Players.of(players)
    problem = PairingProblem(columns, seed=seed, forbidden=forbidden, separate_clubs=separate_clubs)
    if not problem.size:
        return Pairing((), None, rematches=0, forbidden=0, cost=0)
    if opening != "random" and problem.is_first_round:
        pairs, bye = fold(problem, by=opening)
        if not any(problem.is_excluded(one, other) for one, other in pairs):
            return _sorted_by_table(problem, pairs, bye)
    assignment = _assign_tables(problem)
    return _sorted_by_table(problem, assignment.pairs, assignment.bye)


def _assign_tables(problem: PairingProblem) -> TableAssignment:
    groups = score_groups(problem)
    while True:
        matches = _matches(problem, groups)
        assignment = TableAssignment(problem, groups)
        try:
            assignment.assign(matches)
        except SlotNotFillable as error:
            for group in error.groups:
                group.name_all_players()
        else:
            return assignment


def _matches(problem: PairingProblem, groups: list[ScoreGroup]) -> list[Match]:
    """Return the optimum of the kernel with as many slots as needed; strict rules are relaxed only if unavoidable."""
    strict = True
    while True:
        matches, complete = solve(problem, groups, strict=strict)
        exhausted = _groups_without_free_slot_pair(groups, matches)
        for group in exhausted:
            group.add_slots()
        if complete and not exhausted:
            return matches
        if not exhausted:
            strict = False


def _groups_without_free_slot_pair(groups: list[ScoreGroup], matches: list[Match]) -> list[ScoreGroup]:
    left = {id(one.group) for one, other in matches if one.is_slot and other.is_slot and one.group is other.group}
    return [group for group in groups if group.anonymous and id(group) not in left]


def _sorted_by_table(problem: PairingProblem, pairs: Iterable[PlayerPair], bye: int | None) -> Pairing:
    """Return the pairing by table: higher scores first, then draw order, whatever order the solver returns."""
    tables = sorted([(one, other) if one < other else (other, one) for one, other in pairs])
    ids, points, met = problem.ids, problem.points, problem.met
    return Pairing(
        pairs=tuple([(ids[high], ids[low]) for high, low in tables]),
        bye=None if bye is None else ids[bye],
        rematches=sum([ids[low] in met[high] for high, low in tables]),
        forbidden=sum(starmap(problem.is_forbidden, tables if problem.forbidden else ())),
        cost=sum([(points[high] - points[low]) ** 2 for high, low in tables]),
    )
