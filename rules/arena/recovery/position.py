"""Faults in where a unit stands, in its Block, where positions are uncertain or names unknown, and in payments."""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.cells import CELLS, NEIGHBOURS
from rules.arena.engine import standby
from rules.arena.engine.block import block, blockers, foes_beside, one_block
from rules.arena.engine.claims.declarations import claims_in
from rules.arena.engine.consequences import changed_places, is_displaced, move_to_where_it_fits
from rules.arena.engine.damage import step_onto
from rules.arena.engine.movement import spend_one_mp
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.arena.recovery.registry import Forgives, Hook, Repairs, with_units
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


def _who_was_not_there(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Report unless the position of one of the two is uncertain, or the name was already reported as unknown."""
    unit, name = game.active, (fault.logged or {})["by"]
    enemy = game.units.get(name)
    if enemy is None or unit is None:
        return None if game.uncertain.is_unheard_of(name) else fault
    if enemy.side == unit.side or not (is_displaced(unit) or is_displaced(enemy)):
        return fault
    if not enemy.knows("mp"):  # as it is not known how many MP it had
        one_block(game, unit, enemy, next(entry for entry in game.action["blocks"] if entry["by"] == name))
    return None


def _who_did_not_roll(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Rolls under unknown names count for enemies without one; units that may be elsewhere or gone are not missed."""
    unit = game.active
    if unit is None:
        return fault
    missing = [game.units[name] for name in (fault.expected or {})["blocks"]]
    for entry in _nameless(game):
        if missing:
            one_block(game, unit, missing.pop(0), entry)
    missing = missing[_rolled_under_a_wrong_name(game) :]
    missing = [enemy for enemy in missing if not let_fall_after_all(game, enemy)]
    if not missing or is_displaced(unit) or any(map(is_displaced, missing)):
        return None
    names = [enemy.name for enemy in missing]
    return replace(fault, message=with_units(fault, names), expected={"blocks": names})


def _nameless(game: Game) -> list[Action]:
    entries = game.action.get("blocks") or []
    return [e for e in entries if e["by"] not in game.units and not game.uncertain.is_unheard_of(e["by"])]


def _rolled_under_a_wrong_name(game: Game) -> int:
    """Rolls of units that could not lock, which was reported, may be those of units that did not roll."""
    return sum(found.code == "cannot-block" and found.action == game.index for found in game.findings)


def _unless_the_roll_was_faulty(repairs: Repairs) -> Forgives:
    """Whether the unit was locked hangs on a roll of this activation in which a fault was reported."""

    def forgives(game: Game, fault: PlayIssue) -> PlayIssue | None:
        faulty = [found.action for found in game.findings if found.severity == "error" and found.code in OF_ROLLS]
        if not faulty or (faulty[-1] or 0) < game.uncertain.activated_at:
            return fault
        repairs(game, fault)
        return None

    return forgives


OF_ROLLS = frozenset({"lock-dice", "dodge-dice", "die-turned", "die-not-turned", "cannot-block", "block-missing"})
LOCKED = ("locked-unit-moved", "locked-unit-kept-ap", "locked-unit-kept-mp")


def _unless_owed(game: Game, fault: PlayIssue) -> PlayIssue | None:
    payer = fault.message.facts["player"]
    have, amount = (fault.expected or {})["kamas"], (fault.logged or {})["kamas"]
    if amount > have + game.uncertain.owed[payer]:
        return fault
    game.uncertain.owed[payer] = 0
    return None


def _may_have_one_more(game: Game, _fault: PlayIssue) -> bool:
    """The Kama may have been picked up elsewhere."""
    if game.active is not None:
        game.uncertain.owed[game.active.player] += 1
    return False


REPAIRS: Mapping[str, Repairs] = {
    "locked-unit-moved": _went_on,
    "push-overlooked": _was_not_pushed,
    "locked-unit-kept-ap": gives_back,
    "locked-unit-kept-mp": gives_back,
    "ap-markers-overlooked": _keeps("ap", "markers_taken_ap"),
    "mp-markers-overlooked": _keeps("mp", "markers_taken_mp"),
    "ap-loss-overlooked": _keeps("ap", "lost_ap"),
    "mp-loss-overlooked": _keeps("mp", "lost_mp"),
    "no-kama-here": _may_have_one_more,
}
FORGIVES: Mapping[str, Forgives] = {
    "cell-impassable": _unless_it_gives_way,
    "cell-not-free": _unless_it_gives_way,
    "locked-unit-acts": _unless_the_roll_was_faulty(gives_back),
    "cannot-block": _who_was_not_there,
    "block-missing": _who_did_not_roll,
    **{code: _unless_the_roll_was_faulty(REPAIRS[code]) for code in LOCKED},
    "too-few-kamas": _unless_owed,
}
AFTER: Mapping[str, Hook] = {"move": after_a_step}
