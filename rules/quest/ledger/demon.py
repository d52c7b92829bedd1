"""Q-6: the Demon's turn: who plays it and when, how many events, which of them, and the mobs."""

from collections.abc import Mapping
from typing import Any

from rules.common.messages import message as _
from rules.quest.ledger.game import AS_FAR_AS_ONE_LOOKS, NOBODY, Game
from rules.quest.ledger.purse import pay, receive
from rules.quest.words import DRAWN, REPEATABLE, deck


def demon(game: Game, action: Mapping[str, Any]) -> None:
    game.about = action.get("player")
    is_due = _is_due(game)
    if game.is_turn_missing and not is_due:  # which was reported there
        game.silent = True
    if _comes_late(game, action, is_due=is_due):
        return
    _at_their_time(game, action, is_due=is_due)
    if game.turn is not None:
        game.turn.over = NOBODY
    game.reported.clear()
    game.extra = None
    if not is_due:
        if _is_one_too_many(game):
            game.demon.is_sure = False
            game.doubt_the_path(lost_events=len(action["events"]))
            return
        game.doubt_turns()
        game.lasts = (*game.lasts, *_before_the_next(game))
    _mobs(game, action)
    _events(game, action["events"])
    _turn_the_token(game)
    game.demon.played = True


def has_played(game: Game, player: str) -> None:
    """Q-6.3: before the turn of who holds the token. Q-6.4: a Demon player before each new round. What is missing is
    taken to have been played, but not written."""
    token = game.demon
    token.is_late = False
    if token.played or not _comes_before(game, player):
        return
    if game.log.is_shared:
        message = _("Player {player} holds the Demon token and plays the Demon first.", player=player)
        game.fault("Q-6.3", "demon-missing", message)
    else:
        game.fault("Q-6.4", "demon-missing", _("The Demon plays after the last player of each round."))
    token.is_late, token.is_sure = True, False
    game.doubt_the_path(lost_events=wanted(game))
    _turn_the_token(game)


def _comes_late(game: Game, action: Mapping[str, Any], *, is_due: bool) -> bool:
    """Whether it stands behind the turn that it belongs before, as was told there: that turn goes on."""
    turn = game.turn
    is_of_the_next = is_due and action.get("player") == game.demon.holder
    if is_of_the_next and game.next_turn() and not _comes_again(game):
        return False
    if turn is None or turn.over or not game.demon.is_late or action.get("player") not in (None, turn.player):
        return False
    game.silent, game.demon.is_late = True, False
    _events(game, action["events"])
    return True


def _is_one_too_many(game: Game) -> bool:
    """Whether a Demon's turn at the wrong time counts for nothing, or stands for the right one."""
    if game.is_turn_missing:
        return False
    if not game.lasts and game.next_turn() == game.playing[0]:  # before the first turn, of which no line is missing
        return True
    if game.demon.played:  # but for a line with a turn between the two that is missing
        return game.next_turn() in game.expected or game.next_turn() != game.demon.holder
    return _comes_again(game)


def _comes_again(game: Game) -> bool:
    """Whether the right one comes still."""
    after = (game.index or 0) + 1
    for action in game.log.actions[after : after + AS_FAR_AS_ONE_LOOKS]:
        if action["do"] == "demon" and action.get("player") == game.demon.holder:
            return True
        if action["do"] == "turn" and action["player"] == (game.demon.holder or game.playing[0]):
            return False
    return False


def _before_the_next(game: Game) -> list[str]:
    """After whom the turn comes before which the Demon plays: a turn in between may be missing."""
    former = game.before(game.demon.holder or game.playing[0])
    return [former] if former else []


def _comes_before(game: Game, player: str) -> bool:
    return game.demon.holder == player if game.log.is_shared else game.starts_a_round(player)


def _is_due(game: Game) -> bool:
    return not game.demon.played and any(_comes_before(game, each) for each in game.expected)


def _at_their_time(game: Game, action: Mapping[str, Any], *, is_due: bool) -> None:
    if not is_due and game.demon.is_late:  # which was told at the turn before
        game.silent, game.demon.is_late = True, False
    if game.log.is_shared:
        holder = game.demon.holder
        if not is_due:
            message = _("The Demon is played once, directly before the turn of player {player}.", player=holder or "")
            game.fault("Q-6.3", "demon-not-due", message)
        elif action["player"] != holder:
            message = _("Player {player} holds the Demon token.", player=holder or "")
            expected, logged = {"player": holder}, {"player": action["player"]}
            game.fault("Q-6.3", "not-the-holder", message, expected=expected, logged=logged)
    elif not is_due:
        game.fault("Q-6.4", "demon-not-due", _("The Demon plays once a round, after its last player."))


