"""Pairs a crowd within itself: side by side as drawn, then mended by exchanging opponents between two tables."""

from collections import Counter
from itertools import chain, zip_longest

from tournaments.core.pairing.players import Player
from tournaments.core.pairing.problem import Hall

Couple = tuple[Player, Player]

MOST_VAIN = 100


class Tables:
    def __init__(self, hall: Hall, players: list[Player]) -> None:
        self.hall = hall
        self.least_clashes = 0
        if hall.separate_clubs:
            players = self._spread_the_largest_club(players)
        self.couples: list[Couple] = list(zip(players[::2], players[1::2], strict=True))

    def _spread_the_largest_club(self, players: list[Player]) -> list[Player]:
        """A club with more than half of the players is set against the others; the rest of it cannot be helped."""
        clubs = Counter(player.club for player in players if player.club)
        club, count = clubs.most_common(1)[0] if clubs else (None, 0)
        if 2 * count <= len(players):
            return players
        self.least_clashes = (2 * count - len(players)) // 2
        theirs = [player for player in players if player.club == club]
        others = [player for player in players if player.club != club]
        zipped = chain.from_iterable(zip_longest(theirs, others))
        return [player for player in zipped if player is not None]

    def mend(self) -> None:
        """Exchange opponents where that lessens the trouble; with few bars against many tables, one pass is enough."""
        for seat, (one, other) in enumerate(self.couples):
            if self.hall.barred(one, other):
                self._exchange(seat)
        if self.hall.separate_clubs:
            self._part_clubs()

    def _part_clubs(self) -> None:
        """Down to the clashes that cannot be helped; whoever has been looked for in vain often enough is not there."""
        avoidable, vain = self.clashes() - self.least_clashes, 0
        for seat, (one, other) in enumerate(self.couples):
            if avoidable <= 0 or vain == MOST_VAIN:
                break
            if self.hall.clash(one, other):
                mended = self._exchange(seat)
                avoidable -= mended
                vain += not mended

    def any_barred(self) -> bool:
        return any(self.hall.barred(one, other) for one, other in self.couples)

    def clashes(self) -> int:
        return sum(self.hall.clash(one, other) for one, other in self.couples)

    def _exchange(self, seat: int) -> bool:
        """Take the first exchange that lessens the trouble, looking from a table drawn by lot onwards; is there one?"""
        one, other = self.couples[seat]
        trouble = self.hall.trouble(one, other)
        offset = self.hall.rng.randrange(len(self.couples))
        for step in range(len(self.couples)):
            there = (offset + step) % len(self.couples)
            if there == seat:
                continue
            third, fourth = self.couples[there]
            before = trouble + self.hall.trouble(third, fourth)
            for first, second in (((one, third), (other, fourth)), ((one, fourth), (other, third))):
                if self.hall.trouble(*first) + self.hall.trouble(*second) < before:
                    self.couples[seat], self.couples[there] = first, second
                    return True
        return False
