"""The tension dice on Krosmasters' cards (5.3), and what is sold of them (5.4)."""

from collections.abc import Collection

from rules.arena.engine.kamas import take_kamas
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import Illegal

POWER_OF_FACE = {"critical": "critical-hit", "armour": "armour", "dodge": "dodge", "lock": "lock"}  # 5.3.1
REFUND = {0: 0, 1: 1, 2: 3}  # 5.4


def inspire(game: Game, action: Action) -> None:
    """5.3: a tension die on a Krosmaster's card gives it a power until its player's next turn."""
    unit, die = game.unit(action["unit"]), action["die"]
    dice = _dice_to_place(game)
    face = _face_left(dice, die)
    partners = unit.player != game.player and game.seats.allied(unit.player, game.player)
    if not (unit.player == game.player or partners) or not unit.is_krosmaster or unit.fallen:
        message = _("{unit} cannot take the die: choose a Krosmaster of the same player.", unit=unit.name)
        game.fault("5.3.1", "not-a-krosmaster-of-yours", message)
    elif partners:
        message = _("{unit} is a figure of the partner: dice go to one's own Krosmasters.", unit=unit.name)
        game.say("warning", "given-to-partner", message, "5.3.1")
    dice[die] = None
    if face in POWER_OF_FACE:
        unit.dice += (POWER_OF_FACE[face],)
        if partners:
            game.lent_dice.append((unit.name, POWER_OF_FACE[face], game.player))
        unit.refresh()
    game.record_event("inspired", unit=unit.name, face=face)


def lent_to(game: Game, unit: Unit) -> tuple[str, ...]:
    """Powers of dice that a partner placed: they stay until that player's next turn (5.3.3)."""
    return tuple(power for name, power, _by in game.lent_dice if name == unit.name)


def take_back_lent_dice(game: Game, players: Collection[str]) -> None:
    """5.3.3: those that these players, whose turn has come, placed on a partner's card."""
    for lent in [lent for lent in game.lent_dice if lent[2] in players]:
        unit = game.units[lent[0]]
        game.lent_dice.remove(lent)
        if lent[1] in unit.dice:
            at = unit.dice.index(lent[1])
            unit.dice = (*unit.dice[:at], *unit.dice[at + 1 :])
            unit.refresh()


def _dice_to_place(game: Game) -> list[str | None]:
    """Those of the Roll for Tension, until the first unit acts; a forgotten roll is told once."""
    if game.begun:
        article = "5.4.1" if dice_left(game) == 2 else "5.4.2"
        raise Illegal(
            article, "dice-already-sold", _("Inspiration dice must be placed before the first unit is activated.")
        )
    if game.turn == 1 and game.tension is None:
        raise Illegal("5.2.4", "no-inspiration-dice", _("Without a Roll for Tension there are no dice to place."))
    if game.tension is None:
        raise Illegal("5.2.1", "tension-missing", _("The turn must start with a Roll for Tension."))
    return game.tension


def _face_left(dice: list[str | None], die: int) -> str:
    """5.3.2: each die is placed once."""
    if not 0 <= die < len(dice):
        raise Illegal("5.3.1", "no-such-die", _("The Roll for Tension has no such die to place."))
    face = dice[die]
    if face is None:
        raise Illegal("5.3.2", "die-already-placed", _("This die of the Roll for Tension was already placed."))
    return face


def dice_left(game: Game) -> int:
    return sum(face is not None for face in game.tension or ())


def sell_dice(game: Game) -> None:
    """5.4: as the first unit acts, dice that were not placed are worth Kamas."""
    left = dice_left(game)
    if left:
        take_kamas(game, game.player, REFUND.get(left, 3), why="refund")
