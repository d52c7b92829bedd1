"""A mutator: a rule to break and where that is possible."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action

Document = dict[str, Any]
Edit = list[Action]


@dataclass(frozen=True, slots=True)
class Mutator:
    """`edits` takes an action and the position before it, and yields lists of actions to replace it.

    The first action of such a list breaks the article; after an empty list the next action does.
    """

    article: str
    edits: Callable[[Game, Action], Iterator[Edit]]

    @property
    def name(self) -> str:
        return self.edits.__name__.replace("_", "-")


@dataclass(frozen=True, slots=True)
class HeaderMutator:
    """`edits` yields documents whose header or result breaks the article."""

    article: str
    edits: Callable[[Document], Iterator[Document]]

    @property
    def name(self) -> str:
        return self.edits.__name__.replace("_", "-")


def but(action: Action, **changes: Any) -> Action:
    """A copy of the action with some fields set, or left out where the value is None."""
    changed = {**action, **changes}
    return {name: value for name, value in changed.items() if value is not None or name not in changes}


def acting(game: Game) -> Unit | None:
    """The active unit, if nothing prevents it from acting."""
    unit = game.active
    return unit if unit is not None and unit.in_play and game.flips.let_units_act else None
