"""Gallons of Glory, who has won, and who is out (1.4, 4.6, 9.2.3)."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from rules.arena.engine.possible_glory import Change, change_glory, is_all_counted
from rules.arena.engine.state import Decided, Game
from rules.arena.engine.stocks import glory_of, won_glory
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal

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
    if not game.wild:
        rich = [side for side in game.seats.sides if glory_of(game.seats, side, game.glory) > 0]
        if len(rich) == 1 and game.policy.lets_win(game, rich[0]):
            decide(game, rich[0], "glory")
    standing = [side for side in game.seats.sides if any(map(game.has_krosmasters, game.seats.on(side)))]
    if len(standing) == 1:
        decide(game, standing[0], "last-standing")
    if not standing:
        message = _("No Krosmaster is left on either side: a judge decides.")
        game.say("warning", "nobody-left", message, "1.4.3")
        decide(game, None, "judge")


def win_glory(
    game: Game, player: str, amount: int, why: str, *, loser: str | None = None, or_else: Iterable[str] = ()
) -> None:
    """4.6.2: the wild GG first, the rest from the opponent who loses them. Others may have won them instead (9.2.5)."""
    if is_all_counted(game):
        return
    before, likely = game.glory[player], loser or _who_has_some(game, player, game.glory)
    instead = [_won_by(game, other, amount, loser) for other in or_else]
    change_glory(game, _won_by(game, player, amount, loser), instead=instead)
    game.wild -= min(amount, game.wild)
    if amount:
        won = game.glory[player] - before
        game.record_event("glory", player=player, amount=won, why=why, worth=amount, loser=likely)


def _won_by(game: Game, winner: str, amount: int, loser: str | None) -> Change:
    return lambda glory: won_glory(glory, game.wild, winner, loser or _who_has_some(game, winner, glory), amount)[0]


def _who_has_some(game: Game, player: str, stocks: Mapping[str, int]) -> str:
    foes = game.seats.foes(player)
    return next((foe for foe in foes if stocks[foe]), foes[0])


def time_is_up(game: Game, _action: Action) -> None:
    """The rules name no winner on time; the event's policy does."""
    decide(game, None, "time")


def after_the_end(game: Game) -> Illegal:
    expected = {"winner": named(game, game.winner)}
    return Illegal(article_of_victory(game), "game-is-over", _("The game was already over."), expected=expected)


# -- who is out ------------------------------------------------------------------------------------------


def put_out_if_beaten(game: Game, player: str, striker: str | None) -> None:
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
