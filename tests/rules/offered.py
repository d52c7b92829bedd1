"""Whether an action that the reader of logs accepts is among those that are offered.

As far as it says what to do: dice, choices and what is declared come later.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any

from rules.arena.cells import CELLS, cell_name
from rules.arena.engine.actions import play
from rules.arena.engine.copying import copied
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.spells import spell_of
from rules.arena.engine.state import Game
from rules.arena.engine.units import spells_of
from rules.arena.log import Log
from rules.arena.printed import UNKNOWN_REWARD
from rules.arena.replay import start, step
from rules.common.actions import Action
from rules.common.verdicts import Illegal
from tools.selfplay.rng import Rng

# what a player decides; of a token only where it is turned up is known before
CHOSEN = {
    "place": ("unit", "cell"),
    "flip": ("rank", "pile"),
    "inspire": ("die", "unit"),
    "activate": ("unit",),
    "move": ("to",),
    "buy-reward": ("rank", "pile", "face", "to"),
    "reveal": ("reward",),
    "cast": ("spell", "target"),
}
NOT_LISTED = ("concede", "time", "correct")  # they end the game, or are a judge's


def positions(log: Log) -> Iterator[tuple[Game, Action]]:
    """Each position of a log up to its first error, and what is done in it: after an error the reader forgives more."""
    game = start(log)
    for index, action in enumerate(log.actions):
        game.index = index
        yield game, action
        if not step(game, log, index) or any(issue.is_error for issue in game.findings):
            return


def accepted(game: Game, action: Action) -> bool:
    """Whether no rule forbids it, whatever is rolled and chosen, and nothing has to be said of it."""
    trial = copied(game)
    trial.be_strict()
    trial.dealer, trial.findings = Rng("rolled"), []
    try:
        play(trial, copy.deepcopy(action))
    except Illegal:
        return False
    return trial.findings == []


def decided(action: Action) -> tuple[Any, ...]:
    return action["do"], *(action.get(name) for name in CHOSEN.get(action["do"], ()))


def is_offered(game: Game, action: Action, among: set[tuple[Any, ...]]) -> bool:
    """A token bought face down is revealed as the one that it is, and a spell may have several names.

    A spell that nobody has entered has an offer of its own.
    """
    if action["do"] == "reveal":
        return decided(action) in among or ("reveal", UNKNOWN_REWARD) in among
    if action["do"] == "cast" and game.active is not None:
        spell, _boost = spell_of(game.active, action["spell"])
        return spell is None or ("cast", spell.slug, action["target"]) in among
    return action["do"] in NOT_LISTED or decided(action) in among


def missed(game: Game, action: Action, rng: Rng, more: int = 0, *, everywhere: bool = False) -> list[Action]:
    """Of that action and so many others those that are accepted and not offered."""
    options = legal_actions(game)
    among = {decided(option.action) for option in options if option.is_legal}
    tried = [action, *(everything(game) if everywhere else ())]
    for _ in range(more):
        tried += [aimed_elsewhere(game, action, rng), changed(game, rng.one_of(options).action, rng)]
    return [each for each in tried if not is_offered(game, each, among) and accepted(game, each)]


def everything(game: Game) -> Iterator[Action]:
    """Each figure activated and placed, each cell walked to and aimed at."""
    for unit in game.units:
        yield {"do": "activate", "unit": unit}
    cells = [cell_name(cell) for cell in CELLS]
    if not game.turn:
        yield from ({"do": "place", "unit": unit, "cell": cell} for unit in game.units for cell in cells)
    if game.active is not None:
        yield from ({"do": "move", "to": cell} for cell in cells)
        slugs = {spell.slug for spell in spells_of(game.active)}
        yield from ({"do": "cast", "spell": slug, "target": cell} for slug in sorted(slugs) for cell in cells)


def changed(game: Game, action: Action, rng: Rng) -> Action:
    """An action that is offered, or refused with a reason, with another value in one field."""
    values: dict[str, Callable[[], Any]] = {
        **dict.fromkeys(("to", "target", "cell"), lambda: cell_name(rng.one_of(CELLS))),
        **dict.fromkeys(("unit",), lambda: rng.one_of([*game.units])),
        "die": lambda: rng.one_of((0, 1)),
        "pile": lambda: rng.one_of((1, 2)),
        "face": lambda: rng.one_of(("up", "down")),
        "rank": lambda: rng.one_of(game.ranks),
    }
    if action["do"] == "buy-reward":
        values["to"] = values["unit"]
    fields = [field for field in action if field in values]
    field = rng.one_of(fields) if fields else None
    return {**action, field: values[field]()} if field else action


def aimed_elsewhere(game: Game, action: Action, rng: Rng) -> Action:
    """Another action of a kind and with fields that the position has."""
    unit = rng.one_of([*game.units])
    cell = cell_name(rng.one_of(CELLS))
    slugs = [slug for piece in game.pieces for slug in piece.profile.spells]
    kinds: list[Action] = [
        {"do": "place", "unit": unit, "cell": cell},
        {"do": "activate", "unit": unit},
        {"do": "move", "to": cell_name(rng.one_of(CELLS))},
        {"do": "cast", "spell": rng.one_of([*slugs, "punch"]), "target": cell},
        {"do": "inspire", "die": rng.one_of((0, 1)), "unit": unit},
        {"do": rng.one_of(("collect", "buy-glory", "end-turn"))},
        {"do": "tension", "dice": ["lock", "dodge"]},
    ]
    if game.piles:
        rank, pile = rng.one_of([*game.piles])
        token = game.piles[rank, pile].face
        kinds += [
            {"do": "flip", "rank": rank, "pile": pile, "reward": UNKNOWN_REWARD},
            {"do": "buy-reward", "rank": rank, "pile": pile, "face": "down", "reward": UNKNOWN_REWARD, "to": unit},
        ]
        if token is not None:
            kinds.append({"do": "buy-reward", "rank": rank, "pile": pile, "face": "up", "reward": token, "to": unit})
    if action["do"] in ("move", "cast") and rng.happens(0.5):
        field = "to" if action["do"] == "move" else "target"
        return {"do": action["do"], **{name: action[name] for name in CHOSEN[action["do"]]}, field: cell}
    return rng.one_of(kinds)
