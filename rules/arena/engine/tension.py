"""The Roll for Tension that opens a player's turn (5.2)."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.arena.engine.dice import shown
from rules.arena.engine.glory import decide, look_for_a_winner
from rules.arena.engine.losing_glory import two_lose_one
from rules.arena.engine.possible_glory import change_glory
from rules.arena.engine.rewards.flips import check_opening_flips
from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import Illegal


def tension(game: Game, action: Action) -> None:
    """5.2: two dice; if they do not suit, one die in their place; doubles cost GG."""
    if game.begun:
        game.fault("5.6.1", "turn-not-ended", _("Player {player}'s turn has not ended yet.", player=game.player))
    if game.turn == 1:
        raise Illegal("5.2.4", "tension-in-first-turn", _("The first player's first turn has no Roll for Tension."))
    if game.tension is not None:
        said = _("The Roll for Tension has already been made.")
        if game.laws.may_reroll:
            said = _("The Roll for Tension has already been made. One die can be rerolled in the same action.")
        raise Illegal("5.2.2", "tension-twice", said)
    check_opening_flips(game)
    dice, again = _tension_dice(game, action)
    faces = [shown(game, die) for die in (game.laws.may_reroll and again) or dice]
    game.tension = list(faces)
    game.record_event("tension", player=game.player, dice=faces, reroll=bool(again))
    if not again and len(faces) == 2 and faces[0] == faces[1]:
        game.doubles += 1
        DOUBLES[game.mode.doubles](game, action)


def each_loses_one(game: Game, _action: Action) -> None:
    """5.2.3: each loses one; who loses the last one this way loses the game, wild GG or not. p20.1: nobody has lost
    while it lies there."""
    losing = [player for player in game.seats.players if game.glory[player] == 1]
    change_glory(game, lambda stocks: {player: max(0, left - 1) for player, left in stocks.items()})
    game.record_event("doubles", glory=dict(game.glory))
    if len(losing) == 1 and game.laws.last_by_tension_loses:
        winner = game.seats.side_of[game.seats.foes(losing[0])[0]]
        if game.policy.lets_win(game, winner):
            decide(game, winner, "tension")
    if len(losing) == 2 and (game.laws.last_by_tension_loses or not game.wild):
        message = _("Both players lost their last GG: a judge decides.")
        game.say("warning", "both-lost-their-last", message, "5.2.3")
        decide(game, None, "judge")
    look_for_a_winner(game)


DOUBLES: Final[Mapping[str, Callable[[Game, Action], None]]] = {"each": each_loses_one, "named": two_lose_one}


def _tension_dice(game: Game, action: Action) -> tuple[list[str], list[str]]:
    dice, again = action["dice"], action.get("reroll")
    reroll = [] if again is None else again if isinstance(again, list) else [again]
    if len(dice) != 2:
        game.fault("5.2.1", "tension-dice", _("A Roll for Tension has two dice."), logged={"dice": len(dice)})
    if again is not None and not game.laws.may_reroll:
        game.fault("5.2.2", "rerolled", _("The dice of the Roll for Tension are rolled once."))
    elif again is not None and len(reroll) != 1:
        game.fault("5.2.2", "reroll-dice", _("Only one die can be rerolled."), logged={"reroll": len(reroll)})
    return dice, reroll
