"""What lies on the piles of Demonic Rewards, and which flips are still due (1.3.7, 4.7.4)."""

from dataclasses import dataclass, field

PILE_SIZE = 10  # 1.3.7


@dataclass(slots=True)
class Pile:
    left: int = PILE_SIZE
    face: str | None = None  # the reward that lies face up beside it
    unsure: bool = False  # a token may lie there that was not logged
    was_bought: bool = False  # the token that lay open from the start, and nothing has taken its place
    early: str | None = None  # a second one, turned up before the first was bought: a slip that was told


@dataclass(slots=True)
class Flips:
    """4.7.4: which ranks still have to show a token, as the second player's first turn begins and as it ends."""

    opening: set[str] = field(default_factory=set)
    closing: set[str] = field(default_factory=set)
    from_the_start: bool = False  # 8.1.2: the tokens of the first box lie open before the fight
    replacing: tuple[str, int] | None = None
    replaced_early: tuple[str, int] | None = None
    closed_at: int | None = None  # the action of the first closing flip

    @property
    def let_units_act(self) -> bool:
        """No token has to be replaced first (4.7.7), and the turn is not closing (4.7.4)."""
        return self.replacing is None and self.closed_at is None
