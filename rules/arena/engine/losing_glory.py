"""Who loses GG where there are several opponents: a player names them (4.6.3, 9.2.6). With one nobody asks."""

from collections.abc import Mapping, Sequence

from rules.arena.engine.choosing import note_asked
from rules.arena.engine.glory import is_out, look_for_a_winner, opponents, plays_on
from rules.arena.engine.possible_glory import believe_where, change_glory
from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import DiceMissing


def who_loses(game: Game, player: str, amount: int, chosen: object, record: Action, field: str) -> str | None:
    """4.6.3: beyond the wild GG the buyer names an opponent who has one; `field` is where the log says whom."""
    if game.wild >= amount:
        return None
    foes = game.seats.foes(player)
    if len(foes) == 1:
        return foes[0]  # with one opponent nobody is asked
    believe_where(game, lambda stocks: _names_one_who_has_some(stocks, foes, chosen))
    rich = [foe for foe in foes if game.glory[foe] > 0]
    note_asked(game, record, field)
    if chosen is None and len(rich) <= 1:
        return None
    if chosen is None and game.dealer is not None:
        chosen = rich[game.dealer.pick(len(rich))]
        _write_down(record, field, str(chosen))
    if chosen in rich:
        return str(chosen)
    if chosen is None and game.strict:  # while a game is recorded, the players are asked
        game.policy.ask(DiceMissing("4.6.3", {field: rich}))
    if chosen in list(game.out):  # a log may have anything there
        game.fault("4.6.3", "player-is-out", is_out(str(chosen)), expected={field: rich})
    elif chosen not in foes or rich:
        message = _("Name an opponent who has a GG: {players}.", players=rich or [*foes])
        game.fault("4.6.3", "not-an-opponent", message, expected={field: rich or [*foes]}, logged={field: chosen})
    return None


def _names_one_who_has_some(stocks: Mapping[str, int], foes: Sequence[str], chosen: object) -> bool:
    rich = [foe for foe in foes if stocks[foe] > 0]
    return len(rich) <= 1 if chosen is None else chosen in (rich or foes)


def _write_down(record: Action, field: str, chosen: str) -> None:
    if field == "from":
        record["from"] = chosen
    else:
        record["choices"] = {**(record.get("choices") or {}), field: chosen}


# -- doubles of the Roll for Tension ----------------------------------------------------------------------


def two_lose_one(game: Game, action: Action) -> None:
    """9.2.6: the two who are named, one after the other; nobody loses the game by it."""
    for player in two_of_doubles(game, action):
        lost = min(1, game.glory[player])
        _loses(game, player)
        game.record_event("doubles-named", player=player, amount=lost)
        look_for_a_winner(game)


def _loses(game: Game, player: str) -> None:
    change_glory(game, lambda stocks: {**stocks, player: max(0, stocks[player] - 1)})


def two_of_doubles(game: Game, action: Action) -> tuple[str, ...]:
    """9.2.6: an opponent named by the active player, and another player whom that one names; nobody where wrong."""
    note_asked(game, action, "doubles")
    if "doubles" not in action and game.dealer is not None:
        action["doubles"] = _drawn(game)
    chosen = action.get("doubles") or []
    if len(chosen) < 2 and game.strict:  # while a game is recorded, the players are asked
        game.policy.ask(DiceMissing("9.2.6", {"doubles": _who_may_be_named(game, chosen)}))
    if len(chosen) != 2 or chosen[0] == chosen[1]:
        message = _("Doubles: name an opponent, who names another player; each of the two loses a GG.")
        game.fault("9.2.6", "doubles-not-named", message, logged={"doubles": [*chosen]})
    elif gone := [player for player in chosen if not plays_on(game, player)]:
        game.fault("9.2.6", "player-is-out", is_out(gone[0]), logged={"doubles": [*chosen]})
    elif game.seats.allied(chosen[0], game.player):
        message = _(
            "Doubles: the player named in the first place has to be an opponent: {players}.",
            players=opponents(game, game.player),
        )
        game.fault("9.2.6", "not-an-opponent", message, logged={"doubles": [*chosen]})
    else:
        return tuple(chosen)
    return ()


def _who_may_be_named(game: Game, chosen: Sequence[str]) -> list[str]:
    """First an opponent of the active player, then the others who play on."""
    if not chosen:
        return opponents(game, game.player)
    return [player for player in game.seats.players if plays_on(game, player) and player not in chosen]


def _drawn(game: Game) -> list[str]:
    assert game.dealer is not None
    foes = _who_may_be_named(game, ())
    first = foes[game.dealer.pick(len(foes))]
    others = _who_may_be_named(game, [first])
    return [first, others[game.dealer.pick(len(others))]]
