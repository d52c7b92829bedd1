"""What errors of the log have left uncertain, or were reported once: the rest of the log is not blamed for them."""

from dataclasses import dataclass, field

from rules.arena.engine.units import Reward, Unit


def _none() -> dict[str, int]:
    return {"A": 0, "B": 0}


@dataclass(slots=True)
class Uncertain:
    # names and timelines
    strangers: set[str] = field(default_factory=set)  # names that are no units
    refused: dict[str, tuple[Unit, str]] = field(default_factory=dict)  # summons that could not come into play
    any_order: set[str] = field(default_factory=set)  # sides whose timeline the header has wrong
    # placing
    unplaced: set[str] = field(default_factory=set)  # units whose placing was a fault
    nameless: dict[str, int] = field(default_factory=_none)  # placings under no unit's name
    # the turn
    turns_a_round: int = 2  # until the same player plays again
    nobody_acts: bool = False  # what cannot act was activated: what it does then is left out
    doubtful: dict[str, int] = field(default_factory=dict)  # powers of inspiration dice, and since which turn
    flips_missed_at: int | None = None  # the action at which flips were missing
    flips_late: bool = False  # it was reported that opening flips come after the inspiration
    flips_left: int = 0  # how many closing flips were missing as the turn ended
    # stocks
    owed: dict[str, int] = field(default_factory=_none)  # Kamas that a forgotten roll may have brought
    doubted_glory: list[dict[str, int]] = field(default_factory=list)  # stocks that are as possible as the game's
    other_orders: list[dict[str, int]] = field(default_factory=list)  # those after KOs that are being played (1.7.1)
    last_ones: list[tuple[dict[str, int], str]] = field(default_factory=list)  # of these, who is then the last standing
    counted: bool = False  # one of these was believed: the rest of these KOs changes no GG any more
    won: bool = False  # in the order that is played somebody has won, in another one perhaps nobody
    unallocated: list[Reward] = field(default_factory=list)  # rewards that were allocated wrongly

    def is_unheard_of(self, name: str) -> bool:
        """Of this name it was reported that it is no unit, or that it could not come into play."""
        return name in self.refused or bool({name, name.partition("/")[0]} & self.strangers)

    def is_doubtful(self, power: str, turn: int) -> bool:
        """An error with the inspiration dice left it unsure who has this power until its player's next turn."""
        return power in self.doubtful and turn < self.doubtful[power] + self.turns_a_round
