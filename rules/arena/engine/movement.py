"""Moving one cell (6.3.2), and what waits on the cell."""

from rules.arena.cells import adjacent, cell_name
from rules.arena.engine import standby
from rules.arena.engine.acting import acting
from rules.arena.engine.belief import log_believes_it_can_pay, log_believes_it_is_elsewhere, make_way
from rules.arena.engine.block import block, blockers
from rules.arena.engine.damage import knock_outs
from rules.arena.engine.powers import holds_fast
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown_tokens import tokens_may_give, tokens_pay
from rules.arena.log import Action
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.verdicts import Illegal

A_MOVE = _("a move")


def move(game: Game, action: Action) -> None:
    """6.3.2: one cell for 1 MP. Leaving the side of enemies, the unit is blocked first."""
    unit, to = acting(game), game.cell(action["to"])
    if unit.profile.mp is None and unit.sure:
        raise Illegal("6.3.2", "cannot-move", _("{unit} has no MP.", unit=unit.name))
    sound = _may_step(game, unit, to)
    game.quiet = not sound
    enemies = blockers(game, unit)
    block(game, unit, enemies, action)
    if unit.mp < 1 and unit.sure and enemies and sound and not _moved_on(game, unit):  # 4.14.2.f
        if tokens_may_give(unit, "mp"):
            unit.strayed_from = unit.cell  # what follows will show whether it had more MP
        else:
            unit.held_from = to
        game.tell("held", unit=unit.name, cell=cell_name(unit.cell))
    else:
        _step(game, unit, to, sound)
    standby.resolve(game, action)


def _moved_on(game: Game, unit: Unit) -> bool:
    """It moves again in this turn, by the MP that a token nobody has entered gave it."""
    return game.index in game.claims.moves_on and tokens_pay(game, unit, "mp", 1)


def _step(game: Game, unit: Unit, to: int, sound: bool) -> None:
    unit.mp = max(0, unit.mp - 1)
    unit.held_from = OFF
    if sound:
        unit.strayed_from, unit.misplaced = OFF, False
    if game.is_free(to):
        step_onto(game, unit, to, event="moved")


def _may_step(game: Game, unit: Unit, to: int) -> bool:
    if not adjacent(unit.cell, to) and not log_believes_it_is_elsewhere(game, unit, lambda cell: adjacent(cell, to)):
        here = cell_name(unit.cell)
        unit.strayed_from = unit.cell
        said = _("{cell} is not adjacent to {start}.", cell=cell_name(to), start=here)
        game.fault("4.17.2", "not-adjacent", said, expected={"from": here})
        return False
    if not make_way(game, to):
        unit.strayed_from = unit.cell
        said = _("{cell} is not free: {obstacle}.", cell=cell_name(to), obstacle=_what_is_on(game, to))
        game.fault("4.17.4", "cell-impassable", said)
        return False
    if unit.mp < 1 and unit.sure and not log_believes_it_can_pay(game, unit, "mp", 1, A_MOVE):
        said = _("{unit} has no MP left.", unit=unit.name)
        game.fault("6.3.2", "too-few-mp", said, expected={"mp": 0}, logged={"mp": 1})
        return False
    if holds_fast(game, unit):
        said = _("{unit} cannot spend MP while adjacent to Perfect Lock.", unit=unit.name)
        game.fault("1.5.1", "held-by-perfect-lock", said)
        return False
    return True


def _what_is_on(game: Game, cell: int) -> str | Sentence:
    body = game.bodies.get(cell)
    return body.name if body else game.board.scenery.get(cell, _("an obstacle"))


def step_onto(game: Game, unit: Unit, to: int, *, event: str | None) -> None:
    """A piece comes to stand on a cell, by its own MP or moved by an effect; traps and tombstones take note."""
    if event:
        game.tell(event, unit=unit.name, start=cell_name(unit.cell), cell=cell_name(to))
    game.put(unit, to)
    below = game.underfoot.get(to)
    if below is None or below is unit:
        return
    if below.kind == "trap" and unit.is_character:  # 4.19.7.c
        game.lift(below)
        below.fallen = True
        game.standby.append(Pending("click", below, cell=to))
    elif "profanation" in below.powers and unit.is_krosmaster:  # 4.9.31
        below.injuries += 1
        knock_outs(game, unit)
