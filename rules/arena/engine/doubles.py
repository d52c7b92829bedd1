"""Doubles on the tension dice where there are several opponents: which two players lose a GG (9.2.6)."""

from collections.abc import Sequence

from rules.arena.engine.choosing import heard
from rules.arena.engine.glory import change_glory, look_for_a_winner
from rules.arena.engine.naming import is_out, opponents, plays_on
from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.messages import sentence as _
from rules.common.verdicts import DiceMissing


def two_lose_one(game: Game, action: Action) -> None:
    """9.2.6: the two who are named, one after the other; nobody loses the game by it."""
    for player in two_of_doubles(game, action):
        lost = min(1, game.glory[player])
        _loses(game, player)
        game.tell("doubles-named", player=player, amount=lost)
        look_for_a_winner(game)


def _loses(game: Game, player: str) -> None:
    change_glory(game, lambda stocks: {**stocks, player: max(0, stocks[player] - 1)})


def two_of_doubles(game: Game, action: Action) -> tuple[str, ...]:
    """9.2.6: an opponent named by the active player, and another player whom that one names; nobody where wrong."""
    heard(game, action, "doubles")
    if "doubles" not in action and game.dealer is not None:
        action["doubles"] = _drawn(game)
    chosen = action.get("doubles") or []
    if len(chosen) < 2 and game.strict:  # whoever records is asked
        game.policy.ask(DiceMissing("9.2.6", {"doubles": _who_may_be_named(game, chosen)}))
    if len(chosen) != 2 or chosen[0] == chosen[1]:
        said = _("Doubles: name an opponent, who names another player; each of the two loses a GG.")
        game.fault("9.2.6", "doubles-not-named", said, logged={"doubles": [*chosen]})
    elif gone := [player for player in chosen if not plays_on(game, player)]:
        game.fault("9.2.6", "player-is-out", is_out(gone[0]), logged={"doubles": [*chosen]})
    elif game.seats.allied(chosen[0], game.player):
        said = _(
            "Doubles: the player named in the first place has to be an opponent: {players}.",
            players=opponents(game, game.player),
        )
        game.fault("9.2.6", "not-an-opponent", said, logged={"doubles": [*chosen]})
    else:
        return tuple(chosen)
    return ()


def _who_may_be_named(game: Game, chosen: Sequence[str]) -> list[str]:
    """First an opponent of the active player, then whoever else plays on."""
    if not chosen:
        return opponents(game, game.player)
    return [player for player in game.seats.players if plays_on(game, player) and player not in chosen]


def _drawn(game: Game) -> list[str]:
    assert game.dealer is not None
    foes = _who_may_be_named(game, ())
    first = foes[game.dealer.pick(len(foes))]
    others = _who_may_be_named(game, [first])
    return [first, others[game.dealer.pick(len(others))]]
