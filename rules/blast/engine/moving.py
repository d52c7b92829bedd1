"""B-4.1, B-5: steps, zones and dodge rolls."""

from typing import Any

from rules.blast.engine.activating import acting, forgotten
from rules.blast.engine.arriving import come_onto
from rules.blast.engine.dice import shown
from rules.blast.engine.game import Game, Undone, Unit, may_have_gained
from rules.blast.words import OTHER
from rules.common.actions import Action
from rules.common.messages import message as _


def move(game: Game, action: Action) -> None:
    """B-4.1: 1 MP, one cell; out of a zone only after a dodge roll (B-5.1)."""
    had_fault = game.silent
    unit, _turn = acting(game)
    had_fault = had_fault or game.silent
    _require_mp(game, unit)
    cell = game.cell(action["to"])
    way = None if cell is None else _step(game, unit, cell)
    is_a_step = _require_free(game, unit, cell, way, action["to"])
    if cell is None or game.is_blocked(cell):  # it costs nothing
        unit.is_unsure = True
        raise Undone
    if game.silent and not had_fault and forgotten(game):
        move(game, action)
        return
    dice = action.get("dodge", [])
    has_left = _leaves(game, unit, dice)
    unit.mp = max(0, unit.mp - 1)
    if not has_left:
        return
    come_onto(game, unit, cell, way)
    unit.is_unsure = unit.is_unsure or not is_a_step  # it may have been meant to go elsewhere


def _require_mp(game: Game, unit: Unit) -> None:
    if unit.card is None or unit.card.mp is None:
        game.believe(unit.slug, "mp")
    if unit.mp < 1 and not unit.is_excused and not may_have_gained(game, unit, "mp"):
        article = "B-5.2" if unit.is_caught else "B-4.1"
        values: dict[str, Any] = {"expected": {"mp": 1}, "logged": {"mp": unit.mp}}
        game.fault(article, "too-few-mp", _("{unit} has no MP left.", unit=unit.name), **values)


def _step(game: Game, unit: Unit, cell: int) -> str | None:
    """The direction of a step to that cell, if it is one."""
    start, grid = unit.cell, game.board.grid
    return None if start is None else next((way for way, next_to in grid.step.items() if next_to[start] == cell), None)


def _require_free(game: Game, unit: Unit, cell: int | None, way: str | None, name: str) -> bool:
    logged = {"to": name}
    if cell is not None and game.is_blocked(cell) and not unit.is_unsure:
        game.fault("B-4.1", "cell-not-free", _("{cell} is not free.", cell=name), logged=logged)
    elif not game.board.is_known or unit.is_unsure:
        return True
    elif cell is None:
        game.fault("B-4.1", "off-the-board", _("The board has no cell {cell}.", cell=name), logged=logged)
    elif way is None:
        message = _("{cell} is no step away from {unit}.", cell=name, unit=unit.name)
        game.fault("B-4.1", "not-a-step", message, logged=logged)
    else:
        return True
    return False


def _leaves(game: Game, unit: Unit, dice: list[str]) -> bool:
    """B-5.1 to B-5.3: whether it gets out of the zones that it stands in."""
    zones, beside_minions = _beside(game, unit)
    if not game.is_sure:
        zones = len(dice)
    if not game.log.advanced:
        zones = 0
    _require_dice(game, unit, dice, zones, beside_minions)
    if not dice or not zones:
        return True
    faces = [shown(game, die) for die in dice]
    if all(face == "dodge" for face in faces):
        return True
    unit.mp, unit.is_caught = 0, True
    if "lock" in faces:
        unit.is_tackled = unit.is_tackled or unit.ap > 0
        unit.ap = 0
    return False


def _beside(game: Game, unit: Unit) -> tuple[int, int]:
    """The opposing Krosmasters beside it, and the opposing Minions, which have no zone (B-3.7)."""
    start = unit.cell
    if start is None:
        return 0, 0
    near = [
        each
        for each in game.standing()
        if each.player == OTHER[unit.player] and each.cell is not None and game.distance(start, each.cell) == 1
    ]
    minions = sum(each.is_minion for each in near)
    return len(near) - minions, minions


def _require_dice(game: Game, unit: Unit, dice: list[str], zones: int, minions: int) -> None:
    expected, logged = {"dice": zones}, {"dice": len(dice)}
    if len(dice) == zones:
        return
    if not dice:
        message = _("{unit} leaves {zones} zones: as many dice are rolled.", unit=unit.name, zones=zones)
        game.fault("B-5.1", "no-dodge-roll", message, expected=expected, logged=logged)
    elif zones:
        message = _("{unit} leaves {zones} zones: as many dice are rolled.", unit=unit.name, zones=zones)
        game.fault("B-5.3", "number-of-dice", message, expected=expected, logged=logged)
    else:
        article = "B-3.7" if minions and game.log.advanced else "B-5.1"
        message = _("{unit} leaves no zone: no dice are rolled.", unit=unit.name)
        game.fault(article, "no-zone", message, expected=expected, logged=logged)
