"""Two other ways to the best pairing, slow and simple, to hold the fast one against; and rounds to try them on."""

from collections.abc import Iterator
from itertools import combinations

import rustworkx
from hypothesis import strategies as st

from tournaments.core.pairing import Pairing, Player
from tournaments.core.pairing.players import Float

Verdict = tuple[int, int, tuple[int, bool, int] | None, int, int, int]


def merits(players: list[Player], pairs, bye, forbidden) -> Verdict:
    """The order of importance, word for word: smaller is better."""
    by_id = {player.id: player for player in players}
    apart = {frozenset(pair) for pair in forbidden}
    tables = [(by_id[one], by_id[other]) for one, other in pairs]
    floats = [(one, other) for one, other in tables if one.points != other.points]
    return (
        sum(other.id in one.met for one, other in tables),
        sum(frozenset((one.id, other.id)) in apart for one, other in tables),
        by_id[bye].bye_order if bye else None,
        sum((one.points - other.points) ** 2 for one, other in tables),
        sum(len(one.floats) + len(other.floats) for one, other in floats),
        sum(one.club is not None and one.club == other.club for one, other in tables),
    )


def of_pairing(players: list[Player], pairing: Pairing, forbidden) -> Verdict:
    return merits(players, pairing.pairs, pairing.bye, forbidden)


def best_by_trying_everything(players: list[Player], forbidden) -> Verdict:
    names = [player.id for player in players]
    return min(merits(players, pairs, bye, forbidden) for pairs, bye in _every_pairing(names))


def _every_pairing(names: list[str]) -> Iterator[tuple[list[tuple[str, str]], str | None]]:
    if len(names) % 2:
        for bye in names:
            for pairs, _ in _every_pairing([name for name in names if name != bye]):
                yield pairs, bye
    elif not names:
        yield [], None
    else:
        for other in names[1:]:
            rest = [name for name in names[1:] if name != other]
            for pairs, _ in _every_pairing(rest):
                yield [(names[0], other), *pairs], None


def best_of_the_complete_graph(players: list[Player], forbidden) -> Verdict:
    """Everybody with everybody, each merit a digit of a large integer, one matching."""
    orders = sorted({player.bye_order for player in players})
    edges = []
    for (i, one), (j, other) in combinations(enumerate(players), 2):
        rematch, kept, _, cost, floats, club = merits([one, other], [(one.id, other.id)], None, forbidden)
        edges.append((i, j, -_digits(rematch, kept, 0, cost, floats, club)))
    if len(players) % 2:
        edges += [
            (i, len(players), -_digits(0, 0, orders.index(player.bye_order), 0, 0, 0))
            for i, player in enumerate(players)
        ]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(players) + len(players) % 2))
    graph.add_edges_from(edges)
    names = {i: player.id for i, player in enumerate(players)}
    matching = [sorted(pair) for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)]
    bye = next((names[one] for one, other in matching if other not in names), None)
    return merits(players, [(names[a], names[b]) for a, b in matching if b in names], bye, forbidden)


def _digits(rematch: int, kept: int, bye: int, cost: int, floats: int, club: int) -> int:
    number = 0
    for digit, bits in ((rematch, 0), (kept, 9), (bye, 9), (cost, 24), (floats, 14), (club, 9)):
        number = (number << bits) + digit
    return number


@st.composite
def rounds(draw, *, smallest: int = 1, largest: int = 10) -> tuple[list[Player], list[tuple[str, str]]]:
    """A hall in any state: scores close or far apart, few or many meetings, byes, floats, clubs, latecomers."""
    size = draw(st.integers(smallest, largest))
    random = draw(st.randoms(use_true_random=False))
    most_points, density = draw(st.sampled_from([0, 2, 9, 30, 500])), draw(st.sampled_from([0, 0.05, 0.3, 0.8]))
    most_floats, clubs = draw(st.sampled_from([0, 2])), draw(st.sampled_from([0, 2, 8]))
    names = [f"p{number}" for number in range(size)]
    met: dict[str, list[str]] = {name: [] for name in names}
    for one, other in combinations(names, 2):
        if random.random() < density * min(1, 30 / size):
            met[one].append(other)
            met[other].append(one)
    players = [
        Player(
            name,
            points=random.randint(0, most_points),
            met=tuple(met[name]),
            byes=random.choice([0, 0, 0, 1, 2]),
            floats=tuple(random.choice(["up", "down"]) for _ in range(random.randint(0, most_floats))),
            club=f"c{random.randrange(clubs)}" if clubs else None,
            late=random.random() < 0.1,
        )
        for name in names
    ]
    forbidden = [tuple(random.sample(names, 2)) for _ in range(draw(st.sampled_from([0, 1, 5])) if size > 1 else 0)]
    return players, forbidden


def after(players: list[Player], pairing: Pairing, winners) -> list[Player]:
    """The same hall one round later: `winners` says of each pair whether the first has won."""
    by_id = {player.id: player for player in players}
    for (one, other), won in zip(pairing.pairs, winners, strict=False):
        high, low = by_id[one], by_id[other]
        down: tuple[Float, ...] = ("down",) if high.points > low.points else ()
        up: tuple[Float, ...] = ("up",) if down else ()
        by_id[one] = high._replace(points=high.points + 3 * won, met=(*high.met, other), floats=high.floats + down)
        by_id[other] = low._replace(points=low.points + 3 * (not won), met=(*low.met, one), floats=low.floats + up)
    if pairing.bye:
        rested = by_id[pairing.bye]
        by_id[pairing.bye] = rested._replace(points=rested.points + 3, byes=rested.byes + 1)
    return list(by_id.values())
