"""Legal play: one action at a time, and what can be done now, with the reason for what cannot.

Candidates follow the course of a turn; each is tried on a copy of the position, so the engine itself decides.
"""

from collections import Counter
from collections.abc import Container, Iterator
from copy import copy
from operator import itemgetter
from typing import Final

from rules.blast.cards import Spell
from rules.blast.engine.game import Game, Turn, Unit
from rules.blast.replay import act
from rules.blast.words import FAVOR_SIDES, OTHER
from rules.common.actions import Action
from rules.common.ruleset import Option
from rules.common.verdicts import Illegal

# what an action still needs, by the fault that says so: dice, a direction, a cell of a tile or Minion, a tile taken off
NEEDS: Final = frozenset({"no-dodge-roll", "no-combat-roll", "wrong-facing", "no-cell", "too-many-tiles"})


def tried(game: Game, action: Action) -> tuple[Game, Illegal | None]:
    """The position after an action, and the fault that the engine finds in it; the one before stays as it was."""
    trial = copied(game)
    act(trial, len(game.log.actions), action)
    fault = next((issue for issue in trial.found if issue.is_error), None)
    if fault is None:
        return trial, None
    values = {"expected": fault.expected, "logged": fault.logged}
    return trial, Illegal(fault.article or "", fault.code, fault.message, **values)


def copied(game: Game) -> Game:
    """What a trial may change is its own; log, facts and board are shared."""
    after = copy(game)
    after.units = {name: _unit(unit) for name, unit in game.units.items()}
    after.turn = _turn(game.turn, after.units) if game.turn else None
    after.favors, after.glyphs, after.terrain = {**game.favors}, {**game.glyphs}, {**game.terrain}
    after.drawn, after.summons, after.placed = Counter(game.drawn), Counter(game.summons), {*game.placed}
    after.beliefs, after.decides = {**game.beliefs}, {**game.decides}
    after.found, after.reported = [], set()
    return after


def _unit(unit: Unit) -> Unit:
    after = copy(unit)
    after.casts = {spell: [*targets] for spell, targets in unit.casts.items()}
    after.elsewhere, after.bonuses, after.boosts = {**unit.elsewhere}, {*unit.bonuses}, [*unit.boosts]
    return after


def _turn(turn: Turn, units: dict[str, Unit]) -> Turn:
    after = copy(turn)
    after.used = {*turn.used}
    after.active = units[turn.active.name] if turn.active else None
    return after


def legal_actions(game: Game) -> list[Option]:
    """What is legal now, and of spells, favors and bonuses the reason where they are not.

    A spell is an option for each cell at which it may be cast; on a board that nobody knows it has no cells.
    """
    if game.ending:
        return []
    return [*_placings(game), *_of_turns(game), *_doings(game)]


def _option(game: Game, action: Action) -> Option:
    fault = tried(game, action)[1]
    return Option(action, None if fault is None or fault.code in NEEDS else fault)


def _legal(game: Game, actions: Iterator[Action]) -> Iterator[Option]:
    return (option for option in (_option(game, action) for action in actions) if option.is_legal)


def waiting(game: Game) -> list[Unit]:
    """B-2.4: the figures that are placed next; none where the game has begun."""
    if game.has_begun:
        return []
    teams = [game.krosmasters(player) for player in (game.log.first_player, OTHER[game.log.first_player])]
    return next((left for team in teams if (left := [unit for unit in team if unit.name not in game.placed])), [])


def _placings(game: Game) -> Iterator[Option]:
    if not game.board.is_known:
        return
    cells = [game.cell_name(cell) for cell in game.board.grid.cells_of(game.board.starts)]
    for unit in waiting(game):
        yield from _legal(game, ({"do": "place", "unit": unit.name, "cell": cell} for cell in cells))


def _of_turns(game: Game) -> Iterator[Option]:
    """B-3.1: the favor that opens a turn, who plays, and its end."""
    if waiting(game):
        return
    if game.turn is None:
        drawn = (card for card in game.facts.favors.values() if game.drawn[card.slug] < card.copies)
        yield from _legal(game, ({"do": "favor", "card": card.slug, "to": FAVOR_SIDES[0]} for card in drawn))
        return
    yield from _legal(game, ({"do": "activate", "unit": unit.name} for unit in game.standing()))
    yield from _legal(game, iter([{"do": "end-turn"}]))


def _doings(game: Game) -> Iterator[Option]:
    unit = game.active
    if unit is None or unit.is_out or unit.cell is None:
        return
    near = map(game.cell_name, game.board.grid.neighbours[unit.cell])
    yield from _legal(game, ({"do": "move", "to": cell} for cell in near))
    for spell in unit.card.spells if unit.card else ():
        yield from casts_of(game, unit, spell)
    if unit.is_minion:
        return
    yield from (_option(game, {"do": "use-favor", "side": side}) for side in FAVOR_SIDES if game.favors[side])
    for slug, challenge in game.challenges.items():
        for threshold in challenge.thresholds if challenge else ():
            if threshold.when is None:
                yield _option(game, {"do": "bonus", "challenge": slug, "threshold": threshold.glyphs})


def walks(game: Game) -> dict[str, list[str]]:
    """The cells that the Fighter that plays can come to by several steps, with those steps: as few as there are, and of
    as many those with the fewest dodge rolls. On the way nobody slips or burns."""
    unit = game.active
    if unit is None or unit.is_out or unit.cell is None or not game.board.is_known:
        return {}
    ways: dict[int, list[str]] = {unit.cell: []}
    there = [(0, unit.cell, game)]
    while there:
        ahead = sorted(_next_steps(there, ways), key=itemgetter(0))
        there = []
        for dice, cell, to, after in ahead:
            if to not in ways:
                ways[to] = [*ways[cell], game.cell_name(to)]
                there.append((dice, to, after))
    return {game.cell_name(cell): steps for cell, steps in ways.items() if len(steps) > 1}


def _next_steps(there: list[tuple[int, int, Game]], known: Container[int]) -> Iterator[tuple[int, int, int, Game]]:
    """The dodge rolls so far, where it comes from and to, and the position then."""
    for dice, cell, game in there:
        for to in game.board.grid.neighbours[cell]:
            if to in known or game.terrain.get(to) in ("ice", "fire"):
                continue
            step = {"do": "move", "to": game.cell_name(to)}
            after, fault = tried(game, step)
            rolled = (fault.expected or {})["dice"] if fault and fault.code == "no-dodge-roll" else 0
            if rolled:
                after, fault = tried(game, {**step, "dodge": ["dodge"] * rolled})
            if fault is None:
                yield dice + rolled, cell, to, after


def casts_of(game: Game, unit: Unit, spell: Spell) -> list[Option]:
    """The cells at which it may be cast, or a single refusal."""
    if not game.board.is_known:
        return [Option({"do": "cast", "spell": spell.slug})]
    start = unit.cell or 0
    cells = sorted(game.board.grid.cells, key=lambda cell: game.distance(start, cell))
    reached = [cell for cell in cells if spell.least <= game.distance(start, cell) <= spell.most]
    options = [
        _option(game, {"do": "cast", "spell": spell.slug, "target": game.cell_name(cell)})
        for cell in reached or cells[:1]
    ]
    return [option for option in options if option.is_legal] or options[:1]
