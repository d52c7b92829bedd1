"""What printed texts add: to characteristics, to the damage of spells, to the next spell.

Their fields are those of card texts (text_tables.py), which are read from the annotations.
"""

from dataclasses import dataclass
from typing import Literal

from rules.common.signatures import Change, Count, needs_one_of

ELEMENTS = ("water", "air", "earth", "fire")
Element = Literal["water", "air", "earth", "fire"]


@needs_one_of("ap", "mp", "hp", "range")
@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristics:
    """4.7.5: what a face-up Buff or Equipment adds to its bearer's characteristics and alterable ranges."""

    ap: Change = 0
    mp: Change = 0
    hp: Change = 0
    range: Change = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellDamage:
    """7.2.7: what a face-up Buff or Equipment adds to the damage of spells of these elements, or of close ones only."""

    amount: Count
    elements: tuple[Element, ...]
    close: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSpell:
    """4.7.5.a: what a Boost adds to the next spell of the turn if it is of these elements; or it waits for one."""

    damage: Count
    elements: tuple[Element, ...]
    wait: bool = False
