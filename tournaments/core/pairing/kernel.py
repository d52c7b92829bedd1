"""Reduces the pairing of a round to a small matching problem with the same optimum.

A large score group can nearly always be paired within itself, whichever players leave it; so most of its players (the
*anonymous group*) are interchangeable. The kernel contains every other player by name, and only a few *slots* for each
anonymous group. Slots of one group pair with each other at no cost; a slot matched with anything else stands for a
player who floats, and is assigned to a random player later.

The optimum of the kernel is the optimum of the whole problem if at least one pair of slots of every anonymous group is
matched within the group, and players can be assigned to the slots as assumed (swiss.py):
- the kernel with as many slots as players is a relaxation of the real problem, so its optimum is a lower bound;
- the slots of a group are interchangeable (sorted by how often their players have floated, fewest first): an
  improvement that needs another pair of slots could use the pair matched within the group, so extra slots are useless;
- once the players are assigned to the slots, the bound is reached.

Edges that no optimal pairing uses are left out. If x plays y and there are strictly between them in points more players
than x and y have excluded opponents (one more for the bye), then some pair with a player in between can exchange
opponents with them without a new rematch, and the sum of the squares becomes smaller.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

from tournaments.core.pairing.groups import ScoreGroup
from tournaments.core.pairing.problem import CLUB_CLASH, FORBIDDEN, REMATCH, PairingProblem

EXACT_BITS = 125  # rustworkx computes exactly below 2**126
NOISE_BITS = 16


@dataclass(frozen=True)
class Weights:
    """The value of each digit, from the least to the most important, for a matching of at most `pairs` pairs.

    No digit can overflow into the next: each is wide enough for the worst sum over all pairs.
    """

    pairs: int
    max_difference: int  # the largest difference of points
    max_floats: int  # the most floats that one player has had
    bye_ranks: int  # number of ranks in the order for the bye

    @cached_property
    def noise_bits(self) -> int:
        digits = self._bits_for(1) * 3 + self._bits_for(2 * self.max_floats) + self._bits_for(self.max_difference**2)
        left = EXACT_BITS - digits - self.bye_ranks.bit_length() - self._bits_for(0)
        return max(0, min(NOISE_BITS, left))

    @cached_property
    def club(self) -> int:
        return 1 << self._bits_for((1 << self.noise_bits) - 1)

    @cached_property
    def float(self) -> int:
        return self.club << self._bits_for(1)

    @cached_property
    def cost(self) -> int:
        return self.float << self._bits_for(2 * self.max_floats)

    @cached_property
    def bye(self) -> int:
        return self.cost << self._bits_for(self.max_difference**2)

    @cached_property
    def forbidden(self) -> int:
        return self.bye << self.bye_ranks.bit_length()

    @cached_property
    def rematch(self) -> int:
        return self.forbidden << self._bits_for(1)

    @cached_property
    def conflict_price(self) -> dict[int, int]:
        """The weight of each conflict cost that a pair can have (problem.py)."""
        return {
            REMATCH * is_rematch + FORBIDDEN * is_forbidden + CLUB_CLASH * is_club_clash: is_rematch * self.rematch
            + is_forbidden * self.forbidden
            + is_club_clash * self.club
            for is_rematch, is_forbidden, is_club_clash in product((0, 1), repeat=3)
        }

    def _bits_for(self, worst: int) -> int:
        return (self.pairs * worst).bit_length()


Edge = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A named player, a slot of an anonymous group, or (without a group) the bye."""

    group: ScoreGroup | None
    player: int | None
    floats: int

    @property
    def is_slot(self) -> bool:
        return self.player is None and self.group is not None


@dataclass(frozen=True, slots=True)
class Span:
    """The range of node numbers of a group: first its named players, then its slots."""

    group: ScoreGroup
    first: int
    slots: int
    end: int


Match = tuple[Node, Node]


def solve(problem: PairingProblem, groups: list[ScoreGroup], *, strict: bool) -> tuple[list[Match], bool]:
    """The best matching of the kernel, from the highest score down, and whether it covers every node.

    If `strict`, rematches and forbidden pairs are not allowed and the bye goes to the player who is due for it;
    otherwise each of these is allowed at a price.
    """
    import rustworkx  # noqa: PLC0415  6 MB, for processes that pair

    nodes, spans = _nodes(problem, groups)
    weights = _weights(problem, nodes, groups, strict=strict)
    edges = _Edges(problem, nodes, weights, strict=strict).build(spans)
    if problem.is_odd:
        nodes.append(Node(None, None, 0))
        edges += _bye_edges(problem, spans, weights, strict=strict)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(nodes)))
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    matches = [(nodes[i], nodes[j]) for i, j in sorted((min(pair), max(pair)) for pair in matching)]
    return matches, 2 * len(matches) == len(nodes)


def _nodes(problem: PairingProblem, groups: list[ScoreGroup]) -> tuple[list[Node], list[Span]]:
    nodes: list[Node] = []
    spans = []
    for group in groups:
        first = len(nodes)
        nodes += [Node(group, player, problem.float_counts[player]) for player in group.named]
        slots = len(nodes)
        float_counts = sorted([problem.float_counts[player] for player in group.anonymous])[: group.slots]
        nodes += [Node(group, None, floats) for floats in float_counts]
        spans.append(Span(group, first, slots, len(nodes)))
    return nodes, spans


