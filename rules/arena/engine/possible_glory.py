"""Stocks of GG that are as possible as those of the game, where no log names the receiver, loser or order of KOs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from typing import TYPE_CHECKING

from rules.arena.engine.stocks import glory_of, won_glory

if TYPE_CHECKING:
    from rules.arena.engine.state import Game

MOST_DOUBTS = 1_000  # by player

Change = Callable[[Mapping[str, int]], dict[str, int]]
# possible stocks, and who would then be the last one standing in a duel
GloryAndLast = tuple[dict[str, int], str | None]


def possible_glory(game: "Game") -> list[dict[str, int]]:
    """The stocks of the game, and those for another receiver or order that the log does not name."""
    return [game.glory, *game.uncertain.doubted_glory, *game.uncertain.other_orders]


def has_all(game: "Game", stocks: Mapping[str, int]) -> bool:
    """1.4.1: one side alone has GG, and no wild ones are left."""
    return not game.wild and one_side_has_some(game, stocks)


def one_side_has_some(game: "Game", stocks: Mapping[str, int]) -> bool:
    return sum([glory_of(game.seats, side, stocks) > 0 for side in game.seats.sides]) == 1


def last_one_standing(game: "Game", stocks: Mapping[str, int]) -> str | None:
    """The player of a duel who is it if these are the stocks, in an order of KOs that the log does not name."""
    return next((last for others, last in game.uncertain.last_ones if others == stocks), None)


def forget_other_stocks(game: "Game") -> None:
    """No stocks but those of the game are possible any more."""
    game.uncertain.doubted_glory, game.uncertain.other_orders, game.uncertain.last_ones = [], [], []


def change_glory(game: "Game", change: Change, instead: Sequence[Change] = ()) -> None:
    """Change each of the possible stocks separately, so that none falls below 0; `instead` are other changes of which
    one may have taken place."""
    if game.uncertain.counted:
        return
    others = [stocks if has_all(game, stocks) else change(stocks) for stocks in game.uncertain.doubted_glory]
    if instead:
        others += [another(stocks) for stocks in _still_open(game) for another in instead]
    game.glory, game.uncertain.doubted_glory = change(game.glory), []
    if others:
        doubt(game, others)


def doubt(game: "Game", others: Iterable[dict[str, int]]) -> None:
    known = game.uncertain.doubted_glory
    for stocks in others:
        if len(known) < MOST_DOUBTS and stocks != game.glory and stocks not in known:
            known.append(stocks)


def believe_where(game: "Game", fits: Callable[[dict[str, int]], bool]) -> None:
    """Choose the possible stocks that fit what the log does, if any do."""
    believed = [stocks for stocks in possible_glory(game) if fits(stocks)]
    if believed and not game.strict:
        game.glory, game.uncertain.doubted_glory = believed[0], believed[1:]


def forget_what_is_won(game: "Game") -> None:
    """Drop stocks in which the game was already over, because the log plays on."""
    uncertain = game.uncertain
    if uncertain.at_once:
        uncertain.other_orders, uncertain.last_ones = [], []
        uncertain.counted = uncertain.won = uncertain.at_once = False
    if uncertain.doubted_glory:
        uncertain.doubted_glory = _still_open(game)[1:]


def _still_open(game: "Game") -> list[dict[str, int]]:
    """Where the game is won, nothing changes any more."""
    return [game.glory, *(stocks for stocks in game.uncertain.doubted_glory if not has_all(game, stocks))]


# -- pieces that fall at once (1.7.1) ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gain:
    """What a KO brings: how many GG, to whom (likely player first), and whose figure was knocked out."""

    players: Sequence[str]
    loser: str
    amount: int
    last: bool  # the loser's last figure: it takes all GG, or none of them count any more (9.2.3)
    struck: bool = True  # by an opponent


def doubt_the_order(game: "Game", gains: list[Gain]) -> None:
    """1.7.1: if several players lose pieces at once, the active player chose an order that no log names. It decides who
    takes the wild GG, whose GG are left to be taken, and who has won before the others fall."""
    losers = list(dict.fromkeys(gain.loser for gain in gains))
    if game.strict or len(losers) < 2:
        return
    played = [(gain, gain.players[0]) for gain in gains]
    after = _after_all(game, game.glory, played)
    orders = ([gain for loser in order for gain in gains if gain.loser == loser] for order in permutations(losers))
    ways = (zip(order, who, strict=True) for order in orders for who in product(*(gain.players for gain in order)))
    found: list[GloryAndLast] = []
    for way in islice(map(list, ways), MOST_DOUBTS):
        for stocks in _still_open(game):
            other = _after_all(game, stocks, way)
            if other != after and other not in found and len(found) < MOST_DOUBTS:
                found.append(other)
    game.uncertain.at_once = True
    game.uncertain.other_orders = [stocks for stocks, _last in found]
    game.uncertain.last_ones = [(stocks, last) for stocks, last in found if last]


def keep_other_orders(game: "Game") -> None:
    """All simultaneous KOs are done: the other orders become possible stocks like the rest."""
    others, game.uncertain.other_orders, game.uncertain.counted = game.uncertain.other_orders, [], False
    if others:
        doubt(game, others)


def count_no_more(game: "Game") -> None:
    """The stocks already include all simultaneous KOs, so playing the rest of them changes nothing."""
    game.uncertain.other_orders, game.uncertain.counted, game.uncertain.at_once = [], True, True


def is_all_counted(game: "Game") -> bool:
    return game.uncertain.counted


def mark_won(game: "Game") -> None:
    """1.4.1: nothing resolves after the KO that wins, in this order; each other order is computed to its end."""
    game.uncertain.won = game.uncertain.at_once = True
    game.uncertain.doubted_glory = [stocks for stocks in game.uncertain.doubted_glory if has_all(game, stocks)]


def is_won(game: "Game") -> bool:
    """1.4.1: whether the KOs played so far have won the game, though in another order perhaps nobody has won it."""
    return game.uncertain.won


def _after_all(game: "Game", stocks: Mapping[str, int], gains: Iterable[tuple[Gain, str]]) -> GloryAndLast:
    """The stocks after these KOs, up to the one that wins."""
    glory, wild = dict(stocks), game.wild
    for gain, player in gains:
        glory, wild = won_glory(glory, wild, player, gain.loser, gain.amount)
        if gain.last and gain.struck and game.mode.takes_all:
            glory[player] += glory[gain.loser]
        if gain.last and (game.mode.takes_all if gain.struck else game.mode.sets_aside):
            glory[gain.loser] = 0
        if not wild and one_side_has_some(game, glory):
            break
        if gain.last and len(game.seats.order) == 2:
            return glory, player
    return glory, None
