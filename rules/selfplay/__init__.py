"""Random legal games, and logs in which one rule is broken in a known place: for tests, load and demonstrations."""

from rules.selfplay.chance import Chance
from rules.selfplay.game import random_game
from rules.selfplay.spoil import Spoiled, spoil

__all__ = ["Chance", "Spoiled", "random_game", "spoil"]
