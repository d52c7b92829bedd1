"""Who is out of the game (1.4.3, 9.2.3, 9.2.5), and whose GG go with doubles where players are named (9.2.6)."""

from itertools import groupby

from rules.arena.engine.glory import change_glory, look_for_a_winner
from rules.arena.engine.naming import two_of_doubles
from rules.arena.engine.state import Game
from rules.common.actions import Action


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


def _loses(game: Game, player: str) -> None:
    change_glory(game, lambda stocks: {**stocks, player: max(0, stocks[player] - 1)})


def two_lose_one(game: Game, action: Action) -> None:
    """9.2.6: the two who are named, one after the other; nobody loses the game by it."""
    for player in two_of_doubles(game, action):
        lost = min(1, game.glory[player])
        _loses(game, player)
        game.tell("doubles-named", player=player, amount=lost)
        look_for_a_winner(game)
