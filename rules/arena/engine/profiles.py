"""What a card prints of its piece, the same for the whole game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.arena.printed import PowerText, Spell


@dataclass(slots=True)
class Profile:
    """What is printed: the same for the whole game, never copied with the position. Never changed, and not frozen, as
    an issue is not."""

    card: str
    title: str
    kind: str  # "krosmaster", "mob", or one of MECHANISMS
    types: frozenset[str]
    level: int
    initiative: int
    hp: int | None
    ap: int | None
    mp: int | None
    powers: frozenset[str]
    spells: "Mapping[str, Spell]"
    incomplete: bool = False  # part of the card was never seen
    lacks: frozenset[str] = frozenset()  # of `powers` and `spells`, which may have more than the data has
    figures_known: bool = True
    types_known: bool = True
    explained: "Mapping[str, PowerText]" = field(default_factory=dict)
    boss_known: bool = True
    kind_known: bool = True
    may_become_more: bool = False  # its words may raise its level and HP during the game
    lasting: "tuple[PowerText, ...]" = field(init=False)  # of its own powers, those that answer to nothing
    lost_by_injuries: "tuple[PowerText, ...]" = field(init=False)  # and those that so many injuries take away
    hangs_on_cells: bool = field(init=False)  # whether one of those hangs on where pieces stand

    def __post_init__(self) -> None:
        self.lasting = tuple(text for text in self.explained.values() if text.when is None)
        self.lost_by_injuries = tuple(text for text in self.explained.values() if text.lost_after)
        self.hangs_on_cells = any(text.hangs_on_cells for text in self.lasting)

    def __deepcopy__(self, memo: object) -> "Profile":
        return self
