"""The small exact problem inside the large one.

A big score group can nearly always be paired within itself, whoever leaves it; so most of its members (its *crowd*)
are interchangeable. The kernel holds every other player by name, and of each crowd only a few *places*: places of one
crowd pair with each other at no cost; a place matched elsewhere is a member who floats, to be drawn by lot later.

Why the optimum of the kernel is the optimum of the whole, once at least one pair of places of every crowd is left to
itself and the members can take their places as promised (crowds.py):
- the kernel with as many places as members asks less than the real problem, so its optimum is a lower bound;
- the places of a crowd are twins (sorted by how often their members have floated, fewest first): an improvement that
  needs a further pair of places could use the pair left to itself instead, so more places change nothing;
- once the members have taken their places, the bound is reached.

Edges that no optimal pairing uses are left out. If x plays y and more players than x and y have barred opponents (one
more for the bye) stand strictly between them in points, then some pair with a member in between can exchange opponents
with them without a new rematch, and the sum of the squares becomes smaller.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import rustworkx

from tournaments.core.pairing.groups import ScoreGroup
from tournaments.core.pairing.players import Player
from tournaments.core.pairing.problem import CLASH, FORBIDDEN, REMATCH, Hall
from tournaments.core.pairing.weights import Weights

Edge = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A player known by name, a place in a crowd, or (with no group) the bye."""

    group: ScoreGroup | None
    player: Player | None
    floats: int

    @property
    def is_place(self) -> bool:
        return self.player is None and self.group is not None


@dataclass(frozen=True, slots=True)
class Span:
    """Where the nodes of a group stand: first its named players, then its places."""

    group: ScoreGroup
    first: int
    places: int
    end: int


Match = tuple[Node, Node]


def solve(hall: Hall, groups: list[ScoreGroup], *, strict: bool) -> tuple[list[Match], bool]:
    """The best matching of the kernel from the top of the hall down, and whether it leaves nobody over.

    Strictly, nobody meets twice, forbidden pairs stay apart and the bye goes to whoever is due for it;
    else each of these has its price.
    """
    nodes, spans = _nodes(groups)
    weights = _weights(hall, nodes, groups, strict=strict)
    edges = _Edges(hall, nodes, weights, strict=strict).join(spans)
    if hall.odd:
        nodes.append(Node(None, None, 0))
        edges += _bye_edges(hall, spans, weights, strict=strict)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(nodes)))
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    matches = [(nodes[i], nodes[j]) for i, j in sorted((min(pair), max(pair)) for pair in matching)]
    return matches, 2 * len(matches) == len(nodes)


def _nodes(groups: list[ScoreGroup]) -> tuple[list[Node], list[Span]]:
    nodes: list[Node] = []
    spans = []
    for group in groups:
        first = len(nodes)
        nodes += [Node(group, player, len(player.floats)) for player in group.named]
        places = len(nodes)
        rested = sorted(len(player.floats) for player in group.crowd)[: group.places]
        nodes += [Node(group, None, floats) for floats in rested]
        spans.append(Span(group, first, places, len(nodes)))
    return nodes, spans


def _weights(hall: Hall, nodes: list[Node], groups: list[ScoreGroup], *, strict: bool) -> Weights:
    return Weights(
        pairs=len(nodes) // 2 + 1,
        widest=groups[0].points - groups[-1].points,
        floats=max(node.floats for node in nodes),
        byes=0 if strict or not hall.odd else len(hall.players),
    )


class _Edges:
    """Who could play whom, at which price; negative, for the heaviest matching is sought."""

    def __init__(self, hall: Hall, nodes: list[Node], weights: Weights, *, strict: bool) -> None:
        self.hall, self.nodes, self.weights = hall, nodes, weights
        self.most_trouble = CLASH if strict else REMATCH + FORBIDDEN + CLASH
        self.edges: list[Edge] = []

    def join(self, spans: list[Span]) -> list[Edge]:
        for high, low in self._within_reach(spans):
            difference = high.group.points - low.group.points
            cost = self.weights.cost * difference**2
            tired = self.weights.float if difference else 0
            for i, player in enumerate(high.group.named, high.first):
                self._join_player(i, player, low, cost, tired)
                self._join_crowd(i, player, low, cost, tired)
            for i in range(high.places, high.end):
                self._join_places(i, max(i + 1, low.places), low, cost, tired)
            for j, player in enumerate(low.group.named if high is not low else (), low.first):
                self._join_crowd(j, player, high, cost, tired)
        return self.edges

    def _within_reach(self, spans: list[Span]) -> Iterator[tuple[Span, Span]]:
        """Each group with itself and with those below that an optimal pairing may reach."""
        most_bars = max(span.group.most_bars for span in spans)
        for position, high in enumerate(spans):
            yield high, high
            for low in spans[position + 1 :]:
                between = low.group.start - high.group.end - self.hall.odd
                if between > high.group.most_bars + most_bars:
                    break
                if between <= high.group.most_bars + low.group.most_bars:
                    yield high, low

    def _join_player(self, i: int, player: Player, low: Span, cost: int, tired: int) -> None:
        price, floats = self.weights.trouble, self.nodes[i].floats
        bits, lot = self.weights.noise_bits, self.hall.rng.getrandbits
        apart, first = self.hall.apart(player), max(i + 1, low.first)
        for j, other in enumerate(low.group.named[first - low.first :], first):
            trouble = self.hall.trouble(player, other) if other.id in apart else self.hall.clash(player, other)
            if trouble <= self.most_trouble:
                weariness = (floats + len(other.floats)) * tired
                self.edges.append((i, j, -(cost + price[trouble] + weariness + lot(bits))))

    def _join_crowd(self, i: int, player: Player, span: Span, cost: int, tired: int) -> None:
        """A place stands for whoever of its crowd suits the player best."""
        if span.group.crowd:
            trouble = self.hall.least_trouble(player, span.group.crowd)
            if trouble <= self.most_trouble:
                self._join_places(i, span.places, span, cost + self.weights.trouble[trouble], tired)

    def _join_places(self, i: int, first: int, low: Span, cost: int, tired: int) -> None:
        nodes, bits, lot = self.nodes, self.weights.noise_bits, self.hall.rng.getrandbits
        price = cost + nodes[i].floats * tired
        for j in range(first, low.end):
            self.edges.append((i, j, -(price + nodes[j].floats * tired + lot(bits))))


def _bye_edges(hall: Hall, spans: list[Span], weights: Weights, *, strict: bool) -> Iterator[Edge]:
    """Strictly, only those first in order for the bye; else each rank further down costs one more."""
    bye, lot, bits = spans[-1].end, hall.rng.getrandbits, weights.noise_bits
    order = [min(player.bye_order for player in hall.players)] if strict else hall.bye_orders()
    price = {place: rank * weights.bye for rank, place in enumerate(order)}
    for span in spans:
        for i, player in enumerate(span.group.named, span.first):
            if player.bye_order in price:
                yield i, bye, -(price[player.bye_order] + lot(bits))
        due = min((player.bye_order for player in span.group.crowd), default=None)
        if due in price:
            for i in range(span.places, span.end):
                yield i, bye, -(price[due] + lot(bits))
