"""B-3.1, B-3.2: turns, favors, and whose Fighter plays; and how a game ends by itself (B-1.3)."""

from rules.blast.engine.arriving import trigger
from rules.blast.engine.effects import bring
from rules.blast.engine.game import Game, Turn, Undone, Unit, begin_turn, playing, require_all_placed
from rules.blast.engine.harm import begin_with_markers, take_markers_off
from rules.blast.words import OTHER, PLAYERS
from rules.common.actions import Action
from rules.common.messages import message as _


def favor(game: Game, action: Action) -> None:
    """B-3.1: it opens a turn. B-3.2: it covers what lies on its side."""
    require_all_placed(game)
    turn = game.turn
    if turn is None:
        begin_turn(game)
    elif turn.has_favor:
        message = _("Player {player} has revealed a favor in this turn.", player=turn.player)
        game.fault("B-3.1", "second-favor", message, logged={"card": action["card"][:100]})
        if game.next_active() != OTHER[turn.player]:  # else the end of a turn is missing before it
            raise Undone
        close_turn(game)
        if game.ending:
            return
        begin_turn(game)
    else:
        turn.has_favor = True  # it comes late, as was told
    _draw(game, action["card"])
    game.favors[action["to"]] = action["card"]


def _draw(game: Game, slug: str) -> None:
    """B-2.2."""
    card = game.facts.favors.get(slug)
    game.drawn[slug] += 1
    if card is None:
        game.believe(slug[:100], "favor")
    elif card.superior and not game.log.superior:
        message = _("{card} is a superior favor, and those are not played.", card=card.name)
        game.fault("B-2.2", "not-played", message, logged={"card": slug})
    elif game.drawn[slug] > card.copies:
        message = _("{card} was drawn more often than there are cards of it.", card=card.name)
        expected, logged = {"copies": card.copies}, {"drawn": game.drawn[slug]}
        game.fault("B-2.2", "drawn-too-often", message, expected=expected, logged=logged)


def activate(game: Game, action: Action) -> None:
    """B-3.1, B-3.4: whoever played before is finished, and is not taken up again."""
    turn = playing(game)
    unit = game.units.get(action["unit"]) or _of_an_unknown_card(game, action["unit"])
    if unit is None:
        message = _("No Fighter is called {unit}.", unit=action["unit"][:80])
        game.fault("B-3.1", "unknown-unit", message, logged={"unit": action["unit"][:80]})
    else:
        _require_may_play(game, turn, unit)
    if game.silent:
        unit = _meant(game, turn, unit)
    if turn.active is not unit:
        finish(game)
    if unit is None or unit.is_out or unit.cell is None:
        turn.is_lost = True
        raise Undone
    game.reported.clear()
    turn.is_lost = False
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
    waiting = [unit for unit in game.standing() if unit.player == turn.player and not unit.is_finished]
    waiting = [unit for unit in waiting if unit is not turn.active]
    fitting = [unit for unit in waiting if _fits(game, unit, following)]
    return fitting[0] if len(fitting) == 1 else named


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
        game.fault_once("B-2.4", "not-placed", _("{unit} does not stand on the board.", unit=unit.name), logged=logged)


def finish(game: Game) -> None:
    """B-3.4; B-6.5: its markers go; then what answers to the end of its turn, which stays."""
    turn, unit = game.turn, game.active
    if turn is None or unit is None:
        return
    turn.active = None
    unit.is_finished = True
    unit.boosts.clear()
    take_markers_off(unit)
    if _is_beside_an_ally(game, unit):
        trigger(game, unit, "turn-ends-beside-ally", game.held(unit.player))


def _is_beside_an_ally(game: Game, unit: Unit) -> bool:
    cell = unit.cell
    if cell is None:
        return False
    allies = (each for each in game.krosmasters(unit.player) if each is not unit and each.cell is not None)
    return any(ally.cell is not None and game.distance(cell, ally.cell) == 1 for ally in allies)


def end_turn(game: Game, _action: Action) -> None:
    """B-1.3: if the pile is empty then, the game ends."""
    if game.turn is None and game.has_begun and game.next_active() == game.next_player:
        message = _("No turn is being played.")
        game.fault("B-3.1", "no-turn", message)
        raise Undone
    playing(game)
    close_turn(game)


def close_turn(game: Game) -> None:
    finish(game)
    game.turn = None
    game.look_for_a_knock_out()
    if game.ending is None and game.pile == 0:
        count_glyphs(game)


def count_glyphs(game: Game) -> None:
    held = {player: game.held(player) for player in PLAYERS}
    if held["A"] == held["B"]:
        game.end("nobody", None)
    else:
        game.end("glyphs", max(PLAYERS, key=held.__getitem__))


def concede(game: Game, action: Action) -> None:
    game.end("concession", OTHER[action["player"]])


def time(game: Game, _action: Action) -> None:
    """By the rules nobody has won."""
    game.end("time", None)
