"""The words of the game that logs and facts share."""

from typing import Final

from rules.common.faces import PLAIN, TURNS

PLAYERS: Final = ("A", "B")
OTHER: Final = {"A": "B", "B": "A"}
OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
FAVOR_SIDES: Final = ("left", "right")
TERRAIN: Final = ("ice", "fire", "fog")
ELEMENTS: Final = ("water", "air", "earth", "fire", "none", "unknown")
UNKNOWN: Final = "unknown"

PILE: Final = 10  # B-2.2: favors of a game, one a turn
LARGEST_PILE: Final = 20  # that a judge may set down
SMALLEST_TEAM, LARGEST_TEAM = 2, 5  # B-1.1
MOST_CHALLENGES: Final = 3  # B-2.6
MOST_TILES: Final = 4  # B-10.2, of a kind
FIRE: Final = 2  # B-10.4, injuries
MOST_AP, MOST_MP = 6, 6  # of a card that nobody knows

FACES: Final = PLAIN
TURNED: Final = TURNS  # B-7.2
