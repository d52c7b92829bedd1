"""Turns the matches of the kernel into tables: assigns players to slots and pairs the rest within their group."""

from collections.abc import Iterable

from tournaments.core.pairing.groups import ScoreGroup
from tournaments.core.pairing.kernel import Match, Node
from tournaments.core.pairing.problem import PairingProblem
from tournaments.core.pairing.tables import PlayerPair, Tables

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
