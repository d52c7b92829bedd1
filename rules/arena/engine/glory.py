"""Gallons of Glory, Kamas, and who has won (1.4, 4.5, 4.6)."""

from rules.arena.engine.given import paid_kamas, rests, took_kamas
from rules.arena.engine.state import OTHER, Decided, Game
from rules.common.actions import Action
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.verdicts import Illegal

# How a game is won, and the article that anything done afterwards breaks.
ARTICLE_OF_VICTORY = {
    "glory": "1.4.1",
    "last-standing": "1.4.3",
    "tension": "5.2.3",
    "judge": "5.2.3",
    "concession": "1.4.1",
    "time": "1.4.1",
}


def decide(game: Game, winner: str | None, won_by: str) -> None:
    game.over, game.winner, game.won_by = True, winner, won_by
    game.tell("game-over", winner=winner, won_by=won_by)
    raise Decided


def look_for_a_winner(game: Game) -> None:
    """1.4.1 to 1.4.3, looked at after every change of GG or of pieces."""
    rich = [side for side in ("A", "B") if game.glory[side] > 0]
    if len(rich) == 1 and not game.wild and game.policy.has_won(game, rich[0]):
        decide(game, rich[0], "glory")
    standing = [side for side in ("A", "B") if game.has_krosmasters(side)]
    if len(standing) == 1:
        decide(game, standing[0], "last-standing")
    if not standing:
        said = _("No Krosmaster is left on either side: a judge decides.")
        game.say("warning", "nobody-left", said, "1.4.3")
        decide(game, None, "judge")


def win_glory(game: Game, side: str, amount: int, why: str) -> int:
    before = game.glory[side]
    game.glory, game.wild = won_glory(game.glory, game.wild, side, amount)
    won = game.glory[side] - before
    if amount:
        game.tell("glory", player=side, amount=won, why=why, worth=amount)
    return won


def won_glory(glory: dict[str, int], wild: int, side: str, amount: int) -> tuple[dict[str, int], int]:
    """4.6.2: the wild GG first, the rest from the opponent, as far as he has any."""
    from_wild = min(amount, wild)
    stolen = min(amount - from_wild, glory[OTHER[side]])
    after = {**glory, side: glory[side] + from_wild + stolen, OTHER[side]: glory[OTHER[side]] - stolen}
    return after, wild - from_wild


def doubt_the_order(game: Game, gains: list[tuple[str, int]]) -> None:
    """1.7.1: where both sides lose pieces at once, the active player chose who takes the wild GG, and no log tells."""
    if game.strict or not game.wild or len({side for side, _amount in gains}) < 2:
        return
    played, otherwise = (_after_all(game, order) for order in (gains, gains[::-1]))
    game.slips.doubted_glory = {side: otherwise[side] - played[side] for side in played}


def _after_all(game: Game, gains: list[tuple[str, int]]) -> dict[str, int]:
    glory, wild = game.glory, game.wild
    for side, amount in gains:
        glory, wild = won_glory(glory, wild, side, amount)
    return glory


def possible_glory(game: Game) -> list[dict[str, int]]:
    doubt = game.slips.doubted_glory
    return [game.glory, *([{side: game.glory[side] + doubt[side] for side in doubt}] if doubt else [])]


def lose_to_tension(game: Game) -> None:
    """5.2.3: each loses one; who loses the last one this way loses the game, wild GG or not."""
    losing = [side for side in ("A", "B") if game.glory[side] == 1]
    for side in ("A", "B"):
        game.glory[side] = max(0, game.glory[side] - 1)
    game.tell("doubles", glory=dict(game.glory))
    if len(losing) == 1 and game.policy.has_won(game, OTHER[losing[0]]):
        decide(game, OTHER[losing[0]], "tension")
    if len(losing) == 2:
        said = _("Both players lost their last GG: a judge decides.")
        game.say("warning", "both-lost-their-last", said, "5.2.3")
        decide(game, None, "judge")
    look_for_a_winner(game)


def take_kamas(game: Game, side: str, amount: int, why: str) -> None:
    if not amount:
        return
    game.kamas[side] += amount
    took_kamas(game, side, amount)
    game.tell("kamas", player=side, amount=amount, why=why)


def pay_kamas(game: Game, side: str, amount: int, what: str | Sentence) -> None:
    """4.5.3: nobody buys what he cannot afford."""
    have, amount = game.kamas[side], max(0, amount + game.claims.now.cost_change.get("kamas", 0))
    if have < amount <= have + game.claims.owed[side]:
        _tokens_brought(game, side, amount - have)
    elif have < amount:
        facts = {"what": what, "amount": amount, "player": side, "have": have}
        said = _("{what} costs {amount} Kamas, but player {player} has {have}.", **facts)
        game.fault("4.5.3", "too-few-kamas", said, expected={"kamas": have}, logged={"kamas": amount})
    paid_kamas(game, side, amount)
    game.kamas[side] = max(0, have - amount)


def _tokens_brought(game: Game, side: str, amount: int) -> None:
    """4.7.5.a: Kamas that tokens which nobody has entered may have brought."""
    game.claims.owed[side] -= amount
    rests(game)
    for whose, slug in game.claims.open_tokens:
        if whose == side:
            game.trust(slug)


def concede(game: Game, action: Action) -> None:
    decide(game, OTHER[action["player"]], "concession")


def time_is_up(game: Game, _action: Action) -> None:
    """The rules name no winner; the event's own policy does."""
    decide(game, None, "time")


def after_the_end(game: Game) -> Illegal:
    article = ARTICLE_OF_VICTORY[game.won_by or "glory"]
    return Illegal(article, "game-is-over", _("The game was already over."), expected={"winner": game.winner})
