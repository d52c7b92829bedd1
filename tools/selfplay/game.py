"""One random game from set-up to victory, as a log."""

from collections.abc import Sequence
from typing import Any

from rules.arena.cells import cell_name
from rules.arena.engine.actions import play
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.setup import new_game
from rules.arena.engine.state import OTHER, Game
from rules.arena.engine.turn import order_of
from rules.arena.engine.units import Unit
from rules.arena.log import read
from rules.common.actions import Action
from rules.games import DEFAULT
from tools.selfplay.mutator import Document
from tools.selfplay.options import new_reward, options
from tools.selfplay.rng import Rng
from tools.selfplay.teams import header, random_team

MOST_TURNS = 40
MOST_STEPS = 12  # of one unit in one turn


def random_game(
    seed: int | str,
    teams: Sequence[Sequence[str]] | None = None,
    arena: str | None = None,
    ruleset: str = DEFAULT.slug,
    *,
    bold: bool = False,
    **fields: str,
) -> Document:
    """A complete legal log; the same seed and teams give the same one. `fields` are further ones of the header.

    Bold players aim spells that neither injure nor heal at anybody, and rather summon what may stand there seldom.
    """
    rng = Rng(seed)
    document = header(rng, teams or (random_team(rng), random_team(rng)), arena, ruleset)
    return _Playing({**document, **fields}, rng, bold=bold).to_the_end()


def _shown(die: str) -> str:
    return die.rpartition(">")[2]


class _Playing:
    def __init__(self, document: Document, rng: Rng, *, bold: bool) -> None:
        self.rng, self.bold = rng, bold
        self.document: dict[str, Any] = {**document, "actions": []}
        log = read(self.document)
        self.game: Game = new_game(log, dealer=rng, glory=glory_at_the_start(log))

    def do(self, **action: Any) -> None:
        """Play it; the engine fills in what is rolled and chosen."""
        if not self.game.over:
            self.document["actions"].append(action)
            play(self.game, action)

    def to_the_end(self) -> Document:
        self._set_up()
        while not self.game.over and self.game.turn <= MOST_TURNS:
            self._turn()
        if self.rng.happens(0.5):
            self.do(do="time")
        self.do(do="concede", player=self.rng.one_of("AB"))
        result = {"winner": self.game.winner, "glory": dict(self.game.glory)}
        return {**self.document, "result": result}

    def _set_up(self) -> None:
        game = self.game
        for side in (game.first, OTHER[game.first]):
            cells = self.rng.shuffled(game.board.start_cells(game.sides[side]))
            for unit, cell in zip(self.rng.shuffled(game.timelines[side]), cells, strict=False):
                self.do(do="place", unit=unit.name, cell=cell_name(cell))

    def _turn(self) -> None:
        game = self.game
        if game.turn == 2:
            self._flips()
        if game.turn > 1:
            self._tension()
        for unit in order_of(game, game.player):
            self._unit(unit)
        if game.turn == 2:
            self._flips()
        self.do(do="end-turn")

    def _flips(self) -> None:
        for rank in self.game.ranks:
            number = self.rng.one_of([pile for pile in (1, 2) if self.game.piles[rank, pile].face is None])
            self._flip(rank, number)

    def _flip(self, rank: str, number: int) -> None:
        self.do(do="flip", rank=rank, pile=number, reward=new_reward(self.game, rank, self.rng))

    def _tension(self) -> None:
        dice = self.rng.dice(2)
        roll: Action = {"do": "tension", "dice": dice}
        if self.rng.happens(0.4) or (_shown(dice[0]) == _shown(dice[1]) and self.game.glory[self.game.player] == 1):
            roll["reroll"] = self.rng.die()
        self.do(**roll)
        if self.game.over:
            return
        allies = [unit.name for unit in self.game.timelines[self.game.player] if unit.in_play]
        for die in range(len(self.game.tension or ())):
            if self.rng.happens(0.6):
                self.do(do="inspire", die=die, unit=self.rng.one_of(allies))

    def _unit(self, unit: Unit) -> None:
        """Its whole turn, and then that of its summons, some of which may have come only now (4.19.1.g)."""
        self._activation(unit)
        waiting = self._summons(unit)
        while waiting and not self.game.over:
            self._activation(self.rng.one_of(waiting))
            waiting = self._summons(unit)

    def _summons(self, unit: Unit) -> list[Unit]:
        """Mobs, and turrets: what has something to spend."""
        own = [summon for summon in self.game.in_play(unit.side) if summon.summoner is unit]
        able = [summon for summon in own if summon.is_character or summon.profile.ap is not None]
        return [summon for summon in able if summon.name not in self.game.acted]

    def _activation(self, unit: Unit) -> None:
        game = self.game
        if game.over or not unit.in_play or unit.name in game.acted:
            return
        self.do(do="activate", unit=unit.name)
        for _ in range(MOST_STEPS):
            action = self.rng.weighted(options(game, unit, self.rng, bold=self.bold)) if unit.in_play else {}
            if not action or game.over:
                return
            self.do(**action)
            if game.flips.replacing:
                self._flip(*game.flips.replacing)
