"""Q-3.6, Q-5.1, Q-5.7: turns, rest, and how a game ends by itself."""

from collections.abc import Mapping
from typing import Any

from rules.common.messages import message as _
from rules.quest.ledger import demon
from rules.quest.ledger.game import NOBODY, Game, Turn, acting


def turn(game: Game, action: Mapping[str, Any]) -> None:
    """Q-3.6: the next in the order, after the Demon where it is due; Q-5.1: with its mode."""
    player, mode = action["player"], action["mode"]
    game.about = player
    if game.turn is None:
        _everyone_has_quests(game)
    player, game.lasts = _comes(game, player)
    seat = game.seats[player]
    if seat.inside and mode == "adventure":
        game.fault("Q-10.1", "adventure-in-a-dungeon", _("In a dungeon there is only combat mode."))
    if mode == "adventure":
        seat.once_a_combat.clear()
    game.turn, game.extra = Turn(player, mode), None
    game.demon.played = game.is_turn_missing = False
    game.reported.clear()


def _comes(game: Game, player: str) -> tuple[str, tuple[str, ...]]:
    """Who plays, and after whom the next one comes: after an error also after whoever should have played."""
    expected = game.expected
    if player == game.extra and not game.demon.played:
        return player, (player,)
    if player in expected:
        demon.has_played(game, player)
        return player, (player,)
    if not game.is_turn_missing:
        message = _("It is the turn of player {player}.", player=", ".join(expected))
        wanted, logged = {"players": [*expected]}, {"player": player}
        game.fault(NOBODY, "not-their-turn", message, expected=wanted, logged=logged)
    following = game.next_turn()
    for other in expected:
        if game.after(other) == following != game.after(player):  # who should have played is meant
            return other, (other,)
    game.doubt_turns(player)
    return player, (player, *expected)


def _everyone_has_quests(game: Game) -> None:
    """Q-3.3: before the first turn. Quests that come later are told where they come."""
    late = {action["player"] for action in game.log.actions if action["do"] == "quests"}
    missing = [seat.letter for seat in game.seats.values() if seat.hand is None and seat.letter not in late]
    if missing:
        message = _("These players have no personal quests: {players}.", players=missing)
        game.fault("Q-3.3", "quests-missing", message)


def rest(game: Game, _action: Mapping[str, Any]) -> None:
    """Q-5.4: in adventure mode. Q-5.7: as the only action, and the turn is over."""
    had_acted = game.turn is not None and game.turn.acted
    _seat, turn = acting(game)
    if turn.mode == "combat":
        game.fault_once("Q-5.4", "not-in-combat", _("Who rests is in adventure mode."))
    if had_acted:
        game.fault("Q-5.7", "not-the-only-action", _("Who rests does nothing else in the turn."))
    turn.over = turn.over or "Q-5.7"


def end_turn(game: Game, _action: Mapping[str, Any]) -> None:
    turn = game.turn
    if turn is None or turn.over == NOBODY:
        if not game.is_turn_missing:
            game.fault_once(NOBODY, "turn-is-over", _("No turn is being played."))
        game.is_turn_missing = True
        return
    game.about = turn.player
    turn.over = NOBODY


def concede(game: Game, action: Mapping[str, Any]) -> None:
    """They have no more turns; the token goes on; of a free-for-all the last one left has won."""
    player = action["player"]
    game.about = player
    seat = game.seats[player]
    if seat.conceded:
        game.fault(NOBODY, "conceded-before", _("Player {player} conceded before.", player=player))
        return
    if game.demon.holder == player:
        game.demon.holder = game.before(player)
    seat.conceded, seat.inside = True, False
    if game.extra == player:
        game.extra = None
    if game.turn is not None and game.turn.player == player:
        game.turn.over = NOBODY
    left = game.playing
    if not left:
        game.end("concession", ())
    elif len(left) == 1 and len(game.seats) > 1 and not game.log.is_cooperative:
        game.end("concession", (left[0],))


def time(game: Game, _action: Mapping[str, Any]) -> None:
    """By the rules nobody has won."""
    game.end("time", ())
