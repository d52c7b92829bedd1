"""B-7.1 to B-7.3: what a die shows, and whether it was turned as it may be."""

from rules.blast.engine.game import Game
from rules.blast.words import TURNED
from rules.common.messages import message as _

WEAK_SPOTS = ("critical", "critical/dodge")  # of a simple game


def shown(game: Game, die: str) -> str:
    """The face that counts. A wrong one is told, and counts as the face that fell."""
    fell, _arrow, turned = die.partition(">")
    if not game.log.advanced:
        if turned:
            game.fault("B-7.3", "turned", _("In a simple game no die is turned."), logged={"die": die})
        return fell
    choices = TURNED.get(fell, ())
    if turned in choices and turned:
        return turned
    if turned or choices:
        message = _("{face} is turned to one of {choices}.", face=fell, choices=[*choices])
        if not choices:
            message = _("{face} is not turned.", face=fell)
        game.fault("B-7.2", "wrongly-turned", message, expected={"faces": [*choices]}, logged={"die": die})
    return fell


def modifier(game: Game, die: str) -> int:
    """B-7.1: a weak spot adds 1, armour takes 1 away."""
    face = shown(game, die)
    is_weak_spot = face == "critical" if game.log.advanced else face in WEAK_SPOTS
    return is_weak_spot - (face == "armour")
