"""Score groups, told apart into players known by name and an interchangeable crowd."""

from dataclasses import dataclass

from tournaments.core.pairing.players import Player
from tournaments.core.pairing.problem import Hall

FEWEST_PLACES = 4
SMALLEST_CROWD = 8


@dataclass(slots=True, eq=False)
class ScoreGroup:
    """The players with the same points: those known by name, and a crowd that shows as few places (kernel.py)."""

    points: int
    start: int
    size: int
    named: list[Player]
    crowd: list[Player]
    places: int
    most_bars: int

    @property
    def end(self) -> int:
        return self.start + self.size

    def open_places(self) -> None:
        """Four more places; where the crowd is too small for that, everyone is known by name."""
        self.places += FEWEST_PLACES
        if self.places + 2 > len(self.crowd):
            self.name_everyone()

    def name_everyone(self) -> None:
        self.named, self.crowd, self.places = self.named + self.crowd, [], 0


def score_groups(hall: Hall) -> list[ScoreGroup]:
    groups: list[ScoreGroup] = []
    start = 0
    for members in hall.score_groups():
        groups.append(_score_group(members, [hall.bars(player) for player in members], start))
        start += len(members)
    return groups


def _score_group(members: list[Player], bars: list[int], start: int) -> ScoreGroup:
    """A player melts into the crowd if only so few others are barred that somebody suitable can be expected."""
    calm = len(members) - FEWEST_PLACES - 2
    group = ScoreGroup(members[0].points, start, len(members), members, [], 0, max(bars))
    crowd = [player for player, barred in zip(members, bars, strict=True) if barred <= calm]
    if len(crowd) >= SMALLEST_CROWD:
        group.named = [player for player, barred in zip(members, bars, strict=True) if barred > calm]
        group.crowd = crowd
        group.places = FEWEST_PLACES + len(crowd) % 2
    return group
