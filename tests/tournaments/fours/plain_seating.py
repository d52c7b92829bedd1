"""The best tables of a round by weighing them all: who may sit at three is tried in every way that the limit allows,
then the lowest player still free picks companions."""

from functools import cache
from itertools import combinations

from hypothesis import strategies as st

from tournaments.core.fours.players import Player

FIRST_PLACE = 6
PRICE = (2 * FIRST_PLACE) ** 2


def best_score(players, *, forbidden=(), with_threes=True):
    """(byes, new arrivals at three, forbidden pairs, cost, pairs of one club), each as small as it can be in order."""
    count = len(players)
    byes = int(count == 5) if with_threes else count % 4
    seats = 3 * (-(count - byes) % 4)
    score = _scores(players, forbidden)

    @cache
    def best(free, size):
        if not free:
            return (0, 0, 0, 0, 0)
        first, *others = free
        return min(
            _sum(score((first, *companions)), best(tuple(one for one in others if one not in companions), size))
            for companions in combinations(others, size - 1)
        )

    def rounds():
        everybody = range(count)
        for out in combinations(everybody, byes):
            seated = [number for number in everybody if number not in out]
            of_byes = tuple(map(sum, zip((0, 0, 0, 0, 0), *(score((number,)) for number in out), strict=True)))
            for at_three in combinations(seated, seats):
                if is_allowed(players, at_three):
                    at_four = tuple(number for number in seated if number not in at_three)
                    yield _sum(of_byes, _sum(best(at_three, 3), best(at_four, 4)))

    return min(rounds())


def is_allowed(players, at_three):
    """Whether nobody at three is then three turns ahead of one who was here from the start, or of a late entry, who
    counts at least as the one of these with fewest."""
    ahead = turns_ahead(players)
    after = [ahead[number] + (number in at_three) for number in range(len(players))]
    compared = [after[number] for number, player in enumerate(players) if not _is_new(player)]
    return not at_three or not compared or max(after[number] for number in at_three) - min(compared) <= 2


def turns_ahead(players):
    here = [player.threes for player in players if not player.late]
    here = here or [player.threes for player in players if not _is_new(player)] or [0]
    return [max(0, player.threes - min(here)) for player in players]


def _is_new(player):
    return player.late and not player.met and not player.byes


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
    byes = sorted({_bye_order(player) for player in players})
    ahead = turns_ahead(players)

    def pair(one, other):
        meetings = max(one.met.count(other.id), other.met.count(one.id))
        clash = bool(one.club) and one.club == other.club
        gap = (one.points - other.points) ** 2 + meetings * PRICE
        return (0, 0, frozenset((one.id, other.id)) in barred, gap, clash)

    @cache
    def score(numbers):
        group = [players[number] for number in numbers]
        if len(group) == 1:
            return (byes.index(_bye_order(group[0])), 0, 0, 0, 0)
        total = (0, 0, 0, 0, 0)
        if len(group) == 3:
            total = (0, sum(map(_is_new, group)), 0, PRICE * sum(ahead[number] for number in numbers), 0)
        for one, other in combinations(group, 2):
            total = _sum(total, pair(one, other))
        return total

    return score


def _bye_order(player):
    return (player.byes, _is_new(player), player.points)


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
