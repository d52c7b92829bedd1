"""Score groups, divided into players handled one by one and an anonymous group of interchangeable players."""

from dataclasses import dataclass

from tournaments.core.pairing.players import Player
from tournaments.core.pairing.problem import PairingProblem

MIN_SLOTS = 4
MIN_ANONYMOUS_GROUP = 8


@dataclass(slots=True, eq=False)
class ScoreGroup:
    """The players with the same points: named players, and an anonymous group represented by slots (kernel.py)."""

    points: int
    start: int
    size: int
    named: list[Player]
    anonymous: list[Player]
    slots: int
    max_exclusions: int

    @property
    def end(self) -> int:
        return self.start + self.size

    def add_slots(self) -> None:
        """Add four slots; if the anonymous group is too small for that, handle all of its players by name."""
        self.slots += MIN_SLOTS
        if self.slots + 2 > len(self.anonymous):
            self.name_all_players()

    def name_all_players(self) -> None:
        self.named, self.anonymous, self.slots = self.named + self.anonymous, [], 0


def score_groups(problem: PairingProblem) -> list[ScoreGroup]:
    groups: list[ScoreGroup] = []
    start = 0
    for members in problem.score_groups():
        groups.append(_score_group(members, problem.exclusion_counts(members), start))
        start += len(members)
    return groups


def _score_group(members: list[Player], exclusion_counts: list[int], start: int) -> ScoreGroup:
    """Divide a group. A player is anonymous if so few opponents are excluded that a suitable one is always found."""
    max_exclusions_in_group = len(members) - MIN_SLOTS - 2
    group = ScoreGroup(members[0].points, start, len(members), members, [], 0, max(exclusion_counts))
    anonymous = [
        player
        for player, is_excluded in zip(members, exclusion_counts, strict=True)
        if is_excluded <= max_exclusions_in_group
    ]
    if len(anonymous) >= MIN_ANONYMOUS_GROUP:
        group.named = [
            player
            for player, is_excluded in zip(members, exclusion_counts, strict=True)
            if is_excluded > max_exclusions_in_group
        ]
        group.anonymous = anonymous
        group.slots = MIN_SLOTS + len(anonymous) % 2
    return group
