"""Consequences that were overlooked: the article broken is that of the consequence.

A log holds choices and dice. That a Block or markers took AP or MP, or held a unit where it was, shows only when the
players spend what it no longer had or act from where it did not go.
"""

from collections.abc import Callable

from rules.arena.cells import CELLS, NEIGHBOURS, cell_name
from rules.arena.engine.policy import PlayIssue, broken
from rules.arena.engine.rewards.unknown_tokens import tokens_pay
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.common.messages import Message
from rules.common.messages import message as _

Price = tuple[str | Message, int]  # what is paid for, and how much


def report_unpaid(game: Game, unit: Unit, gauge: str, price: Price, otherwise: PlayIssue) -> None:
    """The unit cannot pay: because of what was taken from it before, or for the reason given.

    It can where a token that nobody has entered may have given it the rest.
    """
    if not tokens_pay(game, unit, gauge, price[1]):
        game.report(lost_before(unit, gauge, price) or otherwise)


def report_out_of_place(game: Game, unit: Unit, fits: Callable[[int], bool], otherwise: PlayIssue) -> None:
    """The unit would have to stand elsewhere: it did not leave its cell, or the reason given."""
    otherwise.allowed_from = fits
    game.report(held_back(game, unit, fits) or pushed_away(game, unit, fits) or otherwise)


def lost_before(unit: Unit, gauge: str, price: Price) -> PlayIssue | None:
    """The fault, where it could pay with what a Block (4.14.2.d), markers (4.11.5) or an effect (7.2.4.b) took."""
    (what, cost), left = price, getattr(unit, gauge)
    blocked, markers, lost = (getattr(unit, f"{by}_{gauge}") for by in ("blocked", "markers_taken", "lost"))
    facts = {"unit": unit.name, "gauge": gauge.upper(), "left": left, "what": what, "cost": cost}
    if blocked and cost <= left + blocked:
        article, code = "4.14.2.d", f"locked-unit-kept-{gauge}"
        message = _(
            "{unit} was blocked and lost {lost} {gauge}: {left} {gauge} are left, {what} costs {cost}.",
            lost=blocked,
            **facts,
        )
    elif markers and cost <= left + markers:
        article, code = ("4.11.5.a" if gauge == "ap" else "4.11.5.b"), f"{gauge}-markers-overlooked"
        message = _(
            "{unit} began with {lost} -1 {gauge} markers: {left} {gauge} are left, {what} costs {cost}.",
            lost=markers,
            **facts,
        )
    elif lost and cost <= left + lost:
        article, code = "7.2.4.b", f"{gauge}-loss-overlooked"
        message = _(
            "{unit} lost {lost} {gauge} by an effect: {left} {gauge} are left, {what} costs {cost}.", lost=lost, **facts
        )
    else:
        return None
    return broken(article, code, message, {gauge: left}, {gauge: cost})


def held_back(game: Game, unit: Unit, fits: Callable[[int], bool]) -> PlayIssue | None:
    """The fault, where the unit would have to stand on the cell that a Block did not let it reach (4.14.2.f)."""
    to = unit.held_from
    if to == OFF or not game.is_free(to) or not fits(to):
        return None
    here = cell_name(unit.cell)
    message = _("{unit} had no MP left after the Block and stayed on {cell}.", unit=unit.name, cell=here)
    return broken("4.14.2.f", "locked-unit-moved", message, {"cell": here}, {"cell": cell_name(to)})


def pushed_away(game: Game, unit: Unit, fits: Callable[[int], bool]) -> PlayIssue | None:
    """The fault, where the unit would have to stand on the cell from which an effect moved it (7.2.4.b)."""
    start, here = unit.pushed_from, unit.cell
    if start == OFF or not fits(start) or not (game.is_free(start) or changed_places(game, unit)):
        return None
    facts = {"unit": unit.name, "start": cell_name(start), "cell": cell_name(here)}
    message = _("{unit} was moved from {start} to {cell}, and goes on from {start}.", **facts)
    return broken("7.2.4.b", "push-overlooked", message, {"cell": cell_name(here)}, {"cell": cell_name(start)})


def changed_places(game: Game, unit: Unit) -> Unit | None:
    """The unit that stands where this one stood before both changed places (4.18.5)."""
    other = game.bodies.get(unit.pushed_from)
    return other if other is not None and other.pushed_from == unit.cell else None


def accept_payment(game: Game, unit: Unit, gauge: str, cost: int, what: str | Message) -> bool:
    """Let the log spend AP or MP that an unknown token may have given, or that a Block (4.14.2.d) or markers (4.11.5)
    took, which is reported. Answers whether that explains how the cost was paid."""
    if tokens_pay(game, unit, gauge, cost):
        return True
    overlooked = lost_before(unit, gauge, (what, cost))
    return overlooked is not None and not game.report(overlooked)


def accept_elsewhere(game: Game, unit: Unit, fits: Callable[[int], bool]) -> bool:
    """Put the unit on the cell from which the log goes on; reported, if a Block or a push kept it from there. Answers
    whether there is such a cell."""
    overlooked = held_back(game, unit, fits) or pushed_away(game, unit, fits)
    if overlooked is not None:
        return not game.report(overlooked)
    return not game.strict and move_to_where_it_fits(game, unit, fits)


def move_to_where_it_fits(game: Game, unit: Unit, fits: Callable[[int], bool]) -> bool:
    """After an error the unit's cell is uncertain; it is assumed to be where the log can go on from. Answers whether
    there is such a cell."""
    if not is_displaced(unit):
        return False
    possible = CELLS if unit.misplaced else (unit.strayed_from, *NEIGHBOURS[unit.strayed_from])
    fitting = [cell for cell in possible if fits(cell)]
    cells = [cell for cell in fitting if game.is_free(cell)]
    if not cells:
        return bool(fitting)  # the log went on from a cell where no unit can stand, which was reported
    game.put(unit, cells[0])
    if len(cells) == 1:
        unit.strayed_from, unit.misplaced = OFF, False
    return True


def is_displaced(unit: Unit) -> bool:
    return unit.misplaced or unit.strayed_from != OFF
