"""Score groups, divided into players handled one by one and an anonymous group of interchangeable players."""

from dataclasses import dataclass
from itertools import groupby

from tournaments.core.pairing.problem import PairingProblem

MIN_SLOTS = 4
MIN_ANONYMOUS_GROUP = 8


@dataclass(slots=True, eq=False)
class ScoreGroup:
    """The players with the same points: named players, and an anonymous group represented by slots (kernel.py)."""

    points: int
    start: int
    size: int
    named: list[int]
    anonymous: list[int]
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
    by_points = groupby(range(problem.size), key=problem.points.__getitem__)
    return [_score_group(problem, points, [*members]) for points, members in by_points]


def _score_group(problem: PairingProblem, points: int, members: list[int]) -> ScoreGroup:
    """Divide a group. A player is anonymous if so few opponents are excluded that a suitable one is always found."""
    exclusions = problem.exclusion_counts
    max_exclusions = max([exclusions[player] for player in members])
    max_exclusions_in_group = len(members) - MIN_SLOTS - 2
    group = ScoreGroup(points, members[0], len(members), members, [], 0, max_exclusions)
    anonymous = [player for player in members if exclusions[player] <= max_exclusions_in_group]
    if len(anonymous) >= MIN_ANONYMOUS_GROUP:
        group.named = [player for player in members if exclusions[player] > max_exclusions_in_group]
        group.anonymous = anonymous
        group.slots = MIN_SLOTS + len(anonymous) % 2
    return group
