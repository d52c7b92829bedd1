"""Tables of four without Django: seating (see seating.py), scores, points and standings."""

from tournaments.core.fours.players import Player, Seating
from tournaments.core.fours.seating import seat

__all__ = ["Player", "Seating", "seat"]
