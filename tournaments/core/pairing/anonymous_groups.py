"""Keeps what the kernel promised: draws the members of a crowd who float, and pairs the rest within the crowd."""

from collections.abc import Iterable

from tournaments.core.pairing.groups import ScoreGroup
from tournaments.core.pairing.kernel import Match, Node
from tournaments.core.pairing.players import Player
from tournaments.core.pairing.problem import Hall
from tournaments.core.pairing.tables import Couple, Tables

# up to so many members a crowd is paired by name, and so exactly, when members of one club meet in it:
# first, if that many of a large club must meet; second, if an exchange of opponents has not found the way
LARGEST_NAMED_FOR_A_CLUB, LARGEST_NAMED_FOR_CLUBS = 200, 400


class NobodyFits(Exception):
    """A promise that these crowds cannot keep; their members must be known by name."""

    def __init__(self, *groups: ScoreGroup) -> None:
        super().__init__()
        self.groups = groups


class Draw:
    """The players at the tables: the named ones as matched, the places taken by members drawn by lot."""

    def __init__(self, hall: Hall, groups: Iterable[ScoreGroup]) -> None:
        self.hall = hall
        self.groups = [group for group in groups if group.crowd]
        self.waiting = {id(group): list(group.crowd) for group in self.groups}
        self.bye: Player | None = None
        self.couples: list[Couple] = []

    def keep(self, matches: list[Match]) -> None:
        for node, other in matches:
            if other.group is None:
                self.bye = node.player or self._take_the_bye(node)
        for one, other in matches:
            if other.group is not None:
                self._seat(one, other)
        for group in self.groups:
            self._pair_the_rest(group)

    def _seat(self, one: Node, other: Node) -> None:
        if one.player and other.player:
            self.couples.append((one.player, other.player))
        elif one.player:
            self.couples.append((one.player, self._take_a_place(other, against=one)))
        elif other.player:
            self.couples.append((self._take_a_place(one, against=other), other.player))
        elif one.group is not other.group:
            self.couples.append(self._take_two_places(one, other))

    def _take_the_bye(self, place: Node) -> Player:
        waiting = self.waiting[id(place.group)]
        due = min(player.bye_order for player in waiting)
        return waiting.pop(next(i for i, player in enumerate(waiting) if player.bye_order == due))

    def _take_a_place(self, place: Node, *, against: Node) -> Player:
        assert place.group
        assert against.player
        waiting = self.waiting[id(place.group)]
        floats = place.group is not against.group
        promised = self.hall.least_trouble(against.player, place.group.crowd)
        for i, member in enumerate(waiting):
            rested = not floats or len(member.floats) == place.floats
            if rested and self.hall.trouble(against.player, member) == promised:
                return waiting.pop(i)
        raise NobodyFits(place.group)

    def _take_two_places(self, one: Node, other: Node) -> Couple:
        assert one.group
        assert other.group
        here, there = self.waiting[id(one.group)], self.waiting[id(other.group)]
        for i, member in enumerate(here):
            if len(member.floats) == one.floats:
                for j, partner in enumerate(there):
                    if len(partner.floats) == other.floats and not self.hall.trouble(member, partner):
                        return here.pop(i), there.pop(j)
        raise NobodyFits(one.group, other.group)

    def _pair_the_rest(self, group: ScoreGroup) -> None:
        tables = Tables(self.hall, self.waiting[id(group)])
        tables.mend()
        clashes = tables.clashes() if self.hall.separate_clubs else 0
        avoidable = clashes > tables.least_clashes
        largest = LARGEST_NAMED_FOR_CLUBS if avoidable else LARGEST_NAMED_FOR_A_CLUB
        if tables.any_barred() or (clashes and len(group.crowd) <= largest):
            raise NobodyFits(group)
        self.couples += tables.couples
