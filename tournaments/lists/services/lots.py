"""What is drawn by lot for a game of Blast: board, sides, and the Divine Challenges of the round (B-2.1, B-2.6).

Nothing is stored: the draw follows from the seed of the event, the round and the table, so that slip, page and desk say
the same, and anybody can repeat it after the event.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.events.models.settings import BoardSeats
from tournaments.lists.services.event_facts import boards_of, challenges_of
from tournaments.models import Event, Match

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
ENDS = {BoardSeats.LOT: (*OPPOSITE,), BoardSeats.SOUTH: ("south", "north"), BoardSeats.WEST: ("west", "east")}


@dataclass(frozen=True)
class Lots:
    """Slugs, and the side of the board at which each of the two players sits."""

    board: str
    sides: tuple[str, str]
    challenges: tuple[str, ...]


@dataclass(frozen=True)
class Draw:
    """The lots of all games of an event, with the names of what is drawn."""

    event: Event
    names: dict[str, str]

    def of(self, match: Match) -> Lots:
        event, number = self.event, match.round.number
        table = f"{number}/{match.table}"
        board = next(iter(self._drawn(table, event.arenas)), "")
        near = self._drawn(table, ENDS[BoardSeats(event.board_seats)])[0]
        challenges = [] if event.simple_game else self._drawn(f"{number}", event.challenges)
        return Lots(board, (near, OPPOSITE[near]), tuple(challenges[: event.open_challenges]))

    def _drawn(self, where: str, choices: Iterable[str]) -> list[str]:
        """Return the choices in the order in which they are drawn."""
        return sorted(choices, key=lambda each: hashlib.sha256(f"{self.event.seed}/{where}/{each}".encode()).digest())

    def named(self, *slugs: str) -> str:
        return ", ".join(self.names.get(slug, slug) for slug in slugs)


def draw_of(event: Event) -> Draw | None:
    """The draw of an event whose game has one."""
    if "board_seats" in event.lacks:
        return None
    return Draw(event, boards_of(event) | challenges_of(event))
