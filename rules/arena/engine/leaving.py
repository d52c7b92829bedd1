"""A player who concedes: in a duel that ends the game, among more players the others play on."""

from rules.arena.engine.damage import leave
from rules.arena.engine.glory import decide, look_for_a_winner, put_out_if_beaten, record_who_is_out, set_aside
from rules.arena.engine.placing import waiting
from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import Illegal


def concede(game: Game, action: Action) -> None:
    """The figures leave without GG. Where one side alone is left, it has won."""
    player = action["player"]
    if player in game.out:
        raise Illegal("1.4.3", "player-is-out", _("Player {player} is out of the game.", player=player))
    game.record_event("conceded", player=player)
    left = {game.seats.side_of[other] for other in game.seats.order if other != player and other not in game.out}
    if len(left) == 1:
        game.out[player] = game.index
        set_aside(game, player)
        decide(game, left.pop(), "concession")
    for unit in [unit for unit in game.units.values() if unit.player == player]:
        if unit.in_play:
            leave(game, unit)
        unit.fallen = True
    put_out_if_beaten(game, player, None)
    look_for_a_winner(game)
    record_who_is_out(game, player)
    if not game.turn:
        everybody_stands = not any(waiting(game, other) for other in game.seats.order)
        game.conceded_first = game.conceded_first or (player == game.seats.first and everybody_stands)
        game.player = game.seats.next_player(game.seats.order[-1], game.out)
