"""Who is out of the game (1.4.3, 9.2.3, 9.2.5)."""

from itertools import groupby

from rules.arena.engine.glory import change_glory
from rules.arena.engine.state import Game


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
            game.tell("took-all", player=striker, amount=left, loser=player)
    else:
        set_aside(game, player)


def set_aside(game: Game, player: str) -> None:
    """What is left to a player who is out counts for nobody."""
    left = game.glory[player]
    if game.mode.sets_aside:
        change_glory(game, lambda stocks: {**stocks, player: 0})
        if left:
            game.tell("set-aside", player=player, amount=left)


def tell_who_is_out(game: Game, player: str) -> None:
    """Where the others play on."""
    if game.out.get(player, -1) == game.index:
        game.tell("out", player=player)


def who_left(game: Game) -> tuple[tuple[str, ...], ...]:
    """In the order of leaving; who left in one action stands together."""
    return tuple(
        tuple(player for player, _at in group) for _at, group in groupby(game.out.items(), lambda left: left[1])
    )
