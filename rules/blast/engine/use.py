"""A spell, favor, bonus or power at work: who uses it, at what, and what the players chose."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from rules.blast.engine.game import Game, Unit
from rules.common.signatures import Effect

# What effects mean where no spell is cast; of others nobody knows it.
OF_POWERS: Final = frozenset({"markers", "gain", "heal", "injure"})
OF_FAVORS: Final = OF_POWERS | {"bonus", "terrain", "summon"}


@dataclass(slots=True)
class Use:
    game: Game
    user: Unit
    kind: str  # "spell", "favor" (and active bonuses), "power"
    aim: int | None = None  # the cell aimed at
    target: Unit | None = None  # the Fighter that stood there
    facing: str | None = None
    cell: int | None = None
    removes: int | None = None
    held: int | None = None  # glyph cells that count; None: those of the moment
    element: str | None = None  # of the attack of the spell
    damage: int = 0  # that its effects add to its own
    goes_elsewhere: bool = False  # its next cast has another target
    places: bool = False  # whether a tile was placed by it

    @property
    def glyphs(self) -> int:
        return self.game.held(self.user.player) if self.held is None else self.held


def counts(use: Use, effect: Effect) -> bool:
    """Whether its conditions hold at this moment."""
    return all(condition(use) for condition in effect.conditions)


def settles(effects: Iterable[Effect], known: Collection[str]) -> bool:
    return all(effect.do in known for effect in effects)


def apply(use: Use, effects: Iterable[Effect]) -> None:
    for effect in effects:
        if counts(use, effect):
            effect(use)
