"""Pairs one round of a Swiss event: the best pairing there is, by the order of importance below.

1. Everybody has an opponent, or with an odd number one player has the bye.
2. Nobody meets twice; where that cannot be avoided, whoever has the bye, there are as few rematches as possible.
3. Forbidden pairs stay apart; else as few of them as possible play.
4. The bye goes to a player with the fewest byes so far; among these not to somebody who has just arrived late;
   among these to the lowest score. It moves up from there only to avoid a rematch or a forbidden pair (2 and 3).
5. The sum of the squares of the point differences is the smallest possible (the cost).
6. Those paired down or up before are spared: as few earlier floats as possible among those who float now.
7. Where asked, as few pairs as possible are of one club (this one wish is not proven to be met in the best way if
   a score group of over 200 has so many of one club, or over 400 so many earlier meetings, that some must clash).
8. The rest is drawn by lot from the seed.

A first round by rating is folded instead (opening.py), unless a forbidden pair cannot be parted that way.
The order in which the players are given makes no difference. How the optimum is found in nearly linear time: kernel.py.
"""

from collections.abc import Iterable, Sequence

from tournaments.core.pairing.anonymous_groups import Draw, NobodyFits
from tournaments.core.pairing.groups import ScoreGroup, score_groups
from tournaments.core.pairing.kernel import Match, solve
from tournaments.core.pairing.opening import fold_by_rating
from tournaments.core.pairing.players import Opening, Pair, Pairing, Player
from tournaments.core.pairing.problem import Hall
from tournaments.core.pairing.tables import Couple


def pair(
    players: Iterable[Player],
    *,
    seed: int,
    forbidden: Iterable[Pair] = (),
    separate_clubs: bool = True,
    opening: Opening = "random",
) -> Pairing:
    hall = Hall(players, seed=seed, forbidden=forbidden, separate_clubs=separate_clubs)
    if not hall.players:
        return Pairing((), None, rematches=0, forbidden=0, cost=0)
    if opening == "rating" and hall.nothing_played:
        couples, bye = fold_by_rating(hall)
        if not any(hall.barred(one, other) for one, other in couples):
            return _in_order_of_tables(hall, couples, bye)
    draw = _draw(hall)
    return _in_order_of_tables(hall, draw.couples, draw.bye)


def _draw(hall: Hall) -> Draw:
    groups = score_groups(hall)
    while True:
        matches = _matches(hall, groups)
        draw = Draw(hall, groups)
        try:
            draw.keep(matches)
        except NobodyFits as promise:
            for group in promise.groups:
                group.name_everyone()
        else:
            return draw


def _matches(hall: Hall, groups: list[ScoreGroup]) -> list[Match]:
    """The optimum of the kernel, with as many places as it takes; concessions only if there is no other way."""
    strict = True
    while True:
        matches, complete = solve(hall, groups, strict=strict)
        crowded = _without_a_pair_of_places_left(groups, matches)
        for group in crowded:
            group.open_places()
        if complete and not crowded:
            return matches
        if not crowded:
            strict = False


def _without_a_pair_of_places_left(groups: list[ScoreGroup], matches: list[Match]) -> list[ScoreGroup]:
    left = {id(one.group) for one, other in matches if one.is_place and other.is_place and one.group is other.group}
    return [group for group in groups if group.crowd and id(group) not in left]


def _in_order_of_tables(hall: Hall, couples: Sequence[Couple], bye: Player | None) -> Pairing:
    """Higher scores first, in the order of the draw; nothing here depends on the order in which a solver answers."""
    rank = {player.id: position for position, player in enumerate(hall.players)}
    seats = sorted(sorted((rank[one.id], rank[other.id])) for one, other in couples)
    tables = [(hall.players[high], hall.players[low]) for high, low in seats]
    return Pairing(
        pairs=tuple((high.id, low.id) for high, low in tables),
        bye=bye.id if bye else None,
        rematches=sum(low.id in high.met for high, low in tables),
        forbidden=sum(low.id in hall.forbidden.get(high.id, ()) for high, low in tables),
        cost=sum((high.points - low.points) ** 2 for high, low in tables),
    )
