"""What was done where a finding is made, in one sentence with its numbers: "b6 stepped from B11 to B10 with 0 MP left."

A finding says which rule was broken; a judge wants to read first what happened at the table. The sentence is made from
the position in which the action was tried, so it is true whether or not the rules allow the action.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.arena.cells import DISTANCE, cell_index, cell_name
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.laws.seats import DUEL
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _


def describe(game: Game, action: Action) -> Message:
    """`game` is the position before the action."""
    return joined([SENTENCES[action["do"]](game, action), *_blocks(game, action), *_rolls(game, action)])


def joined(sentences: Iterable[Message]) -> Message:
    first, *rest = sentences
    for each in rest:
        first = _("{first} {second}", first=first, second=each)
    return first


def _actor(game: Game) -> Unit | None:
    """Who acts. None before the first activation of a turn."""
    return game.active


def _place(game: Game, action: Action) -> Message:
    unit = game.units.get(action["unit"])
    if unit is None:
        return _("{unit} was placed on {cell}.", unit=action["unit"], cell=action["cell"])
    return _("{player} placed {unit} on {cell}.", player=unit.player, unit=unit.name, cell=action["cell"])


def _flip(game: Game, action: Action) -> Message:
    facts = {"player": game.player, "rank": action["rank"].lower(), "pile": action["pile"], "reward": action["reward"]}
    return _("{player} turned up {reward} on {rank} pile {pile}.", **facts)


def _tension(game: Game, action: Action) -> Message:
    player = game.seats.next_player(game.player, game.out) if game.begun and game.turn else game.player
    rolled = _("{player} rolled {dice} for tension.", player=player, dice=_dice(action["dice"]))
    again = action.get("reroll")
    if not again:
        return rolled
    return joined([rolled, _("They rerolled {dice}.", dice=list(again) if isinstance(again, list) else again)])


def _inspire(game: Game, action: Action) -> Message:
    """The die by its number, as the log has it; where it was rolled, also by its face."""
    dice = game.tension or []
    face = dice[action["die"]] if 0 <= action["die"] < len(dice) else None
    if face is None:
        return _("{unit} was given a tension die that was not there.", unit=action["unit"])
    return _("{unit} was given the tension die {face}.", unit=action["unit"], face=face)


def _activate(game: Game, action: Action) -> Message:
    before = _actor(game)
    facts = {"unit": action["unit"], "player": game.player, "turn": game.turn}
    if before is None or not before.in_play:
        return _("{unit} was activated in turn {turn}, a turn of {player}.", **facts)
    return _("{unit} was activated after {other} in turn {turn}, a turn of {player}.", other=before.name, **facts)


def _move(game: Game, action: Action) -> Message:
    unit = _actor(game)
    if unit is None or not unit.in_play:
        return _("A step to {cell} was made while no figure was active.", cell=action["to"])
    facts = {"unit": unit.name, "start": cell_name(unit.cell), "cell": action["to"], "mp": unit.mp}
    return _("{unit} stepped from {start} to {cell} with {mp} MP left.", **facts)


def _collect(game: Game, _action: Action) -> Message:
    unit = _actor(game)
    if unit is None or not unit.in_play:
        return _("{player} took a Kama while no figure was active.", player=game.player)
    return _("{unit} took a Kama on {cell}.", unit=unit.name, cell=cell_name(unit.cell))


def _buy_glory(game: Game, _action: Action) -> Message:
    return _bought(game, _("a GG"))


def _buy_reward(game: Game, action: Action) -> Message:
    facts = {"rank": action["rank"].lower(), "pile": action["pile"]}
    if action["face"] == "down":
        return _bought(game, _("a {rank} reward face down", **facts))
    return _bought(game, _("{reward} from {rank} pile {pile}", reward=action["reward"], **facts))


def _bought(game: Game, what: Message) -> Message:
    unit, kamas = _actor(game), game.kamas[game.player]
    if unit is None or not unit.in_play:
        return _("{player} bought {what} with {kamas} Kamas.", player=game.player, what=what, kamas=kamas)
    facts = {"unit": unit.name, "cell": cell_name(unit.cell), "what": what, "kamas": kamas}
    return _("{unit}, on {cell}, bought {what} with {kamas} Kamas.", **facts)


def _reveal(game: Game, action: Action) -> Message:
    unit = _actor(game)
    if unit is None:
        return _("{player} revealed {reward} while no figure was active.", player=game.player, reward=action["reward"])
    return _("{unit} revealed {reward}.", unit=unit.name, reward=action["reward"])


def _cast(game: Game, action: Action) -> Message:
    unit, target = _actor(game), cell_index(action["target"])
    if unit is None or not unit.in_play:
        return _("{spell} was cast at {cell} while no figure was active.", spell=action["spell"], cell=action["target"])
    facts: dict[str, Any] = {"unit": unit.name, "spell": action["spell"], "start": cell_name(unit.cell), "ap": unit.ap}
    facts |= {"aim": _aim(game, action["target"])}
    if target is None:
        return _("{unit} cast {spell} from {start} at {aim}, with {ap} AP left.", **facts)
    if target == unit.cell:
        return _("{unit}, on {start}, cast {spell} on their own cell, with {ap} AP left.", **facts)
    facts["distance"] = DISTANCE[unit.cell][target]
    if facts["distance"] == 1:
        return _("{unit} cast {spell} from {start} at {aim}, the next cell, with {ap} AP left.", **facts)
    return _("{unit} cast {spell} from {start} at {aim}, {distance} cells away, with {ap} AP left.", **facts)


def _aim(game: Game, cell: str) -> Message:
    """Who stands there, and where that is."""
    index = cell_index(cell)
    body = game.bodies.get(index) if index is not None else None
    return _("{unit} on {cell}", unit=body.name, cell=cell) if body else _("{cell}", cell=cell)


def _end_turn(game: Game, _action: Action) -> Message:
    if not game.turn:
        return _("{player} ended a turn before the fight had begun.", player=game.player)
    return _("{player} ended turn {turn}.", player=game.player, turn=game.turn)


def _concede(_game: Game, action: Action) -> Message:
    return _("{player} conceded.", player=action["player"])


def _time(game: Game, _action: Action) -> Message:
    if game.mode is not DUEL:
        stocks = [f"{player} {left}" for player, left in game.glory.items()]
        return _("Time ran out in turn {turn}, with these GG: {glory}.", turn=game.turn, glory=stocks)
    facts = {"a": game.glory["A"], "b": game.glory["B"], "turn": game.turn}
    return _("Time ran out in turn {turn}, at {a} : {b} GG.", **facts)


def _seen(_game: Game, action: Action) -> Message:
    return _("{player} had looked at the recording and agreed.", player=action["player"])


def _correct(_game: Game, _action: Action) -> Message:
    return _("The log changes the position as only a correction by a judge may.")


SENTENCES: Mapping[str, Callable[[Game, Action], Message]] = {
    "place": _place,
    "flip": _flip,
    "tension": _tension,
    "inspire": _inspire,
    "activate": _activate,
    "move": _move,
    "collect": _collect,
    "buy-glory": _buy_glory,
    "buy-reward": _buy_reward,
    "reveal": _reveal,
    "cast": _cast,
    "end-turn": _end_turn,
    "concede": _concede,
    "time": _time,
    "correct": _correct,
    "seen": _seen,
}


def _blocks(game: Game, action: Action) -> Iterable[Message]:
    """4.14.2: the dice of both decide whether a unit gets away."""
    unit = _actor(game)
    for entry in action.get("blocks", ()):
        facts = {"by": entry["by"], "lock": _dice(entry["lock"]), "dodge": _dice(entry["dodge"])}
        facts["unit"] = unit.name if unit else game.player
        yield _("Block of {by}: Lock {lock}; {unit} answers with Dodge {dodge}.", **facts)


def _rolls(_game: Game, action: Action) -> Iterable[Message]:
    """Steps 4 and 5 of a spell, as the log has them."""
    if action.get("critical"):
        yield _("Dice for the critical hit: {dice}.", dice=_dice(action["critical"]))
    for name, dice in action.get("armour", {}).items():
        yield _("Armour of {unit}: {dice}.", unit=name, dice=_dice(dice))


def _dice(rolled: Any) -> object:
    """Their faces, or how many succeeded where only that was noted."""
    if isinstance(rolled, Mapping):
        return _("{count} successes", count=rolled["successes"])
    return list(rolled) or _("no dice")
