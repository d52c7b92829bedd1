"""Gallons of Glory, who has won, and who is out (1.4, 4.6, 9.2.3)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice, permutations, product

from rules.arena.engine.state import Decided, Game
from rules.arena.laws.seats import Seats
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal

MOST_DOUBTS = 1_000  # by player

# How a game is won, and the article that any later action breaks.
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
    game.record_event("game-over", winner=named(game, winner), won_by=won_by)
    raise Decided


def named(game: Game, side: str | None) -> str | None:
    """The players of a side."""
    return ", ".join(game.seats.on(side)) if side else None


def winners(game: Game) -> tuple[str, ...]:
    return game.seats.on(game.winner) if game.winner else ()


def look_for_a_winner(game: Game) -> None:
    """1.4.1 to 1.4.3, 9.3.2: looked at after every change of GG or of pieces."""
    rich = [side for side in game.seats.sides if glory_of(game.seats, side, game.glory) > 0]
    if len(rich) == 1 and not game.wild and game.policy.has_won(game, rich[0]):
        decide(game, rich[0], "glory")
    standing = [side for side in game.seats.sides if any(map(game.has_krosmasters, game.seats.on(side)))]
    if len(standing) == 1:
        decide(game, standing[0], "last-standing")
    if not standing:
        said = _("No Krosmaster is left on either side: a judge decides.")
        game.say("warning", "nobody-left", said, "1.4.3")
        decide(game, None, "judge")


def glory_of(seats: Seats, side: str, glory: Mapping[str, int]) -> int:
    """9.3.2: the GG of partners are added."""
    return sum(glory[player] for player in seats.on(side))


def win_glory(
    game: Game, player: str, amount: int, why: str, *, loser: str | None = None, or_else: Iterable[str] = ()
) -> None:
    """4.6.2: the wild GG first, the rest from the opponent who loses them. Others may have won them instead (9.2.5)."""
    if game.uncertain.counted:
        return
    before, likely = game.glory[player], loser or _who_has_some(game, player, game.glory)
    won_by = partial(_won_by, game, game.wild, amount, loser)
    instead = [won_by(other, stocks) for stocks in still_open(game) for other in or_else if other != player]
    change_glory(game, partial(won_by, player))
    game.wild -= min(amount, game.wild)
    doubt(game, instead)
    if amount:
        won = game.glory[player] - before
        game.record_event("glory", player=player, amount=won, why=why, worth=amount, loser=likely)


def _won_by(
    game: Game, wild: int, amount: int, loser: str | None, winner: str, stocks: Mapping[str, int]
) -> dict[str, int]:
    return won_glory(stocks, wild, winner, loser or _who_has_some(game, winner, stocks), amount)[0]


def _who_has_some(game: Game, player: str, stocks: Mapping[str, int]) -> str:
    foes = game.seats.foes(player)
    return next((foe for foe in foes if stocks[foe]), foes[0])


def won_glory(glory: Mapping[str, int], wild: int, player: str, loser: str, amount: int) -> tuple[dict[str, int], int]:
    """4.6.2: the wild GG first, the rest from the opponent as far as they have any."""
    from_wild = min(amount, wild)
    stolen = min(amount - from_wild, glory[loser])
    after = {**glory, player: glory[player] + from_wild + stolen, loser: glory[loser] - stolen}
    return after, wild - from_wild


# -- what nobody logs: stocks that are possible beside those of the game ----------------------------------


def possible_glory(game: Game) -> list[dict[str, int]]:
    """The stocks of the game, and those for another receiver or order that the log does not name."""
    return [game.glory, *game.uncertain.doubted_glory, *game.uncertain.other_orders]


def has_all(game: Game, stocks: Mapping[str, int]) -> bool:
    """1.4.1: one side alone has GG, and no wild ones are left."""
    return not game.wild and has_all_of(game, stocks)


def has_all_of(game: Game, stocks: Mapping[str, int]) -> bool:
    return sum(glory_of(game.seats, side, stocks) > 0 for side in game.seats.sides) == 1


def still_open(game: Game) -> list[dict[str, int]]:
    """Where the game is won, nothing changes any more."""
    return [game.glory, *(stocks for stocks in game.uncertain.doubted_glory if not has_all(game, stocks))]


def change_glory(game: Game, change: Callable[[dict[str, int]], dict[str, int]]) -> None:
    """Change each of the possible stocks separately, so that none falls below 0."""
    if game.uncertain.counted:
        return
    others = [stocks if has_all(game, stocks) else change(stocks) for stocks in game.uncertain.doubted_glory]
    game.glory, game.uncertain.doubted_glory = change(game.glory), []
    doubt(game, others)


def doubt(game: Game, others: Iterable[dict[str, int]]) -> None:
    known = game.uncertain.doubted_glory
    for stocks in others:
        if len(known) < MOST_DOUBTS and stocks != game.glory and stocks not in known:
            known.append(stocks)


def believe_where(game: Game, fits: Callable[[dict[str, int]], bool]) -> None:
    """Choose the possible stocks that fit what the log does, if any do."""
    believed = [stocks for stocks in possible_glory(game) if fits(stocks)]
    if believed and not game.strict:
        game.glory, game.uncertain.doubted_glory = believed[0], believed[1:]


def forget_what_is_won(game: Game) -> None:
    """Drop stocks in which the game was already over, because the log plays on."""
    uncertain = game.uncertain
    if uncertain.other_orders or uncertain.last_ones:
        uncertain.other_orders, uncertain.last_ones = [], []
    uncertain.counted = uncertain.won = False
    if uncertain.doubted_glory:
        uncertain.doubted_glory = still_open(game)[1:]


# possible stocks, and who would then be the last one standing in a duel
GloryAndLast = tuple[dict[str, int], str | None]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a KO brings: how many GG, to whom (likely player first), and whose figure was knocked out."""

    players: Sequence[str]
    loser: str
    amount: int
    last: bool  # the loser's last figure: it takes all GG, or none of them count any more (9.2.3)
    struck: bool = True  # by an opponent


