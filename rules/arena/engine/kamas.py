"""Kamas (4.5): taking and paying them, and which of them only the word of the players gave."""

from rules.arena.engine.state import Game
from rules.common.messages import Message
from rules.common.messages import message as _


def take_kamas(game: Game, side: str, amount: int, why: str) -> None:
    if not amount:
        return
    game.kamas[side] += amount
    if amount > 0 and game.is_believed():
        game.given_kamas[side] += amount
    game.record_event("kamas", player=side, amount=amount, why=why)


def pay_kamas(game: Game, side: str, amount: int, what: str | Message) -> None:
    """4.5.3: players cannot buy what they cannot afford."""
    have, amount = game.kamas[side], max(0, amount + game.claims.now.cost_change.get("kamas", 0))
    if have < amount <= have + game.claims.owed[side]:
        _tokens_brought(game, side, amount - have)
    elif have < amount:
        facts = {"what": what, "amount": amount, "player": side, "have": have}
        message = _("{what} costs {amount} Kamas, but player {player} has {have}.", **facts)
        game.fault("4.5.3", "too-few-kamas", message, expected={"kamas": have}, logged={"kamas": amount})
    note_payment(game, side, amount)
    game.kamas[side] = max(0, have - amount)


def _tokens_brought(game: Game, side: str, amount: int) -> None:
    """4.7.5.a: Kamas that unknown tokens may have brought."""
    game.claims.owed[side] -= amount
    game.rest_on_belief()
    for whose, slug in game.claims.open_tokens:
        if whose == side:
            game.trust(slug)


def lose_kamas(game: Game, side: str, amount: int) -> int:
    """4.5.3: how many are lost, at most all; if only believed ones make it so many, that is believed."""
    lost = min(amount, game.kamas[side])
    note_payment(game, side, lost)
    game.kamas[side] -= lost
    game.record_event("kamas", player=side, amount=-lost, why="spell")
    return lost


def note_payment(game: Game, side: str, amount: int) -> None:
    """Before paying Kamas: a purchase that would not have been affordable without believed ones rests on belief."""
    have, given = game.kamas[side], game.given_kamas[side]
    if amount > 0 and given and amount > have - given:
        given = max(0, given - amount)
        game.rest_on_belief()
    game.given_kamas[side] = min(given, max(0, have - amount))
