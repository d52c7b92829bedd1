"""Tables of four without Django: seats a round, ranks a table, gives points, ranks an event. seating.py says how."""

from tournaments.core.fours.players import Player, Seating
from tournaments.core.fours.seating import seat

__all__ = ["Player", "Seating", "seat"]
