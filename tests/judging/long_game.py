"""A legal game as long as a log may be: the fight of a random game goes over into peace, and nobody ever wins."""

from typing import Any

from rules.arena.engine.actions import play
from rules.arena.engine.state import Game
from rules.arena.engine.turn import order_of
from rules.arena.log import read
from rules.arena.replay import start
from rules.common.actions import Action
from tools.selfplay.game import random_game
from tools.selfplay.options import options, sensibly
from tools.selfplay.rng import Rng

MOST_ACTIONS = 5000
OPENING_TURNS = 3
NO_DOUBLE = ["lock", "dodge"]  # 5.2.3: only doubles cost GG


def long_game(seed: str) -> dict[str, Any]:
    document = random_game(seed)
    return _Peace(document, Rng(seed)).kept()


class _Peace:
    def __init__(self, document: dict[str, Any], rng: Rng) -> None:
        self.document = {**document, "actions": [], "result": None}
        self.rng = rng
        self.game: Game = start(read({**self.document, "actions": document["actions"]}))
        self.game.be_strict()
        self.game.dealer = rng
        for action in document["actions"]:
            if action["do"] == "tension" and self.game.turn == OPENING_TURNS:
                break
            self.do(action)

    def do(self, action: Action) -> None:
        if len(self.document["actions"]) < MOST_ACTIONS:
            play(self.game, action)
            self.document["actions"].append(action)

    def kept(self) -> dict[str, Any]:
        while len(self.document["actions"]) < MOST_ACTIONS:
            self.do({"do": "tension", "dice": NO_DOUBLE})
            for unit in order_of(self.game, self.game.player):
                if unit.in_play and unit.name not in self.game.acted:
                    self.do({"do": "activate", "unit": unit.name})
                    self._walk(unit)
            self.do({"do": "end-turn"})
        return {**self.document, "result": {"winner": None, "glory": dict(self.game.glory)}}

    def _walk(self, unit: Any) -> None:
        for _ in range(unit.mp):
            steps = [
                action for _weight, action in options(self.game, unit, self.rng, sensibly) if action.get("do") == "move"
            ]
            if not steps or not unit.in_play:
                return
            self.do(self.rng.one_of(steps))
