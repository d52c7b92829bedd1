"""A log goes in, a report comes out, with the ledger: GG, and what else the log tells, after each action."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.proof import Proof
from rules.common.verdicts import Report, at_most, corrects, unknown_fields
from rules.quest.ledger import demon, economy, fights, header, quests, result
from rules.quest.ledger.game import NOBODY, Game, Turn, Undone, acting, opened
from rules.quest.log import Log


# turns, rest, and how a game ends by itself.
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


# who is in a dungeon.
def dungeon(game: Game, action: Mapping[str, Any]) -> None:
    """Q-10.1: a group enters with the active player, one group a dungeon. Q-5.7: the turn is over."""
    seat, turn = acting(game)
    group, family = {*action["group"]}, action.get("family")
    if seat.letter not in group:
        message = _("Player {player} enters with their group.", player=seat.letter)
        game.fault("Q-10.1", "not-in-the-group", message, logged={"group": sorted(group)})
    elsewhere = sorted(letter for letter in group if game.seats[letter].inside or game.seats[letter].conceded)
    if elsewhere:
        message = _("These players cannot enter: {players}.", players=elsewhere)
        game.fault("Q-10.1", "cannot-enter", message, logged={"group": sorted(group)})
    if not _is_free(game, family):
        game.fault("Q-10.1", "dungeon-taken", _("Another group is in this dungeon."))
    for letter in sorted({*group, seat.letter}):
        game.seats[letter].inside, game.seats[letter].dungeon = True, family
    turn.over = turn.over or "Q-5.7"


def _is_free(game: Game, family: str | None) -> bool:
    """One dungeon of each family in play; of one that was not named nobody knows which it was."""
    if family is not None and family not in game.log.families:
        return False
    taken = {seat.dungeon for seat in game.seats.values() if seat.inside}
    return len(taken) < len(game.log.families) and (family is None or family not in taken)


def dungeon_won(game: Game, action: Mapping[str, Any]) -> None:
    """Q-4.3: 1 GG to everyone who is still in it, and a royal item, whose name the log does not tell."""
    family = action["family"]
    inside = [seat for seat in game.seats.values() if seat.inside and seat.dungeon in (family, None)]
    if not inside:
        game.fault("Q-10.1", "nobody-inside", _("Nobody is in this dungeon."))
        return
    for seat in inside:
        game.gain(seat, 1, "dungeon")
        seat.inside, seat.dungeon = False, None
        seat.unknown_gain = seat.unknown_gain or (f"royal-item-{family}", "item")


# What a judge sets down in an amended copy.
def correct(game: Game, action: Mapping[str, Any]) -> None:
    """It sets nothing off: a path that it fills ends no game."""
    if not corrects(game, action.get("reason", "")):
        return
    what = action["set"]
    for letter, gg in what.get("gg", {}).items():
        if gg != game.seats[letter].gg:
            game.seats[letter].gg = gg
            game.why.append("correction")
    for letter, kamas in what.get("kamas", {}).items():
        game.seats[letter].kamas = kamas
    for letter, bag in what.get("bag", {}).items():
        game.seats[letter].bag = Counter({name: number for name, number in bag.items() if number})


ENGINE: Final = "quest-1/1"
ACTIONS: Final[Mapping[str, Callable[[Game, Mapping[str, Any]], None]]] = {
    "quests": quests.quests,
    "turn": turn,
    "demon": demon.demon,
    "quest": quests.quest,
    "buy-gg": quests.buy_gg,
    "kill": fights.kill,
    "ko": fights.ko,
    "flee": fights.flee,
    "rest": rest,
    "dungeon": dungeon,
    "dungeon-won": dungeon_won,
    "uncover": economy.uncover,
    "cast": fights.cast,
    "block": fights.block,
    "farm": economy.farm,
    "pick-up": economy.farm,
    "craft": economy.craft,
    "market": economy.market,
    "zaap": economy.zaap,
    "trade": economy.trade,
    "discard": economy.discard,
    "equip": economy.equip,
    "use": economy.use,
    "end-turn": end_turn,
    "concede": concede,
    "time": time,
    "correct": correct,
}
OF_THE_ECONOMY: Final = {"farm", "pick-up", "craft", "market", "zaap", "trade", "discard", "equip", "use"}
OF_THE_BOARD: Final = {"kill", "ko", "cast", "block"}  # what happened there is not in the log


def replay(log: Log) -> Report:
    game = opened(log)
    header.check(game)
    game.found += unknown_fields(log.unknown_fields)
    rows = [entered(game, index, action) for index, action in enumerate(log.actions)]
    result.check(game)
    return Report(
        verdict="invalid" if any(issue.is_error for issue in game.found) else "ledger",
        engine=ENGINE,
        findings=at_most(game.found),
        won_by=game.ending,
        ended=game.ending is not None,
        actions=len(log.actions),
        unverified_cards=tuple(sorted({belief.card for belief in game.beliefs if belief.field in ("mob", "item")})),
        proof=_proof(game),
        ledger=tuple(rows),
        facts=log.facts.digest or None,
        more={
            "winners": [*game.winners],
            "gg": {letter: seat.gg for letter, seat in game.seats.items()},
            "path": list(game.path),
        },
    )


def explained(log: Log) -> tuple[Report, list[Message | None]]:
    """Nothing more is said of a finding than its message."""
    report = replay(log)
    return report, [None] * len(report.findings)


def entered(game: Game, index: int, action: Mapping[str, Any]) -> dict[str, Any]:
    """The row of an action in the ledger."""
    do = action["do"]
    game.index, game.silent, game.is_turn_doubtful, game.why, game.about = index, False, False, [], None
    if game.ending and do != "correct":
        game.fault_once(game.article_of_the_end, "game-is-over", _("The game was already over."))
    else:
        with suppress(Undone):
            ACTIONS[do](game, action)
        if do != "correct":
            game.look_for_a_full_path()
    row: dict[str, Any] = {
        "action": index,
        "player": game.about,
        "gg": {letter: seat.gg for letter, seat in game.seats.items()},
        "why": ", ".join(dict.fromkeys(game.why)) or do,
    }
    if game.log.with_economy:
        row["kamas"] = {letter: seat.kamas for letter, seat in game.seats.items()}
        row["bag"] = {letter: dict(sorted(seat.bag.items())) for letter, seat in game.seats.items()}
    return row


def _proof(game: Game) -> Proof:
    """What the ledger settles is proved; the board is not in the log, and with `gg` neither are purse and bag."""
    actions = game.log.actions
    faulty = {issue.action for issue in game.found if issue.is_error and issue.action is not None}
    believed = {belief.action for belief in game.beliefs if belief.action is not None} - faulty
    left_out = OF_THE_BOARD if game.log.with_economy else OF_THE_BOARD | OF_THE_ECONOMY
    unchecked = {index for index, action in enumerate(actions) if action["do"] in left_out} - faulty - believed
    return Proof(
        proved=len(actions) - len(faulty) - len(believed) - len(unchecked),
        believed=len(believed),
        faulty=len(faulty),
        unchecked=len(unchecked),
        by_card=Counter(belief.card for belief in game.beliefs),
        beliefs=tuple(game.beliefs),
    )
