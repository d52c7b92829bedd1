"""Rolls of which only the outcome was written down: `{"successes": 1}` in place of the faces.

The players are believed: nobody can count the dice. The rest of the engine meets as many dice as the rules roll, of
which so many show the face that counts.
"""

from collections.abc import Iterator
from typing import Any

from rules.arena.engine.state import Game
from rules.common.faces import UNSEEN
from rules.common.issues import Issue
from rules.common.messages import sentence as _


def dice_of(game: Game, given: Any, wanted: int, face: str) -> list[str]:
    """The dice of a roll. More successes than dice are as many dice, which is then told as such."""
    if not isinstance(given, dict):
        return given or []
    game.outcomes += 1
    game.basis.believe_action(game.index)
    won: int = given["successes"]
    return [face] * won + [UNSEEN] * (wanted - won)


def faces_seen(dice: list[str]) -> list[str]:
    """What can be shown of a roll."""
    return [] if UNSEEN in dice else dice


def believed(game: Game | None) -> Iterator[Issue]:
    if game is not None and game.outcomes:
        said = _("Rolls recorded by their outcome, without the faces: {count}.", count=game.outcomes)
        yield Issue("note", "outcomes-believed", said)
