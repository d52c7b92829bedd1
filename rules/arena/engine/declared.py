"""What the players say happened where a card's text is not in the data. Believed, within the laws that hold for all."""

from collections.abc import Callable
from typing import Any

from rules.arena.engine import summons
from rules.arena.engine.damage import heal, knock_outs, place_injuries
from rules.arena.engine.glory import look_for_a_winner, take_kamas, win_glory
from rules.arena.engine.markers import add_markers
from rules.arena.engine.movement import step_onto
from rules.arena.engine.state import OTHER, Game
from rules.arena.engine.units import Unit
from rules.common.messages import sentence as _

Declared = dict[str, Any]
Happening = Callable[[Game, Unit, str, Any], None]


def apply_declared(game: Game, declared: Declared, source: Unit) -> None:
    """What is declared of units and sides, one kind after the other; then who falls by it."""
    for kind, happens in IN_ORDER.items():
        for name, value in (declared.get(kind) or {}).items():
            happens(game, source, name, value)
    _glory(game, declared.get("glory") or {})
    knock_outs(game, source)


def _moved(game: Game, _source: Unit, name: str, to: str) -> None:
    unit, cell = game.unit(name), game.cell(to)
    if not unit.in_play:
        _not_in_play(game, name)
    elif cell != unit.cell and not game.is_free(cell):
        said = _("{cell} is not free.", cell=to)
        game.fault("4.17.4", "cell-impassable", said, logged={"cell": to})
    elif cell != unit.cell:
        step_onto(game, unit, cell, event="displaced")


def _not_in_play(game: Game, name: str) -> None:
    """4.18.6: effects apply to pieces in play."""
    game.fault("4.18.6", "not-in-play", _("{unit} is not in the arena.", unit=name), logged={"unit": name})


def _markers(game: Game, _source: Unit, name: str, markers: dict[str, int]) -> None:
    unit = game.unit(name)
    for gauge in ("ap", "mp"):
        if markers.get(gauge):
            add_markers(unit, gauge, markers[gauge])
    unit.range_markers += markers.get("range", 0)


def _summoned(game: Game, source: Unit, slug: str, cells: str | list[str]) -> None:
    for name in [cells] if isinstance(cells, str) else cells:
        cell = game.cell(name)
        if game.is_free(cell):
            summons.summon(game, source, slug, cell, control=None)
        else:
            game.fault("4.19.1.a", "cell-not-free", _("{cell} is not free.", cell=name), logged={"cell": name})


def _injured(game: Game, source: Unit, name: str, amount: int) -> None:
    place_injuries(game, _living(game, name), amount, source)


def _healed(game: Game, _source: Unit, name: str, amount: int) -> None:
    heal(game, _living(game, name), amount)


def _living(game: Game, name: str) -> Unit:
    unit = game.unit(name)
    if not unit.in_play:
        _not_in_play(game, name)
    return unit


def _kamas(game: Game, _source: Unit, side: str, amount: int) -> None:
    take_kamas(game, side, max(amount, -game.kamas[side]), why="declared")


IN_ORDER: dict[str, Happening] = {
    "moved": _moved,
    "markers": _markers,
    "summoned": _summoned,
    "injuries": _injured,
    "healed": _healed,
    "kamas": _kamas,
}


def _glory(game: Game, glory: dict[str, int]) -> None:
    for side, amount in glory.items():
        winner = side if amount > 0 else OTHER[side]
        win_glory(game, winner, abs(amount), why="declared")
    if glory:
        look_for_a_winner(game)
