"""Placing the figures (1.3.9), and the beginning of the fight (1.3.10)."""

from collections.abc import Callable

from rules.arena.cells import cell_name
from rules.arena.engine.standby import resolve_passed_over
from rules.arena.engine.state import Game
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import OFF, Unit
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal


def place(game: Game, action: Action) -> None:
    """1.3.9, 9.2.4: all of the first player's figures on their starting cells, then all of the second's, and so on."""
    unit, cell = game.unit(action["unit"]), game.cell(action["cell"])
    if game.turn:
        raise Illegal("1.3.10", "fight-has-begun", _("Figures are placed before the fight begins."))
    if unit.player in game.out:
        raise Illegal("1.4.3", "player-is-out", _("Player {player} is out of the game.", player=unit.player))
    _check_placing(game, unit, cell)
    if game.is_free(cell):
        game.put(unit, cell)
        game.record_event("placed", unit=unit.name, cell=cell_name(cell))


def _check_placing(game: Game, unit: Unit, cell: int) -> None:
    """Once, in the order of the players, on a free starting cell of one's own."""
    if unit.in_play:
        message = _("{unit} is already placed on {cell}.", unit=unit.name, cell=cell_name(unit.cell))
        game.fault("1.3.9", "placed-twice", message)
        return
    late = [player for player in players_before(game, unit.player) if waiting(game, player)]
    if late and game.fault(game.mode.placing, "placed-out-of-order", _before_whom(game, unit, late[0])):
        return
    if not game.starts_of(unit.player) >> cell & 1:
        message = _("{cell} is not a starting cell of player {player}.", cell=cell_name(cell), player=unit.player)
        game.fault(game.mode.placing, "not-a-starting-cell", message)
    elif not game.is_free(cell):
        game.fault(game.mode.placing, "starting-cell-taken", _("{cell} is occupied.", cell=cell_name(cell)))


def _before_whom(game: Game, unit: Unit, player: str) -> Message:
    if player == game.seats.first:
        return _("{unit} cannot be placed before all figures of the first player.", unit=unit.name)
    return _("{unit} cannot be placed before all figures of player {player}.", unit=unit.name, player=player)


def players_before(game: Game, player: str) -> tuple[str, ...]:
    """Who places before this player."""
    return game.seats.order[: game.seats.order.index(player)]


def waiting(game: Game, player: str) -> list[Unit]:
    return [unit for unit in game.timelines[player] if unit.cell == OFF and not unit.fallen]


def begin_fight(game: Game) -> None:
    """1.3.10: preparations are over, and what happens at the beginning of the fight happens."""
    game.turn = 1
    for player in game.seats.order:
        names = [unit.name for unit in waiting(game, player)]
        if names:
            game.fault(game.mode.placing, "not-placed", _("These figures have not been placed: {units}.", units=names))
    _original_rewards_lie_open(game)
    for player in game.seats.order:
        for unit in game.timelines[player]:
            at_the_beginning_of_the_fight(game, unit)
            if game.explaining:
                happens(game, "fight-begins", unit)
                resolve_passed_over(game)
    game.record_event("fight-begins", player=game.seats.first)


def _original_rewards_lie_open(game: Game) -> None:
    """8.1.2: once a token of the first box is turned up before the fight, every pile shows one."""
    closed = [place for place, pile in game.piles.items() if pile.face is None]
    if game.flips.from_the_start and closed:
        piles = [_("{rank} {pile}", rank=rank, pile=number) for rank, number in closed]
        game.fault("8.1.2", "reward-not-flipped", _("Every pile shows a token from the start: {piles}.", piles=piles))
        for place in closed:
            game.piles[place].unsure = True


Moment = Callable[[Game, Unit], None]


def _descendre_prank(_game: Game, unit: Unit) -> None:
    """A continuous effect that stays even when the power is lost (4.18.3.d)."""
    unit.level = 0


BEGINNING_OF_THE_FIGHT: dict[str, Moment] = {"descendre-prank": _descendre_prank}


def at_the_beginning_of_the_fight(game: Game, unit: Unit) -> None:
    for power in sorted(unit.powers.intersection(BEGINNING_OF_THE_FIGHT)):
        BEGINNING_OF_THE_FIGHT[power](game, unit)
