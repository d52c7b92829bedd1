"""Random legal games, and logs in which one rule is broken in a known place: for tests, load and demonstrations."""

from tools.selfplay.chance import Chance
from tools.selfplay.game import random_game
from tools.selfplay.spoil import Spoiled, spoil

__all__ = ["Chance", "Spoiled", "random_game", "spoil"]
