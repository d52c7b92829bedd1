"""Faults in where a unit stands and in what it could pay."""

from collections.abc import Mapping

from rules.arena.cells import CELLS, NEIGHBOURS
from rules.arena.engine import standby
from rules.arena.engine.block import block, blockers, foes_beside
from rules.arena.engine.claims.declarations import claims_in
from rules.arena.engine.consequences import changed_places, move_to_where_it_fits
from rules.arena.engine.damage import step_onto
from rules.arena.engine.movement import spend_one_mp
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.arena.recovery.registry import Forgives, Hook, Repairs
from rules.arena.recovery.tokens import held_unless_by_tokens, let_fall_after_all, may_have_gone_on
from rules.common.actions import Action


def move_instead(game: Game, fault: PlayIssue) -> bool:
    """Move the unit, if an earlier error left its cell uncertain and nothing would be wrong from another cell; answers
    whether there is one."""
    unit, fits = game.active, fault.allowed_from
    return unit is not None and fits is not None and move_to_where_it_fits(game, unit, fits)


def _unless_it_gives_way(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """A figure gives way if it is uncertain where, or whether, it stands."""
    name = fault.message.facts["cell"]
    moved = [cell for claim in claims_in(game.action) for cell in claim.get("moved", {}).values()]
    if name not in (game.action.get("to"), game.action.get("target"), *moved):
        return fault
    cell = game.cell(name)
    body = game.bodies.get(cell)
    if body is None or let_fall_after_all(game, body):
        return None if game.is_free(cell) else fault
    if not (body.misplaced or may_have_gone_on(body)):
        return fault
    room = next((near for near in (*NEIGHBOURS[cell], *CELLS) if game.is_free(near)), OFF)
    if room != OFF:
        game.put(body, room)
    return None if game.is_free(cell) else fault


def gives_back(game: Game, _fault: PlayIssue) -> bool:
    """All that the Block took, AP and MP: it was overlooked as a whole. Where the unit stands shows in what it does."""
    unit = game.active
    if unit is not None:
        unit.ap, unit.mp = unit.ap + unit.blocked_ap, unit.mp + unit.blocked_mp
        unit.blocked_ap = unit.blocked_mp = 0
    return True


def _went_on(game: Game, fault: PlayIssue) -> bool:
    """4.14.2.f: the log goes on from the cell that the unit did not reach."""
    unit = game.active
    if unit is not None:
        game.put(unit, unit.held_from)
        gives_back(game, fault)
        unit.mp = max(0, unit.mp - 1)
        unit.held_from = OFF
    return True


def _was_not_pushed(game: Game, _fault: PlayIssue) -> bool:
    """7.2.4.b: the log goes on from where the unit was before an effect moved it."""
    unit = game.active
    if unit is not None:
        start, here, other = unit.pushed_from, unit.cell, changed_places(game, unit)
        if other is not None:
            game.lift(other)
        game.put(unit, start)
        unit.pushed_from, unit.strayed_from = OFF, start  # who else went elsewhere is not known
        if other is not None:
            game.put(other, here)
            other.pushed_from = OFF
    return True


def _keeps(gauge: str, taken: str) -> Repairs:
    """The log goes on with the AP or MP that the unit had lost."""

    def give_back(game: Game, _fault: PlayIssue) -> bool:
        unit = game.active
        if unit is not None:
            setattr(unit, gauge, getattr(unit, gauge) + getattr(unit, taken))
            setattr(unit, taken, 0)
        return True

    return give_back


def step_all_the_same(game: Game, fault: PlayIssue) -> None:
    """Do an illegal step as far as the pieces allow, without reporting what else is wrong with it."""
    unit, action = fault.prevents, game.action
    assert isinstance(unit, Unit)
    if fault.code in ("not-adjacent", "cell-impassable"):
        unit.strayed_from = unit.cell
    game.quiet = True
    block(game, unit, blockers(unit, foes_beside(game, unit)), action)
    spend_one_mp(game, unit)
    to = game.cell(action["to"])
    if game.is_free(to):
        step_onto(game, unit, to, "moved")
    standby.resolve(game, action)


def after_a_step(game: Game, _action: Action) -> None:
    """The unit's cell is certain again, unless it was held."""
    unit = game.active
    if unit is not None and unit.held_from != OFF:
        held_unless_by_tokens(unit)
    elif unit is not None and (unit.knows("mp") or not unit.blocked_mp):
        unit.strayed_from, unit.misplaced = OFF, False


FORGIVES: Mapping[str, Forgives] = {"cell-impassable": _unless_it_gives_way, "cell-not-free": _unless_it_gives_way}
REPAIRS: Mapping[str, Repairs] = {
    "locked-unit-moved": _went_on,
    "push-overlooked": _was_not_pushed,
    "locked-unit-kept-ap": gives_back,
    "locked-unit-kept-mp": gives_back,
    "ap-markers-overlooked": _keeps("ap", "markers_taken_ap"),
    "mp-markers-overlooked": _keeps("mp", "markers_taken_mp"),
    "ap-loss-overlooked": _keeps("ap", "lost_ap"),
    "mp-loss-overlooked": _keeps("mp", "lost_mp"),
}
AFTER: Mapping[str, Hook] = {"move": after_a_step}
