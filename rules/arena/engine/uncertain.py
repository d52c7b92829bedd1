"""What errors of a log have left uncertain or already reported, so that the rest is not blamed for them."""

from collections import Counter
from dataclasses import dataclass, field

from rules.arena.engine.units import Reward, Unit


@dataclass(slots=True)
class Uncertain:
    # names and timelines
    strangers: set[str] = field(default_factory=set)  # unknown unit names
    refused: dict[str, tuple[Unit, str]] = field(default_factory=dict)  # summons that could not enter play
    miscast: set[str] = field(default_factory=set)  # units that may be of another card than the header says
    any_order: set[str] = field(default_factory=set)  # sides whose timeline is wrong in the header
    # placing
    unplaced: set[str] = field(default_factory=set)  # units placed wrongly
    left_at_home: set[str] = field(default_factory=set)  # figures too many in the header, which nobody places
    waited_for: set[str] = field(default_factory=set)  # units that others were placed before, which was reported
    nameless: dict[str, int] = field(default_factory=Counter)  # placements under unknown names
    # the turn
    turns_a_round: int = 2  # until the same player's next turn
    nobody_acts: bool = False  # an illegal unit was activated: its actions are skipped
    doubtful: dict[str, int] = field(default_factory=dict)  # powers of inspiration dice, and the turn since when
    flips_missed_at: int | None = None  # the action at which flips were missing
    flips_late: bool = False  # already reported: opening flips come before the inspiration
    misnamed_flips: int = 0  # of a rank that is not played with: the token lies on some pile
    flips_left: int = 0  # how many closing flips were missing when the turn ended
    turn_missing: bool = False  # the log leaves out what was done in a whole turn
    activated_at: int = 0  # the action by which the active unit began its turn
    # stocks
    owed: dict[str, int] = field(default_factory=Counter)  # Kamas that a forgotten roll may have brought
    doubted_glory: list[dict[str, int]] = field(default_factory=list)  # stocks that are as possible as the game's
    other_orders: list[dict[str, int]] = field(default_factory=list)  # those after simultaneous KOs in progress (1.7.1)
    # of these, who is then the last one standing
    last_ones: list[tuple[dict[str, int], str]] = field(default_factory=list)
    at_once: bool = False  # pieces fell at once in this action: those two, and the next two, may hold something
    counted: bool = False  # one of these was believed: the rest of these KOs changes no GG
    won: bool = False  # in the order played somebody has won, in another one perhaps nobody
    unallocated: list[Reward] = field(default_factory=list)  # rewards allocated wrongly

    def is_unheard_of(self, name: str) -> bool:
        """Whether it was reported that no unit has this name, or that it could not enter play."""
        return name in self.refused or bool({name, name.partition("/")[0]} & self.strangers)

    def is_doubtful(self, power: str, turn: int) -> bool:
        """Whether an error with the inspiration dice left it uncertain who has this power until the
        player's next turn."""
        return power in self.doubtful and turn < self.doubtful[power] + self.turns_a_round
