"""Picking up Kamas and buying Gallons of Glory (6.3.3, 6.3.4)."""

from rules.arena.engine.acting import acting_krosmaster
from rules.arena.engine.believed_gauges import spend
from rules.arena.engine.consequences import accept_elsewhere, accept_payment
from rules.arena.engine.glory import look_for_a_winner, win_glory
from rules.arena.engine.kamas import pay_kamas, take_kamas
from rules.arena.engine.losing_glory import who_loses
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _

A_COIN, A_GLORY = _("pick up Kamas"), _("buy a GG")
PICKING_UP, BUYING_GLORY, ONE_GLORY = _("Picking up a Kama"), _("Buying a GG"), _("A GG")


def collect(game: Game, _action: Action) -> None:
    """6.3.3: one Kama from the cell, for 1 AP."""
    unit = acting_krosmaster(game, "6.3.3", A_COIN)
    if unit.cell not in game.coins:
        accepted = accept_elsewhere(game, unit, lambda cell: cell in game.coins)
        if not accepted:
            game.fault("6.3.3", "no-kama-here", _("There is no Kama on the cell of {unit}.", unit=unit.name))
            return
    spend_one_ap(game, unit, "6.3.3", PICKING_UP)
    _take_coin(game, unit.cell)
    unit.coins_taken += 1
    take_kamas(game, unit.player, 1, why="collected")


def _take_coin(game: Game, cell: int) -> None:
    """None lies there where the log goes on from a cell on which the unit cannot stand."""
    left = game.coins.pop(cell, 1) - 1
    if left:
        game.coins[cell] = left


def buy_glory(game: Game, action: Action) -> None:
    """6.3.4: once per player's turn, on a Demon cell, for 1 AP and the price of a GG."""
    unit = acting_krosmaster(game, "6.3.4", A_GLORY)
    if game.glory_bought and game.laws.one_glory_a_turn:
        game.fault("6.3.4", "glory-bought-twice", _("A player can buy one GG per turn."))
    else:
        must_be_on_demon_cell(game, unit, "6.3.4")
    spend_one_ap(game, unit, "6.3.4", BUYING_GLORY)
    pay_kamas(game, unit.player, game.laws.glory_price, ONE_GLORY)
    game.glory_bought = True
    loser = who_loses(game, unit.player, 1, action.get("from"), action, "from")
    win_glory(game, unit.player, 1, why="bought", loser=loser)
    look_for_a_winner(game)


def must_be_on_demon_cell(game: Game, unit: Unit, article: str) -> None:
    """It is a fault if the unit stands elsewhere."""
    demons = game.board.demons
    if demons >> unit.cell & 1:
        return
    accepted = accept_elsewhere(game, unit, lambda cell: bool(demons >> cell & 1))
    if not accepted:
        game.fault(article, "not-on-a-demon-cell", _("{unit} is not on a Demon cell.", unit=unit.name))


def spend_one_ap(game: Game, unit: Unit, article: str, what: Message) -> None:
    cost = max(0, 1 + game.claims.now.cost_change.get("ap", 0))
    if unit.ap < cost:
        accepted = accept_payment(game, unit, "ap", cost, what)
        if not accepted:
            message = _("{unit} has no AP left.", unit=unit.name)
            game.fault(article, "too-few-ap", message, expected={"ap": 0}, logged={"ap": 1})
    spend(game, unit, "ap", cost)
