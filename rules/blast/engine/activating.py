"""B-3.1, B-3.4: which Fighter plays, and who is meant where the log does not tell it."""

from collections.abc import Sequence
from itertools import takewhile

from rules.blast.engine.effects import bring
from rules.blast.engine.game import Game, Turn, Undone, Unit, playing
from rules.blast.engine.harm import begin_with_markers
from rules.blast.engine.turns import finish
from rules.common.actions import Action
from rules.common.messages import message as _


def activate(game: Game, action: Action) -> None:
    """B-3.1, B-3.4: whoever played before is finished, and is not taken up again."""
    turn = playing(game)
    unit = game.units.get(action["unit"]) or _of_an_unknown_card(game, action["unit"])
    if unit is None:
        message = _("No Fighter is called {unit}.", unit=action["unit"][:80])
        game.fault("B-3.1", "unknown-unit", message, logged={"unit": action["unit"][:80]})
    else:
        _require_may_play(game, turn, unit)
    if game.silent and (unit is None or unit.cell is not None or unit.is_out):  # else it stands nowhere, as reported
        unit = _meant(game, turn, unit)
    if turn.active is not unit:
        finish(game)
    if unit is None or unit.is_out or unit.cell is None:
        turn.is_lost = True
        raise Undone
    game.reported.clear()
    _begin(turn, unit)


def _begin(turn: Turn, unit: Unit) -> None:
    turn.is_lost = turn.is_supposed = False
    turn.minions_play = turn.minions_play or unit.is_minion
    if turn.active is not unit and not unit.is_finished:
        if unit.player != turn.player:
            unit.fill()
        begin_with_markers(unit)
    unit.is_excused = unit.is_excused or unit.is_finished
    turn.active = unit


def _of_an_unknown_card(game: Game, name: str) -> Unit | None:
    """A Minion that something unknown summoned, of which the log did not tell where."""
    by, _slash, called = name.rpartition("/")
    slug, _dash, _number = called.rpartition("-")
    summoner = game.units.get(by)
    if not game.has_unknown_effects or summoner is None or summoner.cell is None or not slug:
        return None
    minion = bring(game, summoner, slug, summoner.cell)
    minion.is_unsure = True
    return minion


def _meant(game: Game, turn: Turn, named: Unit | None) -> Unit | None:
    """Who plays, where the one that is named cannot: of those that can, the only one whose next actions those are."""
    following = game.until_the_next()
    if named is not None and _fits(game, named, following):
        return named
    return _the_only_one(game, turn, following) or named


def _the_only_one(game: Game, turn: Turn, following: list[Action]) -> Unit | None:
    waiting = [unit for unit in game.standing() if unit.player == turn.player and not unit.is_finished]
    fitting = [unit for unit in waiting if unit is not turn.active and _fits(game, unit, following)]
    return fitting[0] if len(fitting) == 1 else None


def forgotten(game: Game) -> Unit | None:
    """Who is meant by an action of which a fault is told, if the line that activates them is missing before it: who
    still waits, does not play later in this turn, and is the only one whose next actions those are."""
    turn, start = game.turn, game.index or 0
    if turn is None:
        return None
    unit = _the_only_one(game, turn, game.until_the_next(with_this=True))
    if unit is None or _plays_later(game.log.actions[start:], unit):
        return None
    former = turn.active
    finish(game)
    _begin(turn, unit)
    turn.is_supposed = True
    if former is not None:  # or it was theirs, and wrong
        former.is_unsure = unit.is_unsure = True
    return unit


def _doubt_all_who_wait(game: Game, turn: Turn) -> None:
    """One of them played, and nobody knows where it stands then."""
    for unit in game.standing():
        waits = unit.player == turn.player and not unit.is_finished
        unit.is_unsure = unit.is_unsure or (waits and not _plays_later(game.log.actions[game.index or 0 :], unit))


def _plays_later(actions: Sequence[Action], unit: Unit) -> bool:
    of_the_turn = takewhile(lambda action: action["do"] not in ("end-turn", "favor"), actions)
    return any(action["do"] == "activate" and action["unit"] == unit.name for action in of_the_turn)


def _fits(game: Game, unit: Unit, actions: list[Action]) -> bool:
    """Whether its first step starts where it stands, and its card has the spells."""
    steps = [game.cell(action["to"]) for action in actions if action["do"] == "move"]
    if unit.cell is None or unit.is_out:
        return False
    if steps and steps[0] is not None and game.distance(unit.cell, steps[0]) != 1:
        return False
    spells = [action["spell"] for action in actions if action["do"] == "cast"]
    return unit.card is None or all(unit.card.spell(spell) for spell in spells)


def _require_may_play(game: Game, turn: Turn, unit: Unit) -> None:
    logged = {"unit": unit.name}
    if unit.player != turn.player:
        message = _("It is the turn of player {player}.", player=turn.player)
        game.fault("B-3.1", "not-their-turn", message, logged=logged)
    elif unit.is_out:
        game.fault("B-8.1", "is-out", _("{unit} is KO.", unit=unit.name), logged=logged)
    elif unit.is_finished or turn.active is unit:
        game.fault("B-3.4", "played-before", _("{unit} has played in this turn.", unit=unit.name), logged=logged)
    elif turn.minions_play and not unit.is_minion:
        game.fault("B-3.1", "after-a-minion", _("Krosmasters play before Minions."), logged=logged)
    elif unit.cell is None:
        game.silent = True  # which was told at the first favor, or where it was placed


def acting(game: Game) -> tuple[Unit, Turn]:
    """B-3.1: the Fighter that plays. B-8.1: which is not KO."""
    turn = playing(game)
    unit = turn.active
    game.silent = game.silent or turn.is_supposed
    if unit is None or (unit.cell is None and not unit.is_out):
        if not turn.is_lost:
            game.fault_once("B-3.1", "nobody-plays", _("No Fighter has been activated."))
            unit = forgotten(game)
        if unit is None:
            _doubt_all_who_wait(game, turn)
        if unit is None or unit.cell is None:
            raise Undone
    if unit.is_out:
        game.fault_once("B-8.1", "is-out", _("{unit} is KO.", unit=unit.name), logged={"unit": unit.name})
        raise Undone
    return unit, turn
