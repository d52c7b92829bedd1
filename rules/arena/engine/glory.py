"""Gallons of Glory, Kamas, and who has won (1.4, 4.5, 4.6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations

from rules.arena.engine.given import paid_kamas, rests, took_kamas
from rules.arena.engine.state import Decided, Game
from rules.common.actions import Action
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.verdicts import Illegal

MOST_DOUBTS = 64  # of who has how many GG

# How a game is won, and the article that anything done afterwards breaks.
ARTICLE_OF_VICTORY = {
    "glory": "1.4.1",
    "last-standing": "1.4.3",
    "tension": "5.2.3",
    "judge": "5.2.3",
    "concession": "1.4.1",
    "time": "1.4.1",
}


def article_of_victory(game: Game) -> str:
    if game.won_by in ("glory", "last-standing") and game.mode.won_by_all:
        return game.mode.won_by_all
    return ARTICLE_OF_VICTORY[game.won_by or "glory"]


def decide(game: Game, winner: str | None, won_by: str) -> None:
    game.over, game.winner, game.won_by = True, winner, won_by
    game.tell("game-over", winner=named(game, winner), won_by=won_by)
    raise Decided


def named(game: Game, side: str | None) -> str | None:
    """The players of a side."""
    return ", ".join(game.seats.on(side)) if side else None


def winners(game: Game) -> tuple[str, ...]:
    return game.seats.on(game.winner) if game.winner else ()


def look_for_a_winner(game: Game) -> None:
    """1.4.1 to 1.4.3, 9.3.2: looked at after every change of GG or of pieces."""
    rich = [side for side in game.seats.sides if glory_of(game, side, game.glory) > 0]
    if len(rich) == 1 and not game.wild and game.policy.has_won(game, rich[0]):
        decide(game, rich[0], "glory")
    standing = [side for side in game.seats.sides if any(map(game.has_krosmasters, game.seats.on(side)))]
    if len(standing) == 1:
        decide(game, standing[0], "last-standing")
    if not standing:
        said = _("No Krosmaster is left on either side: a judge decides.")
        game.say("warning", "nobody-left", said, "1.4.3")
        decide(game, None, "judge")


def glory_of(game: Game, side: str, glory: Mapping[str, int]) -> int:
    """9.3.2: the GG of partners are added."""
    return sum(glory[player] for player in game.seats.on(side))


def win_glory(game: Game, player: str, amount: int, why: str, *, loser: str | None = None) -> int:
    """4.6.2: the wild GG first, the rest from the opponent who loses them."""
    foes = game.seats.foes(player)
    before, loser = game.glory[player], loser or next((foe for foe in foes if game.glory[foe]), foes[0])
    game.glory, game.wild = won_glory(game.glory, game.wild, player, loser, amount)
    won = game.glory[player] - before
    if amount:
        game.tell("glory", player=player, amount=won, why=why, worth=amount, loser=loser)
    return won


def won_glory(glory: Mapping[str, int], wild: int, player: str, loser: str, amount: int) -> tuple[dict[str, int], int]:
    """4.6.2: the wild GG first, the rest from the opponent, as far as he has any."""
    from_wild = min(amount, wild)
    stolen = min(amount - from_wild, glory[loser])
    after = {**glory, player: glory[player] + from_wild + stolen, loser: glory[loser] - stolen}
    return after, wild - from_wild


@dataclass(frozen=True, slots=True)
class Gain:
    """What a KO brings: how many GG, to whom, and whose figure fell."""

    player: str
    loser: str
    amount: int
    last: bool  # the loser's last figure: all GG go with it, or none count any more (9.2.3)


def doubt_the_order(game: Game, gains: list[Gain]) -> None:
    """1.7.1: where several lose pieces at once, the active player chose who takes the wild GG, and no log tells."""
    losers = list(dict.fromkeys(gain.loser for gain in gains))
    if game.strict or not game.wild or len(losers) < 2:
        return
    in_order = ([gain for loser in order for gain in gains if gain.loser == loser] for order in permutations(losers))
    played, *others = (_after_all(game, order) for order in (gains, *in_order))
    different = [other for other in others if other != played]
    game.slips.doubted_glory = [{player: other[player] - played[player] for player in played} for other in different]


def _after_all(game: Game, gains: Iterable[Gain]) -> dict[str, int]:
    glory, wild = dict(game.glory), game.wild
    for gain in gains:
        glory, wild = won_glory(glory, wild, gain.player, gain.loser, gain.amount)
        if gain.last and game.mode.takes_all:
            glory[gain.player] += glory[gain.loser]
            glory[gain.loser] = 0
    return glory


def doubt_the_receiver(game: Game, player: str, others: Iterable[str], amount: int) -> None:
    """9.2.5: nobody logged to whom the GG went; any opponent may have them."""
    before = [{}, *game.slips.doubted_glory]
    moved = [{player: -amount, other: amount} for other in others if other != player]
    game.slips.doubted_glory += [_together(doubt, each) for doubt in before for each in moved][:MOST_DOUBTS]


def _together(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {player: one.get(player, 0) + other.get(player, 0) for player in {**one, **other}}


def possible_glory(game: Game) -> list[dict[str, int]]:
    doubts = game.slips.doubted_glory
    return [
        game.glory,
        *({player: game.glory[player] + doubt.get(player, 0) for player in game.glory} for doubt in doubts),
    ]


def each_loses_one(game: Game, _action: Action) -> None:
    """5.2.3: each loses one; who loses the last one this way loses the game, wild GG or not."""
    losing = [player for player in game.seats.players if game.glory[player] == 1]
    for player in game.seats.players:
        game.glory[player] = max(0, game.glory[player] - 1)
    game.tell("doubles", glory=dict(game.glory))
    if len(losing) == 1:
        winner = game.seats.side_of[game.seats.foes(losing[0])[0]]
        if game.policy.has_won(game, winner):
            decide(game, winner, "tension")
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


def time_is_up(game: Game, _action: Action) -> None:
    """The rules name no winner; the event's own policy does."""
    decide(game, None, "time")


def after_the_end(game: Game) -> Illegal:
    expected = {"winner": named(game, game.winner)}
    return Illegal(article_of_victory(game), "game-is-over", _("The game was already over."), expected=expected)
