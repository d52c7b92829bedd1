"""One random game from set-up to victory, as a log."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from rules.arena.cells import cell_name, cells_of
from rules.arena.engine.actions import play
from rules.arena.engine.copying import copied
from rules.arena.engine.glory import winners
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.placing import begin_fight
from rules.arena.engine.setup import new_game
from rules.arena.engine.state import Decided, Game
from rules.arena.engine.turn import order_of
from rules.arena.engine.units import Unit
from rules.arena.facts import GameFacts
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.laws.seats import DUEL
from rules.arena.log import read
from rules.arena.public import facts_of
from rules.common.actions import Action
from rules.games import DEFAULT
from tools.selfplay.mutator import Document
from tools.selfplay.options import Worth, new_reward, options, sensibly
from tools.selfplay.rng import Rng
from tools.selfplay.table_teams import header_of_table, random_pairs
from tools.selfplay.teams import header, random_team

MODES = ARENA_2_7.modes  # number of players by mode
MOST_ROUNDS = 20
CONCEDES = 0.01  # actions per turn
MOST_STEPS = 12  # actions per unit and turn


def random_game(
    seed: int | str,
    teams: Sequence[Sequence[str]] | None = None,
    arena: str | None = None,
    ruleset: str = DEFAULT.slug,
    *,
    worth: Worth = sensibly,
    mode: str = DUEL.slug,
    players: int = 2,
    **fields: str,
) -> Document:
    """A complete legal log, determined by seed and teams. `fields` are added to the header.

    A mode with more than two players gives each of them two figures. `worth` is how the players choose their casts.
    """
    rng = Rng(seed)
    if mode == DUEL.slug:
        document = header(rng, teams or (random_team(rng), random_team(rng)), arena, ruleset)
    else:
        document = header_of_table(rng, teams or random_pairs(rng, players), arena, ruleset, mode)
    return _Playing({**document, **fields}, rng, worth).to_the_end()


def game_with(facts: GameFacts, seed: str, teams: Sequence[Sequence[str]], worth: Worth) -> Document:
    """A duel in which the cards say this."""
    rng = Rng(seed)
    return _Playing(header(rng, teams, None, DEFAULT.slug), rng, worth, facts).to_the_end()


def _shown(die: str) -> str:
    return die.rpartition(">")[2]


class _Playing:
    def __init__(self, document: Document, rng: Rng, worth: Worth, facts: GameFacts | None = None) -> None:
        self.rng, self.worth = rng, worth
        self.document: dict[str, Any] = {**document, "actions": []}
        log = read(self.document)
        self.game: Game = new_game(log, facts or facts_of(log), dealer=rng, glory=glory_at_the_start(log))

    def do(self, **action: Any) -> None:
        """Play an action; the engine fills in rolls and choices."""
        if not self.game.over:
            self.game.index = len(
                self.document["actions"]
            )  # what is believed of an action is kept by it, as in a replay
            self.document["actions"].append(action)
            play(self.game, action)

    def to_the_end(self) -> Document:
        self._set_up()
        while not self.game.over and self.game.turn <= MOST_ROUNDS * len(self.game.seats.order):
            self._turn()
        if self.rng.happens(0.5):
            self.do(do="time")
        while not self.game.over:
            self.do(do="concede", player=self.rng.one_of(self._playing()))
        return {**self.document, "result": self._result()}

    def _playing(self) -> list[str]:
        return [player for player in self.game.seats.players if player not in self.game.out]

    def _result(self) -> Document:
        glory = dict(self.game.glory)
        if self.game.mode is DUEL:
            return {"winner": self.game.winner, "glory": glory}
        return {"winners": [*winners(self.game)], "glory": glory}

    def _set_up(self) -> None:
        game = self.game
        for player in game.seats.order:
            free = [cell for cell in cells_of(game.starts_of(player)) if game.is_free(cell)]
            cells = self.rng.shuffled(free)
            for unit, cell in zip(self.rng.shuffled(game.timelines[player]), cells, strict=False):
                self.do(do="place", unit=unit.name, cell=cell_name(cell))
        for rank, number in game.piles if game.laws.open_from_the_start else ():
            self._flip(rank, number)

    def _turn(self) -> None:
        game = self.game
        if game.flips.opening or game.flips.closing:
            self._flips()
        if game.turn > 1:
            self._tension()
        turn = max(1, game.turn)  # the first unit to act starts the fight
        for unit in order_of(game, game.player):
            if game.turn or self._outlives_the_beginning(unit):
                self._unit(unit)
        if self._gives_up() or game.turn != turn:
            return
        if game.flips.closing:
            self._flips()
        self.do(do="end-turn")

    def _outlives_the_beginning(self, unit: Unit) -> bool:
        """Who would act first may fall by what happens as the fight begins."""
        if not self.game.explaining:
            return True
        after = copied(self.game)
        after.dealer = Rng("the beginning")
        with suppress(Decided):
            begin_fight(after)
        return after.units[unit.name].in_play

    def _gives_up(self) -> bool:
        """Whether somebody concedes now, which need not be the active player. Only with more than two players."""
        player, playing = self.game.player, self._playing()
        if self.game.mode is DUEL or not self.rng.happens(CONCEDES):
            return False
        leaving = self.rng.one_of(playing)
        self.do(do="concede", player=leaving)
        return leaving == player

    def _flips(self) -> None:
        for rank in self.game.ranks:
            number = self.rng.one_of([pile for pile in (1, 2) if self.game.piles[rank, pile].face is None])
            self._flip(rank, number)

    def _flip(self, rank: str, number: int) -> None:
        self.do(do="flip", rank=rank, pile=number, reward=new_reward(self.game, rank, self.rng))

    def _tension(self) -> None:
        dice = self.rng.dice(2)
        roll: Action = {"do": "tension", "dice": dice}
        again = self.rng.happens(0.4) or (_shown(dice[0]) == _shown(dice[1]) and self.game.glory[self.game.player] == 1)
        if again and self.game.laws.may_reroll:
            roll["reroll"] = self.rng.die()
        self.do(**roll)
        if self.game.over:
            return
        allies = [unit.name for unit in self.game.timelines[self.game.player] if unit.in_play]
        for die in range(len(self.game.tension or ())):
            if self.rng.happens(0.6):
                self.do(do="inspire", die=die, unit=self.rng.one_of(allies))

    def _unit(self, unit: Unit) -> None:
        """Play the unit's turn and then those of its summons, including new ones (4.19.1.g)."""
        self._activation(unit)
        waiting = self._summons(unit)
        while waiting and not self.game.over:
            self._activation(self.rng.one_of(waiting))
            waiting = self._summons(unit)

    def _summons(self, unit: Unit) -> list[Unit]:
        """The summoned creatures and turrets that have AP or MP to spend."""
        own = [summon for summon in self.game.in_play(unit.side) if summon.summoner is unit]
        able = [summon for summon in own if summon.is_character or summon.profile.ap is not None]
        return [summon for summon in able if summon.name not in self.game.acted]

    def _activation(self, unit: Unit) -> None:
        game = self.game
        if game.over or not unit.in_play or unit.name in game.acted:
            return
        self.do(do="activate", unit=unit.name)
        for _ in range(MOST_STEPS):
            acts = unit.in_play and not unit.is_done and game.active is unit
            action = self.rng.weighted(options(game, unit, self.rng, self.worth)) if acts else {}
            if not action or game.over:
                return
            self.do(**action)
            if game.flips.replacing:
                self._flip(*game.flips.replacing)
