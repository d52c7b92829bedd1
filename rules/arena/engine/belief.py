"""Where a log goes on as if something had not happened: the slip is named once, and then the log is followed.

A log holds choices and dice, no consequences. That a player overlooked a consequence shows only later, when he spends
what he no longer had or acts from where he no longer stood; the article broken is that of the consequence.
"""

from collections.abc import Callable

from rules.arena.cells import CELLS, NEIGHBOURS, cell_name
from rules.arena.engine.damage import knock_out
from rules.arena.engine.state import OTHER, Game
from rules.arena.engine.survival import may_have_fallen, the_log_goes_on, trust_the_tokens_of
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown_tokens import open_tokens, tokens_pay
from rules.common.messages import Sentence
from rules.common.messages import sentence as _


def log_believes_it_can_pay(game: Game, unit: Unit, gauge: str, cost: int, what: str | Sentence) -> bool:
    """The log spends AP or MP that a Block (4.14.2.d) or markers (4.11.5) had taken; or that an unknown token gave."""
    if tokens_pay(game, unit, gauge, cost):
        return True
    left = getattr(unit, gauge)
    blocked, markers = getattr(unit, f"blocked_{gauge}"), getattr(unit, f"markers_taken_{gauge}")
    facts = {"unit": unit.name, "gauge": gauge.upper(), "left": left, "what": what, "cost": cost}
    if blocked and cost <= left + blocked:
        article, code = "4.14.2.d", f"locked-unit-kept-{gauge}"
        said = _(
            "{unit} was blocked and lost {lost} {gauge}: {left} {gauge} are left, {what} costs {cost}.",
            lost=blocked,
            **facts,
        )
        spent, given_back = f"blocked_{gauge}", blocked
    elif markers and cost <= left + markers:
        article, code = ("4.11.5.a" if gauge == "ap" else "4.11.5.b"), f"{gauge}-markers-overlooked"
        said = _(
            "{unit} began with {lost} -1 {gauge} markers: {left} {gauge} are left, {what} costs {cost}.",
            lost=markers,
            **facts,
        )
        spent, given_back = f"markers_taken_{gauge}", markers
    else:
        return False
    game.fault(article, code, said, expected={gauge: left}, logged={gauge: cost})
    setattr(unit, spent, 0)
    setattr(unit, gauge, left + given_back)
    return True


def log_believes_it_is_elsewhere(game: Game, unit: Unit, fits: Callable[[int], bool]) -> bool:
    """The log goes on from another cell than the unit's own.

    Either a blocked unit never left (4.14.2.f), or an impossible step was noted before: then nothing more is said, and
    the unit is taken to stand where the log can go on from.
    """
    to = unit.held_from
    if to != OFF and game.is_free(to) and fits(to):
        here = cell_name(unit.cell)
        said = _("{unit} had no MP left after the Block and stayed on {cell}.", unit=unit.name, cell=here)
        game.fault("4.14.2.f", "locked-unit-moved", said, expected={"cell": here}, logged={"cell": cell_name(to)})
        game.put(unit, to)
        unit.mp, unit.blocked_mp = max(0, unit.mp + unit.blocked_mp - 1), 0
        unit.held_from = OFF
        return True
    return _astray(game, unit, fits)


def _astray(game: Game, unit: Unit, fits: Callable[[int], bool]) -> bool:
    if game.strict or (unit.strayed_from == OFF and not unit.misplaced):
        return False
    possible = CELLS if unit.misplaced else (unit.strayed_from, *NEIGHBOURS[unit.strayed_from])
    fitting = [cell for cell in possible if fits(cell)]
    cells = [cell for cell in fitting if game.is_free(cell)]
    if not cells:
        return bool(fitting)  # it went on from where nobody can stand: that was told
    game.put(unit, cells[0])
    if len(cells) == 1:
        unit.strayed_from, unit.misplaced = OFF, False
    return True


def make_way(game: Game, cell: int) -> bool:
    """The cell is free, or taken only by a figure of which it is not sure where it stands: that one gives way."""
    body = game.bodies.get(cell)
    if body is not None:
        has_fallen_after_all(game, body)
    unsure = body is not None and (body.misplaced or (body.strayed_from != OFF and bool(open_tokens(body))))
    if not game.is_free(cell) and body is not None and unsure and not game.strict:
        room = next((near for near in (*NEIGHBOURS[cell], *CELLS) if game.is_free(near)), OFF)
        if room != OFF:
            game.put(body, room)
    return game.is_free(cell)


def has_fallen_after_all(game: Game, unit: Unit) -> bool:
    """The log goes on as if it were gone, and tokens that nobody has entered may have struck it down."""
    if not may_have_fallen(game, unit) or the_log_goes_on(game, unit):
        return False
    trust_the_tokens_of(game, OTHER[unit.side])
    knock_out(game, unit, None)
    return True


def is_astray(unit: Unit) -> bool:
    return unit.misplaced or unit.strayed_from != OFF