def doubt_the_order(game: Game, gains: list[Gain]) -> None:
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
        for stocks in still_open(game):
            other = _after_all(game, stocks, way)
            if other != after and other not in found and len(found) < MOST_DOUBTS:
                found.append(other)
    game.uncertain.other_orders = [stocks for stocks, _last in found]
    game.uncertain.last_ones = [(stocks, last) for stocks, last in found if last]


def order_is_played(game: Game) -> None:
    """All simultaneous KOs are done: the other orders become possible stocks like the rest."""
    others, game.uncertain.other_orders, game.uncertain.counted = game.uncertain.other_orders, [], False
    if others:
        doubt(game, others)


def order_is_believed(game: Game) -> None:
    """The stocks already include all simultaneous KOs, so playing the rest of them changes nothing."""
    game.uncertain.other_orders, game.uncertain.counted = [], True


def game_is_won(game: Game) -> None:
    """1.4.1: nothing resolves after the KO that wins, in this order; each other order is computed to its end."""
    game.uncertain.won = True
    game.uncertain.doubted_glory = [stocks for stocks in game.uncertain.doubted_glory if has_all(game, stocks)]


def _after_all(game: Game, stocks: Mapping[str, int], gains: Iterable[tuple[Gain, str]]) -> GloryAndLast:
    """The stocks after these KOs, up to the one that wins."""
    glory, wild = dict(stocks), game.wild
    for gain, player in gains:
        glory, wild = won_glory(glory, wild, player, gain.loser, gain.amount)
        if gain.last and gain.struck and game.mode.takes_all:
            glory[player] += glory[gain.loser]
        if gain.last and (game.mode.takes_all if gain.struck else game.mode.sets_aside):
            glory[gain.loser] = 0
        if not wild and has_all_of(game, glory):
            break
        if gain.last and len(game.seats.order) == 2:
            return glory, player
    return glory, None


def time_is_up(game: Game, _action: Action) -> None:
    """The rules name no winner on time; the event's policy does."""
    decide(game, None, "time")


def after_the_end(game: Game) -> Illegal:
    expected = {"winner": named(game, game.winner)}
    return Illegal(article_of_victory(game), "game-is-over", _("The game was already over."), expected=expected)


# -- who is out ------------------------------------------------------------------------------------------


def goes_out(game: Game, player: str, striker: str | None) -> None:
    """A player without Krosmasters is out. The opponent who struck the last one down takes all GG that are left
    (9.2.3); otherwise they are set aside and count for nobody, unless a partner plays on for the same side."""
    if game.has_krosmasters(player) or player in game.out:
        return
    game.out[player] = game.index
    left = game.glory[player]
    if striker is not None and game.mode.takes_all:
        change_glory(game, lambda stocks: {**stocks, player: 0, striker: stocks[striker] + stocks[player]})
        if left:
            game.record_event("took-all", player=striker, amount=left, loser=player)
    else:
        set_aside(game, player)


def set_aside(game: Game, player: str) -> None:
    """What is left to a player who is out counts for nobody."""
    left = game.glory[player]
    if game.mode.sets_aside:
        change_glory(game, lambda stocks: {**stocks, player: 0})
        if left:
            game.record_event("set-aside", player=player, amount=left)


def record_who_is_out(game: Game, player: str) -> None:
    """Where the others play on."""
    if game.out.get(player, -1) == game.index:
        game.record_event("out", player=player)


def who_left(game: Game) -> tuple[tuple[str, ...], ...]:
    """In the order of leaving; who left in one action stands together."""
    return tuple(
        tuple(player for player, _at in group) for _at, group in groupby(game.out.items(), lambda left: left[1])
    )


def plays_on(game: Game, player: str) -> bool:
    return player not in game.out


def opponents(game: Game, player: str) -> list[str]:
    """4.1.2: those who are still in the game, in the order of their turns; where nobody is, all of them."""
    foes = game.seats.foes(player)
    return [foe for foe in foes if plays_on(game, foe)] or [*foes]


def is_out(player: str) -> Message:
    return _("Player {player} is out of the game.", player=player)
