"""Random legal games, and logs in which one rule is broken in a known place: for tests, load and demonstrations."""

from tools.selfplay.game import MODES, random_game
from tools.selfplay.mutation import Mutated, mutate
from tools.selfplay.rng import Rng

__all__ = ["MODES", "Mutated", "Rng", "mutate", "random_game"]
