"""B-3.1, B-3.2: turns and favors; and how a game ends by itself (B-1.3)."""

from rules.blast.engine.arriving import trigger
from rules.blast.engine.game import Game, Undone, Unit, begin_turn, playing, require_all_placed
from rules.blast.engine.harm import take_markers_off
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
