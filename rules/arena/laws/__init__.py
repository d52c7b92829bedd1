"""What differs between the rulesets of Krosmaster Arena: a record that the engine is given. `LAWS` has them all."""

from collections.abc import Mapping

from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.laws.arena_2013 import ARENA_2013
from rules.arena.laws.record import Laws

__all__ = ["LAWS", "Laws"]

LAWS: Mapping[str, Laws] = {laws.slug: laws for laws in (ARENA_2_7, ARENA_2013)}
