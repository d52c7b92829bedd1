"""Moving one cell (6.3.2), and what waits on the cell."""

from functools import partial
from typing import Final

from rules.arena.cells import NEIGHBOURS, adjacent, cell_name
from rules.arena.engine import standby, unknown
from rules.arena.engine.acting import acting
from rules.arena.engine.believed_gauges import spend
from rules.arena.engine.block import block, blockers, foes_beside
from rules.arena.engine.consequences import report_out_of_place, report_unpaid
from rules.arena.engine.damage import ends_otherwise, step_onto
from rules.arena.engine.policy import broken
from rules.arena.engine.rewards.unknown_tokens import most_that_tokens_take, tokens_may_give, tokens_pay, tokens_take
from rules.arena.engine.state import Game
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import OFF, Unit
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal

A_MOVE: Final = _("a move")
NOBODY: Final[list[Unit]] = []


def move(game: Game, action: Action) -> None:
    """6.3.2: one cell for 1 MP. Leaving the side of enemies, the unit is blocked first."""
    unit, to = acting(game), game.cell(action["to"])
    if unit.profile.mp is None and unit.sure:
        raise Illegal("6.3.2", "cannot-move", _("{unit} has no MP.", unit=unit.name))
    if not unit.sure:
        unknown.trust_characteristics(game, unit)
    _check_step(game, unit, to)
    foes, enemies = foes_beside(game, unit), NOBODY
    if foes:
        _check_leaving(game, unit, foes)
        enemies = blockers(unit, foes)
        unit.believed.cells += _slips_past(game, unit, foes, enemies)
    before = unit.mp
    blocked = unit.blocked_mp
    if enemies or "blocks" in action:
        block(game, unit, enemies, action)
    was_blocked = bool(enemies) or unit.mp < before
    if was_blocked and _decide_whether_held(game, unit, was_blocked=unit.blocked_mp > blocked):
        unit.held_from = to
        game.record_event("held", unit=unit.name, cell=cell_name(unit.cell))
    else:
        start = unit.cell
        spend_one_mp(game, unit)
        step_onto(game, unit, to, "moved")
        if unit.blocked_mp and not unit.knows("mp"):  # 4.14.2.f: it may have had no MP left
            unit.strayed_from = start
        if game.explaining:
            happens(game, "walks", unit)
    standby.resolve(game, action)


def _slips_past(game: Game, unit: Unit, foes: list[Unit], enemies: list[Unit]) -> bool:
    """4.14.7: it or somebody beside it is Itty-Bitty, so that they do not lock it, and only the players say so."""
    beside = [foe for foe in foes if foe.is_character]
    if len(beside) == len(enemies):
        return False
    past = [each for each in beside if each not in enemies and not _is_surely_itty_bitty(each)]
    if not past or _is_surely_itty_bitty(unit):
        return False
    claimed = [each for each in (unit, *past) if _is_claimed_itty_bitty(each)]
    for each in claimed:
        unknown.use_power(game, each, "itty-bitty")
    return bool(claimed)


def _is_claimed_itty_bitty(unit: Unit) -> bool:
    return "itty-bitty" in unit.believed_powers


def _is_surely_itty_bitty(unit: Unit) -> bool:
    return "itty-bitty" in unit.powers and not _is_claimed_itty_bitty(unit)


def _decide_whether_held(game: Game, unit: Unit, *, was_blocked: bool) -> bool:
    """4.14.2.f: no MP is left after the Block. What a token gives or takes of which nothing is said may decide it; the
    way in which the log is read says whether it did; so it does where nobody knows how many MP it had."""
    if not unit.knows("mp"):
        return was_blocked and not game.lookahead.is_left_again(game.index) and ends_otherwise(game)
    held = unit.mp < 1 and not _pay_to_move_on(game, unit)
    may_be_otherwise = tokens_may_give(unit, "mp") if held else unit.mp <= most_that_tokens_take(unit, "mp")
    if not was_blocked or game.strict or game.index is None or not may_be_otherwise:
        return held
    game.claims.either_way.append(game.index)
    if game.index not in game.claims.otherwise:
        return held
    if held:
        return not tokens_pay(game, unit, "mp", 1)
    tokens_take(game, unit, "mp")
    return True


def _pay_to_move_on(game: Game, unit: Unit) -> bool:
    """Where it moves again in this turn: by the MP that a token nobody has entered gave it."""
    return bool(unit.rewards) and game.lookahead.is_left_again(game.index) and tokens_pay(game, unit, "mp", 1)


def spend_one_mp(game: Game, unit: Unit) -> None:
    unit.believed.cells += spend(game, unit, "mp", 1)
    unit.held_from = OFF
    unit.pushed_from = OFF


def _check_step(game: Game, unit: Unit, to: int) -> None:
    """4.17.2, 4.17.4, 6.3.2: onto a free cell beside its own, with an MP left."""
    if to not in NEIGHBOURS[unit.cell]:
        here, beside = cell_name(unit.cell), partial(adjacent, to)
        message = _("{cell} is not adjacent to {start}.", cell=cell_name(to), start=here)
        report_out_of_place(
            game, unit, beside, broken("4.17.2", "not-adjacent", message, {"from": here}, prevents=unit)
        )
    if not game.is_free(to):
        message = _("{cell} is not free: {obstacle}.", cell=cell_name(to), obstacle=_what_is_on(game, to))
        game.report(broken("4.17.4", "cell-impassable", message, prevents=unit))
    if unit.mp < 1 and unit.knows("mp"):
        message = _("{unit} has no MP left.", unit=unit.name)
        report_unpaid(
            game, unit, "mp", (A_MOVE, 1), broken("6.3.2", "too-few-mp", message, {"mp": 0}, {"mp": 1}, prevents=unit)
        )


def _check_leaving(game: Game, unit: Unit, foes: list[Unit]) -> None:
    """1.5.1: past nobody who holds it fast."""
    if holds_fast(foes):
        message = _("{unit} cannot spend MP while adjacent to Perfect Lock.", unit=unit.name)
        game.report(broken("1.5.1", "held-by-perfect-lock", message, prevents=unit))


def _what_is_on(game: Game, cell: int) -> str | Message:
    body = game.bodies.get(cell)
    return body.name if body else game.board.scenery.get(cell, _("an obstacle"))


def holds_fast(foes: list[Unit]) -> bool:
    """Perfect Lock: opposing characters beside a unit that has it cannot spend MP to get away."""
    return bool([foe for foe in foes if "perfect-lock" in foe.powers])
