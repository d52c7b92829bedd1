"""Actions that a log may have left out: tried before the first action that shows it, so that one forgotten line is not
told of everything after it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from rules.arena.cells import cell_name
from rules.arena.engine.inspiration import POWER_OF_FACE
from rules.arena.engine.state import Game
from rules.arena.engine.walks import paths
from rules.arena.log_actions import OF_A_UNIT
from rules.common.actions import Action
from rules.common.verdicts import Issue

MOST_PLACES: Final = 8  # looked at since the unit began its turn
MOST_STEPS: Final = 3  # left out at once
OF_A_TURN: Final = OF_A_UNIT | {"flip"}
OF_DICE: Final = {
    "critical-dice": "critical-hit",
    "armour-dice": "armour",
    "lock-dice": "lock",
    "dodge-dice": "dodge",
}  # faults that a die of the Roll for Tension explains, and its power


class Missing(NamedTuple):
    """What is done before an action although the log does not say so, and the finding that shows it."""

    before: int
    actions: tuple[Action, ...]
    issue: Issue


def places(actions: Sequence[Action], index: int, code: str) -> list[int]:
    """The actions before which something may be missing, nearest first: those of the unit that acts, and for dice the
    first activations after the last Rolls for Tension."""
    if actions[index]["do"] not in OF_A_TURN:
        return []
    found = [index]
    while len(found) < MOST_PLACES and found[-1] and actions[found[-1] - 1]["do"] in OF_A_TURN:
        found.append(found[-1] - 1)
    if code in OF_DICE:
        rolls = [at for at in range(index) if actions[at]["do"] == "tension"][-2:]
        first = (next((at for at in range(roll, index) if actions[at]["do"] == "activate"), None) for roll in rolls)
        found += [at for at in reversed([*first]) if at is not None]
    return found


def guesses(game: Game, action: Action, code: str, *, nearest: bool) -> Iterator[tuple[Action, ...]]:
    """What may have been done in this position, before that action; `nearest` if the fault is in it."""
    if action["do"] == "activate":
        yield from _dice_placed(game, OF_DICE[code])
        return
    if not game.turn:
        return
    yield from _activations(game)
    if nearest and action["do"] == "flip":
        yield from _purchases(game, action)
    elif nearest:
        yield from _walks(game)


def _activations(game: Game) -> Iterator[tuple[Action, ...]]:
    for unit in game.pieces:
        if unit.player == game.player and unit.in_play and unit.name not in game.acted:
            yield ({"do": "activate", "unit": unit.name},)


def _purchases(game: Game, flip: Action) -> Iterator[tuple[Action, ...]]:
    """4.7.7: a pile shows its next token because the one that it showed was bought."""
    place = {"rank": flip["rank"], "pile": flip["pile"]}
    pile = game.piles.get((flip["rank"], flip["pile"]))
    if pile is None or pile.face is None or game.active is None:
        return
    bought = {"do": "buy-reward", **place, "face": "up", "reward": pile.face}
    team = [unit for unit in game.timelines[game.player] if unit.in_play and unit is not game.active]
    for unit in (game.active, *team):
        yield ({**bought, "to": unit.name},)


def _walks(game: Game) -> Iterator[tuple[Action, ...]]:
    """Steps past nobody who would have rolled for Lock."""
    unit = game.active
    if unit is None:
        return
    for ways in paths(game, unit).values():
        for way in islice(ways, 1):
            if len(way.cells) <= MOST_STEPS and not way.left:
                yield tuple({"do": "move", "to": cell_name(cell)} for cell in way.cells)


def _dice_placed(game: Game, power: str) -> Iterator[tuple[Action, ...]]:
    """5.3: a die that was sold because the log does not say on whose card it was placed."""
    for die, face in enumerate(game.tension or ()):
        if face is not None and POWER_OF_FACE.get(face) == power:
            for unit in game.timelines[game.player]:
                if unit.in_play:
                    yield ({"do": "inspire", "die": die, "unit": unit.name},)
