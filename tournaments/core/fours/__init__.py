"""Tables of four without Django: seating (see seating.py), scores, points and standings."""

from typing import TYPE_CHECKING

from rules.common.loading import names_from
from tournaments.core.fours.players import Player, Seating

if TYPE_CHECKING:  # who never seats a round does without numpy and its 16 MB
    from tournaments.core.fours.seating import seat

__all__ = ["Player", "Seating", "seat"]
__getattr__ = names_from(__name__, {"tournaments.core.fours.seating": "seat"})
