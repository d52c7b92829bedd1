"""The best tables of a round by weighing them all: the lowest player still free picks companions."""

from functools import cache
from itertools import combinations

from hypothesis import strategies as st

from tournaments.core.fours.players import Player

FIRST_PLACE = 6


def best_score(players, *, forbidden=(), with_threes=True):
    """(byes, tables of three, forbidden pairs, cost, pairs of one club), each as small as it can be in this order."""
    count = len(players)
    byes = (count == 5) if with_threes else count % 4
    threes = -(count - byes) % 4
    score = _scores(players, forbidden)

    @cache
    def best(free, byes, threes):
        if not free:
            return (0, 0, 0, 0, 0)
        first, *others = free
        found = []
        for size, left in ((1, byes), (3, threes), (4, len(free) - byes - 3 * threes)):
            if left > 0:
                for companions in combinations(others, size - 1):
                    rest = tuple(player for player in others if player not in companions)
                    after = best(rest, byes - (size == 1), threes - (size == 3))
                    if after:
                        found.append(_sum(score((first, *companions)), after))
        return min(found, default=None)

    return best(tuple(range(count)), int(byes), threes)


def score_of(players, seating, *, forbidden=()):
    number = {player.id: index for index, player in enumerate(players)}
    score = _scores(players, forbidden)
    groups = [*seating.tables, *((name,) for name in seating.byes)]
    total = (0, 0, 0, 0, 0)
    for group in groups:
        total = _sum(total, score(tuple(number[name] for name in group)))
    return total


def _sum(one, other):
    return tuple(map(sum, zip(one, other, strict=True)))


def _scores(players, forbidden):
    barred = {frozenset(pair) for pair in forbidden}
    ranks = [sorted({order(player) for player in players}) for order in (_bye_order, _three_order)]

    def pair(one, other):
        meetings = max(one.met.count(other.id), other.met.count(one.id))
        clash = bool(one.club) and one.club == other.club
        gap = (one.points - other.points) ** 2 + meetings * (2 * FIRST_PLACE) ** 2
        return (0, 0, frozenset((one.id, other.id)) in barred, gap, clash)

    @cache
    def score(numbers):
        group = [players[number] for number in numbers]
        if len(group) == 1:
            return (ranks[0].index(_bye_order(group[0])), 0, 0, 0, 0)
        short = sum(ranks[1].index(_three_order(player)) for player in group) if len(group) == 3 else 0
        total = (0, short, 0, 0, 0)
        for one, other in combinations(group, 2):
            total = _sum(total, pair(one, other))
        return total

    return score


def _bye_order(player):
    return (player.byes, player.late and not player.met and not player.byes, player.points)


def _three_order(player):
    return (player.byes + player.threes, player.late and not player.met and not player.byes, player.points)


@st.composite
def rounds(draw, least=3, most=12):
    """Players after some rounds, with meetings, byes, clubs and forbidden pairs of every kind."""
    count = draw(st.integers(least, most))
    names = [f"p{number}" for number in range(count)]
    players = [
        Player(
            name,
            points=draw(st.sampled_from([0, 1, 3, 4, 6, 9, 12])),
            met=tuple(draw(st.lists(st.sampled_from([other for other in names if other != name]), max_size=4))),
            byes=draw(st.integers(0, 1)),
            threes=draw(st.integers(0, 2)),
            club=draw(st.sampled_from([None, "X", "Y"])),
            late=draw(st.booleans()),
        )
        for name in names
    ]
    pairs = st.sampled_from(list(combinations(names, 2)))
    return players, draw(st.lists(pairs, max_size=4))
