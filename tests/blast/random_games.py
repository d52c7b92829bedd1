"""Whole games of Blast by chance: whatever the engine accepts is played, until the game is over."""

import copy
from random import Random
from typing import Any

from rules.blast.engine.game import Game, Unit, opened
from rules.blast.facts import known_from
from rules.blast.log import read
from rules.blast.replay import act
from tests.blast.games import Action, cast, do, document, favor, move, pack, use

FACES = ("critical", "armour", "lock", "dodge", "critical/dodge>critical", "critical/dodge>dodge", "dofus>armour")
CARDS = ("blaze", "blaze", *["chill"] * 4, *["spark"] * 4, "grand", *(f"plain-{number}" for number in range(4)))
MOST_ACTIONS = 400


class RandomGame:
    """A log that grows, and the game that it tells."""

    def __init__(self, seed: int, **header: Any) -> None:
        self.chance = Random(seed)
        self.document = document(**{"challenges": ["brawl", "world"], **header})
        self.favors = self.chance.sample(CARDS, len(CARDS))
        self.game = self._as_played()

    def _as_played(self) -> Game:
        log = read(copy.deepcopy(self.document), known_from(pack()))
        game = opened(log)
        for index, action in enumerate(log.actions):
            act(game, index, action)
        return game

    def accepts(self, action: Action) -> bool:
        act(self.game, len(self.document["actions"]), action)
        if self.game.found:
            self.game = self._as_played()
            return False
        self.document["actions"].append(action)
        return True

    def play(self) -> dict[str, Any]:
        game = self.game
        while not self.game.ending and len(self.document["actions"]) < MOST_ACTIONS:
            self._turn()
        game = self.game
        glyphs = {player: game.held(player) for player in "AB"}
        self.document["result"] = {"winner": game.winner, "glyphs": glyphs}
        return dict(self.document)

    def _turn(self) -> None:
        self.accepts(favor(self.favors.pop(), self.chance.choice(["left", "right"])))
        player = self.game.next_player if self.game.turn is None else self.game.turn.player
        team = [unit.name for unit in self.game.units.values() if unit.player == player]
        self.chance.shuffle(team)
        for name in sorted(team, key=lambda name: "/" in name):
            if self.game.ending:
                return
            if self.accepts(do("activate", unit=name)):
                self._plays(name)
        if not self.game.ending:
            self.accepts(do("end-turn"))

    def _plays(self, name: str) -> None:
        for _try in range(self.chance.randint(4, 14)):
            unit = self.game.units[name]
            if self.game.ending or unit.is_out:
                return
            self.accepts(self._something(unit))

    def _something(self, unit: Unit) -> Action:
        chance, game = self.chance, self.game
        kind = chance.choice(["move", "move", "move", "cast", "cast", "favor", "bonus"])
        cells = game.board.grid.names
        start = unit.cell or 0
        near = [cells[cell] for cell in game.board.grid.cells if game.distance(start, cell) <= 4]
        if kind == "move":
            beside = [cells[cell] for cell in game.board.grid.neighbours[start]]
            return move(chance.choice(beside), *chance.choices(FACES, k=chance.choice([0, 0, 1, 2])))
        if kind == "favor":
            return use(chance.choice(["left", "right"]), chance.choice(near))
        if kind == "bonus":
            what, threshold = chance.choice([("brawl", 5), ("world", 3)])
            return do("bonus", challenge=what, threshold=threshold, choices={"cell": chance.choice(near)})
        spells = unit.card.spells if unit.card else ()
        if not spells:
            return move("A1")
        others = [cells[each.cell] for each in game.standing() if each.cell is not None and each is not unit]
        target = chance.choice([*near, *others * 3])
        facing = (
            {"choices": {"facing": chance.choice(["north", "east", "south", "west"])}} if chance.random() < 0.3 else {}
        )
        return cast(chance.choice(spells).slug, target, chance.choice([None, *FACES]), **facing)


def random_game(seed: int, **header: Any) -> dict[str, Any]:
    return RandomGame(seed, **header).play()