def _mobs(game: Game, action: Mapping[str, Any]) -> None:
    """Q-6.2: with the active side up alone; in a cooperative game always. Q-6.5: not with everyone in a dungeon."""
    token = game.demon
    if not action["mobs"]:
        return
    if not token.is_sure:
        token.active = token.is_sure = True
    if _everyone_is_inside(game):
        game.fault("Q-6.5", "nobody-outside", _("Everyone is in a dungeon: no mob acts outside."))
    elif not token.active and not game.log.is_cooperative:
        game.fault("Q-6.2", "token-inactive", _("Mobs act when the Demon token shows its active side."))


def _events(game: Game, events: list[Any]) -> None:
    """Q-6.1: one fewer than Krosmasters, at least one, of the families in play; Q-6.5: none with all in a dungeon."""
    known = deck(game.log.families)
    for event in events:
        name = event if isinstance(event, str) else event["event"]
        if name not in known and not _everyone_is_inside(game):
            message = _("{event} is no card of the families in play.", event=name)
            game.fault("Q-6.1", "not-in-the-deck", message, logged={"event": name})
            game.doubt_the_path()
        _resolve(game, name, event)
    if _everyone_is_inside(game):
        if events:
            game.fault("Q-6.5", "nobody-outside", _("Everyone is in a dungeon: no event is drawn."))
        return
    asked = wanted(game)
    if len(events) > asked or (len(events) < asked and not game.ending):
        message = _("The Demon draws {wanted} events.", wanted=asked)
        game.fault("Q-6.1", "number-of-events", message, expected={"events": asked}, logged={"events": len(events)})
        game.doubt_the_path(lost_events=max(0, asked - len(events)))


def wanted(game: Game) -> int:
    """Q-6.1: how many events."""
    return max(1, len(game.playing) - 1)


def _resolve(game: Game, name: str, event: Any) -> None:
    if game.ending:
        return
    if name.startswith(DRAWN):
        _draw(game, name.removeprefix(DRAWN))
    elif name == "price-change" and game.log.with_economy:
        _change_prices(game, event)
    elif name == "auction" and game.log.with_economy and isinstance(event, dict):
        winner = game.seats[event["to"]]
        pay(game, winner, event["kamas"], "Q-9.1")
        receive(winner, {event["item"]: 1})


def _draw(game: Game, quest: str) -> None:
    """Q-1.3: a quest drawn while the path is full ends the game: most GG wins, and equal ones share."""
    if len(game.path) >= game.places:
        if game.sure_places < game.places and game.next_turn():  # the log knows better
            return
        most = max(game.seats[letter].gg for letter in game.playing)
        game.end("adventure-path-full", tuple(each for each in game.playing if game.seats[each].gg == most))
        return
    game.path.append(quest)
    scenario = game.scenario
    copies = scenario.repeatable if scenario else None
    if quest == REPEATABLE and copies is not None and game.path.count(REPEATABLE) > copies:
        game.fault("Q-6.1", "too-many-repeatable", _("There are {most} repeatable quests.", most=copies))


def _change_prices(game: Game, event: Any) -> None:
    """Q-9.1: one resource costs 1 Kama more, another 1 less."""
    if isinstance(event, str):
        game.are_prices_known = False
        return
    up, down = event["up"], event["down"]
    if up == down or not {up, down} <= game.prices.keys():
        message = _("Two resources of the marketplace change their price.")
        game.fault("Q-9.1", "no-such-price", message, logged={"up": up, "down": down})
    for resource, change in ((up, 1), (down, -1)):
        if resource in game.prices:
            game.prices[resource] = max(0, game.prices[resource] + change)


def _turn_the_token(game: Game) -> None:
    """Q-6.3: an inactive one turns active and goes to the right; an active one turns and stays. Q-6.4: a Demon player
    turns it alone."""
    token = game.demon
    if token.holder is not None and not token.active:
        token.holder = game.before(token.holder)
    token.active = not token.active


def _everyone_is_inside(game: Game) -> bool:
    return bool(game.playing) and all(game.seats[letter].inside for letter in game.playing)
