"""Pairs an anonymous group: neighbours in draw order, then conflicts are resolved by exchanging opponents."""

from collections import Counter
from itertools import chain, zip_longest

from tournaments.core.pairing.problem import PairingProblem

PlayerPair = tuple[int, int]

MAX_FAILED_EXCHANGES = 100


class Tables:
    def __init__(self, problem: PairingProblem, players: list[int]) -> None:
        self.problem = problem
        self.unavoidable_clashes = 0
        if problem.separate_clubs:
            players = self._spread_the_largest_club(players)
        self.pairs: list[PlayerPair] = list(zip(players[::2], players[1::2], strict=True))
        is_excluded = problem.is_excluded
        # the only tables that can hold an excluded pair: those that did at first, and those that exchanged opponents
        self.suspects = {seat for seat, (one, other) in enumerate(self.pairs) if is_excluded(one, other)}

    def _spread_the_largest_club(self, players: list[int]) -> list[int]:
        """Let members of a club that is larger than half the group meet the others first; the remaining clashes are
        unavoidable."""
        club_of = self.problem.clubs
        clubs = Counter(club_of[player][0] for player in players if club_of[player][0])
        club, count = clubs.most_common(1)[0] if clubs else (None, 0)
        if 2 * count <= len(players):
            return players
        self.unavoidable_clashes = (2 * count - len(players)) // 2
        members = [player for player in players if club_of[player][0] == club]
        others = [player for player in players if club_of[player][0] != club]
        zipped = chain.from_iterable(zip_longest(members, others))
        return [player for player in zipped if player is not None]

    def resolve_conflicts(self) -> None:
        """Exchange opponents where that lowers the conflict cost; with few excluded pairs one pass is enough."""
        for seat in range(len(self.pairs)):
            if seat in self.suspects and self.problem.is_excluded(*self.pairs[seat]):
                self._exchange_opponents(seat)
        if self.problem.separate_clubs:
            self._separate_clubs()

    def _separate_clubs(self) -> None:
        """Reduce club clashes to the unavoidable ones; stop after too many exchanges that failed."""
        avoidable, failed = self.club_clashes() - self.unavoidable_clashes, 0
        for seat, (one, other) in enumerate(self.pairs):
            if avoidable <= 0 or failed == MAX_FAILED_EXCHANGES:
                break
            if self.problem.is_club_clash(one, other):
                exchanged = self._exchange_opponents(seat)
                avoidable -= exchanged
                failed += not exchanged

    def has_excluded_pair(self) -> bool:
        return any(self.problem.is_excluded(*self.pairs[seat]) for seat in self.suspects)

    def club_clashes(self) -> int:
        return sum(self.problem.is_club_clash(one, other) for one, other in self.pairs)

    def _exchange_opponents(self, seat: int) -> bool:
        """Make the first exchange that lowers the conflict cost, from a random table on; return whether one exists."""
        one, other = self.pairs[seat]
        conflict_cost = self.problem.conflict_cost(one, other)
        offset = self.problem.rng.randrange(len(self.pairs))
        for step in range(len(self.pairs)):
            other_seat = (offset + step) % len(self.pairs)
            if other_seat == seat:
                continue
            third, fourth = self.pairs[other_seat]
            before = conflict_cost + self.problem.conflict_cost(third, fourth)
            for first, second in (((one, third), (other, fourth)), ((one, fourth), (other, third))):
                if self.problem.conflict_cost(*first) + self.problem.conflict_cost(*second) < before:
                    self.pairs[seat], self.pairs[other_seat] = first, second
                    self.suspects |= {seat, other_seat}
                    return True
        return False
