"""Faults in how a turn begins and ends: dice not rolled, or rolled wrongly."""

from collections.abc import Mapping
from contextlib import suppress

from rules.arena.engine.inspiration import POWER_OF_FACE, REFUND
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Decided, Game
from rules.arena.engine.turn import close_turn, open_turn
from rules.arena.recovery.flips import flips_of_a_turn_left_out
from rules.arena.recovery.registry import Forgives, Refusals, Repairs
from rules.common.actions import Action
from rules.common.verdicts import Illegal


def doubt_the_dice(game: Game) -> None:
    game.uncertain.doubtful.update(dict.fromkeys(POWER_OF_FACE.values(), game.turn))


def forget_the_roll(game: Game) -> None:
    """What the dice would have given, powers or Kamas, is not held against the rest of the log."""
    game.tension = []
    game.uncertain.owed[game.player] = max(REFUND.values())
    doubt_the_dice(game)


def hand_over(game: Game, action: Action) -> None:
    """The log goes on with the other player's turn, so the rest of this turn is passed."""
    game.action, game.quiet = {}, True
    with suppress(Decided):
        flips_of_a_turn_left_out(game)
        open_turn(game)
        close_turn(game, {})
        if action["do"] == "activate":
            open_turn(game)


def _ended_for_it(game: Game, _fault: PlayIssue) -> bool:
    close_turn(game, {})
    return True


def _without_dice(game: Game, _fault: PlayIssue) -> bool:
    forget_the_roll(game)
    return True


def _whatever_was_rolled(game: Game, _fault: PlayIssue) -> bool:
    """After a wrong Roll for Tension it is uncertain which dice are placed."""
    if game.action.get("do") == "tension":
        doubt_the_dice(game)
        game.uncertain.owed[game.player] = max(REFUND.values())
    return False


def _on_somebodys_card(game: Game, _fault: PlayIssue) -> bool:
    """The die was placed, though not on that card."""
    face = (game.tension or [])[game.action["die"]] or ""
    game.uncertain.doubtful[POWER_OF_FACE.get(face, face)] = game.turn
    return False


def _roll_refused(game: Game, _refusal: Illegal) -> bool:
    forget_the_roll(game)
    return False


def _dice_refused(game: Game, _refusal: Illegal) -> bool:
    doubt_the_dice(game)
    return False


def _reported_with_the_roll(game: Game, _refusal: Illegal) -> bool:
    """After a forgotten or wrong roll no dice, or others, can be placed; that was reported with it."""
    return not game.tension or game.uncertain.is_doubtful("lock", game.turn)


def _comes_after_all(game: Game, _refusal: Illegal) -> bool:
    """A roll that was missed, and told, comes after a die of it was placed."""
    return game.tension == []


def _unless_other_dice_were_rolled(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Which dice they were was reported to be wrong, and so whether they were doubles."""
    return None if game.uncertain.is_doubtful("lock", game.turn) else fault


FORGIVES: Mapping[str, Forgives] = {"doubles-not-named": _unless_other_dice_were_rolled}
REPAIRS: Mapping[str, Repairs] = {
    "turn-not-ended": _ended_for_it,
    "tension-missing": _without_dice,
    "tension-dice": _whatever_was_rolled,
    "reroll-dice": _whatever_was_rolled,
    "die-turned": _whatever_was_rolled,
    "die-not-turned": _whatever_was_rolled,
    "not-a-krosmaster-of-yours": _on_somebodys_card,
}
REFUSALS: Mapping[str, Refusals] = {
    "tension-in-first-turn": _roll_refused,
    "tension-twice": _comes_after_all,
    "tension-missing": _roll_refused,
    "dice-already-sold": _dice_refused,
    "die-already-placed": _dice_refused,
    "no-such-die": _reported_with_the_roll,
}
