"""Events in the arena and their listeners (4.18.3): the rules announce them, engine/answers.py listens."""

from collections.abc import Callable
from typing import Final

from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit

Listener = Callable[[Game, str, Unit, Unit, int, int], None]
LISTENERS: Final[list[Listener]] = []


def listens(listener: Listener) -> Listener:
    LISTENERS.append(listener)
    return listener


def happens(
    game: Game, moment: str, unit: Unit, other: Unit | None = None, *, number: int = 0, cell: int = OFF
) -> None:
    """`unit` did or suffered it; `other` is the piece on the other side, by default the unit itself.

    `cell` is where a unit was that is no longer in the arena.
    """
    if game.explaining:
        for listener in LISTENERS:
            listener(game, moment, unit, other or unit, number, cell)