def _weights(problem: PairingProblem, nodes: list[Node], groups: list[ScoreGroup], *, strict: bool) -> Weights:
    return Weights(
        pairs=len(nodes) // 2 + 1,
        max_difference=groups[0].points - groups[-1].points,
        max_floats=max(node.floats for node in nodes),
        bye_ranks=0 if strict or not problem.is_odd else problem.size,
    )


class _Edges:
    """The edges of the kernel: who could play whom at which price. Weights are negative because the solver
    maximises."""

    def __init__(self, problem: PairingProblem, nodes: list[Node], weights: Weights, *, strict: bool) -> None:
        self.problem, self.nodes, self.weights = problem, nodes, weights
        self.max_conflict_cost = CLUB_CLASH if strict else REMATCH + FORBIDDEN + CLUB_CLASH
        self.edges: list[Edge] = []

    def build(self, spans: list[Span]) -> list[Edge]:
        for high, low in self._reachable_groups(spans):
            difference = high.group.points - low.group.points
            cost = self.weights.cost * difference**2
            float_price = self.weights.float if difference else 0
            for i, player in enumerate(high.group.named, high.first):
                self._add_player_edges(i, player, low, cost, float_price)
                self._add_anonymous_edges(i, player, low, cost, float_price)
            for i in range(high.slots, high.end):
                self._add_slot_edges(i, max(i + 1, low.slots), low, cost, float_price)
            for j, player in enumerate(low.group.named if high is not low else (), low.first):
                self._add_anonymous_edges(j, player, high, cost, float_price)
        return self.edges

    def _reachable_groups(self, spans: list[Span]) -> Iterator[tuple[Span, Span]]:
        """Each group with itself and with those below that an optimal pairing may reach."""
        max_exclusions = max(span.group.max_exclusions for span in spans)
        for position, high in enumerate(spans):
            yield high, high
            for low in spans[position + 1 :]:
                between = low.group.start - high.group.end - self.problem.is_odd
                if between > high.group.max_exclusions + max_exclusions:
                    break
                if between <= high.group.max_exclusions + low.group.max_exclusions:
                    yield high, low

    def _add_player_edges(self, i: int, player: int, low: Span, cost: int, float_price: int) -> None:
        price, floats = self.weights.conflict_price, self.nodes[i].floats
        ids, float_counts = self.problem.ids, self.problem.float_counts
        bits, random_bits = self.weights.noise_bits, self.problem.rng.getrandbits
        excluded_opponents, first = self.problem.excluded_opponents(player), max(i + 1, low.first)
        for j, other in enumerate(low.group.named[first - low.first :], first):
            conflict_cost = (
                self.problem.conflict_cost(player, other)
                if ids[other] in excluded_opponents
                else self.problem.is_club_clash(player, other)
            )
            if conflict_cost <= self.max_conflict_cost:
                float_cost = (floats + float_counts[other]) * float_price
                self.edges.append((i, j, -(cost + price[conflict_cost] + float_cost + random_bits(bits))))

    def _add_anonymous_edges(self, i: int, player: int, span: Span, cost: int, float_price: int) -> None:
        """Add the edges between a player and the slots of an anonymous group, which stand for the player's best
        opponent in it."""
        if span.group.anonymous:
            conflict_cost = self.problem.least_conflict_cost(player, span.group.anonymous)
            if conflict_cost <= self.max_conflict_cost:
                self._add_slot_edges(
                    i, span.slots, span, cost + self.weights.conflict_price[conflict_cost], float_price
                )

    def _add_slot_edges(self, i: int, first: int, low: Span, cost: int, float_price: int) -> None:
        nodes, bits, random_bits = self.nodes, self.weights.noise_bits, self.problem.rng.getrandbits
        price = cost + nodes[i].floats * float_price
        for j in range(first, low.end):
            self.edges.append((i, j, -(price + nodes[j].floats * float_price + random_bits(bits))))


def _bye_edges(problem: PairingProblem, spans: list[Span], weights: Weights, *, strict: bool) -> Iterator[Edge]:
    """Yield the edges to the bye. If `strict`, only for players first in order; otherwise each further rank costs
    more."""
    bye, random_bits, bits = spans[-1].end, problem.rng.getrandbits, weights.noise_bits
    orders = problem.bye_orders
    due_slots = [min([orders[player] for player in span.group.anonymous], default=None) for span in spans]
    if strict:
        due_players = [orders[player] for span in spans for player in span.group.named]
        order = [min(chain(filter(None, due_slots), due_players))]
    else:
        order = sorted(set(orders))
    price = {bye_order: rank * weights.bye for rank, bye_order in enumerate(order)}
    for span, due in zip(spans, due_slots, strict=True):
        for i, player in enumerate(span.group.named, span.first):
            if orders[player] in price:
                yield i, bye, -(price[orders[player]] + random_bits(bits))
        if due in price:
            for i in range(span.slots, span.end):
                yield i, bye, -(price[due] + random_bits(bits))
