"""A whole game between small teams, made up beforehand as two players would play it: go to the enemy, and strike."""

import copy
import random
from functools import cache
from typing import Any

from judging.models import Recording
from judging.recorder.services import rolls
from judging.recorder.services.rolls import AnswersNeeded, complete_action
from judging.recorder.services.setup import Seat, build_header
from rules.arena.cells import DISTANCE, cell_index
from rules.arena.engine.actions import play
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.state import Game
from rules.arena.log import read
from rules.arena.replay import start
from rules.arena.texts import all_rewards
from rules.common.actions import Action
from rules.games import DEFAULT

TEAMS = {"A": ["Queen of the Tofus", "Oscar Kass"], "B": ["Kassius Kaos", "King of the Gobballs"]}
PLAIN = ["critical", "armour", "lock", "dodge"]
MOST_ACTIONS = 400


def header(teams: dict[str, list[str]] = TEAMS) -> dict[str, Any]:
    return build_header({side: Seat(side, figures) for side, figures in teams.items()}, arena="the-pit")


def a_game(seed: int) -> list[Action]:
    """The actions of a legal game to its end. Played once a process."""
    return copy.deepcopy(_played(seed))


@cache
def _played(seed: int) -> list[Action]:
    rng = random.Random(seed)
    game = start(read({**header(), "actions": []}))
    game.be_strict()
    actions: list[Action] = []
    while not game.over and len(actions) < MOST_ACTIONS:
        action = chosen(game, rng)
        complete(game, action, rng)
        game.index = len(actions)
        play(game, action)
        actions.append(action)
    return actions


def complete(game: Game, action: Action, rng: random.Random) -> None:
    while True:
        try:
            complete_action(DEFAULT, game, action, dice=rng)
        except AnswersNeeded as wanted:
            for question in wanted.asked:
                rolls.set_at_path(action, question["path"], question.get("options", [True])[0])
        else:
            return


def chosen(game: Game, rng: random.Random) -> Action:
    legal = [dict(option.action) for option in legal_actions(game) if option.is_legal]
    action = max(legal, key=lambda action: (wish(game, action), rng.random()))
    if action.get("reward") == "unknown-reward":
        action["reward"] = rng.choice(tokens_left(game, action["rank"]))
    if action["do"] == "tension":
        action["dice"] = rng.sample(PLAIN, 2)
    return action


def tokens_left(game: Game, rank: str) -> list[str]:
    """What nobody has seen yet and may lie in the piles of that rank."""
    left = [each for each in all_rewards() if each.slug not in game.tokens]
    return [each.slug for each in left if each.rank in (None, rank)]


def wish(game: Game, action: Action) -> int:
    """How much the players want this; what is not listed here they do only when nothing else is left."""
    match action["do"]:
        case "flip" if game.flips.closing and not game.flips.opening:
            return 1
        case "place" | "flip" | "tension":
            return 100
        case "cast":
            return 50 if strikes(game, action) else -50
        case "collect":
            return 40
        case "move":
            return 30 if comes_nearer(game, action) else -40
        case "activate":
            return 20 - list(game.units).index(action["unit"])
        case "end-turn":
            return 0
    return -100


def strikes(game: Game, action: Action) -> bool:
    target = game.bodies.get(cell_index(action["target"]) or 0)
    spell = game.active.profile.spells.get(action["spell"]) if game.active else None
    attacks = spell.kind == "attack" if spell else action["spell"] == "punch"
    return attacks and target is not None and target.side != game.player


def comes_nearer(game: Game, action: Action) -> bool:
    assert game.active is not None
    enemies = [unit.cell for unit in game.in_play() if unit.side != game.player]
    to = cell_index(action["to"])
    assert to is not None
    return min(DISTANCE[to][cell] for cell in enemies) < min(DISTANCE[game.active.cell][cell] for cell in enemies)


def spells() -> list[Any]:
    """All spells of both teams."""
    game = start(read({**header(), "actions": []}))
    return [spell for unit in game.units.values() for spell in unit.profile.spells.values()]


PLACES = {"a1": "B1", "a2": "D1", "b1": "B12", "b2": "D12"}
FIGHTING = {"a1": "E5", "b1": "F7", "b2": "G6"}


def fighting(actions: Any = (), teams: Any = TEAMS, dice: str = Recording.Dice.RECORDED) -> Recording:
    """The first figure of A stands among the enemies; its turn has begun."""
    placed = [{"do": "place", "unit": unit, "cell": cell} for unit, cell in PLACES.items()]
    there = {"do": "correct", "reason": "", "set": {"units": {unit: {"cell": cell} for unit, cell in FIGHTING.items()}}}
    begun = [*placed, there, *actions, {"do": "activate", "unit": "a1"}]
    return Recording.objects.create(header=header(teams), actions=begun, dice=dice)


def walking() -> Recording:
    """The first figure of A stands on E3 with 6 MP: to E6 it goes past two enemies, or around them."""
    placed = [{"do": "place", "unit": unit, "cell": cell} for unit, cell in PLACES.items()]
    where = {"a1": {"cell": "E3", "mp": 6}, "b1": {"cell": "D4"}, "b2": {"cell": "D5"}}
    there = {"do": "correct", "reason": "", "set": {"units": where}}
    return Recording.objects.create(header=header(), actions=[*placed, {"do": "activate", "unit": "a1"}, there])


OPENED = [
    {"do": "flip", "rank": rank, "pile": 1, "reward": reward}
    for rank, reward in (("granite", "water-boost"), ("jade", "earth-buff"), ("silver", "dofus-mp"))
]


def second_turn(actions: Any = (), dice: str = Recording.Dice.RECORDED) -> Recording:
    """The second player's first turn: a reward of each rank is turned up."""
    begun = [*fighting().actions, {"do": "end-turn"}, *OPENED, *actions]
    return Recording.objects.create(header=header(), actions=begun, dice=dice)
