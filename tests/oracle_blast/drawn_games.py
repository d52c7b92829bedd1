"""Random games with drawn cards: with a cell, a facing and a tile to take off for whatever may ask for one."""

import copy
from typing import Any

from rules.blast.engine.game import Game, Unit, opened
from rules.blast.facts import known_from
from rules.blast.log import read
from rules.blast.replay import act
from tests.blast.games import Action, move
from tests.blast.random_games import FACES, RandomGame
from tests.oracle_blast.cards import Drawn

SIDES = ("north", "east", "south", "west")


class DrawnGame(RandomGame):
    def __init__(self, seed: int, **header: Any) -> None:
        self.cards = Drawn(seed).pack()
        super().__init__(seed, **header)

    def _as_played(self) -> Game:
        log = read(copy.deepcopy(self.document), known_from(self.cards))
        game = opened(log)
        for index, action in enumerate(log.actions):
            act(game, index, action)
        return game

    def _something(self, unit: Unit) -> Action:
        action, chance, grid = super()._something(unit), self.chance, self.game.board.grid
        if action["do"] == "move":
            return self._step(unit) if chance.random() < 0.8 else action
        if action["do"] == "bonus":
            action["threshold"] = chance.choice((1, 3, 5))
        near = [cell for cell in grid.cells if self.game.distance(unit.cell or 0, cell) <= chance.choice((1, 3))]
        choices = {"cell": grid.names[chance.choice(near)]} if chance.random() < 0.7 else {}
        if chance.random() < 0.5:
            choices["facing"] = chance.choice(SIDES)
        if choices:
            action["choices"] = {**action.get("choices", {}), **choices}
        if len(self.game.terrain) > 3 and chance.random() < 0.3:
            action["removes"] = grid.names[chance.choice(list(self.game.terrain))]
        return action

    def _step(self, unit: Unit) -> Action:
        """Towards somebody, most of the time, with as many dice as there are opponents beside."""
        chance, game, start = self.chance, self.game, unit.cell or 0
        foes = [each for each in game.standing() if each.player != unit.player and each.cell is not None]
        goal = chance.choice(foes).cell or 0
        cells = sorted(game.board.grid.neighbours[start], key=lambda cell: game.distance(cell, goal))
        beside = [foe for foe in foes if game.distance(start, foe.cell or 0) == 1 and not foe.is_minion]
        to = cells[0] if chance.random() < 0.7 else chance.choice(cells)
        return move(game.board.grid.names[to], *chance.choices([*FACES, *["critical/dodge>dodge"] * 3], k=len(beside)))
