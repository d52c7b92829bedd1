"""Faults in a Block: rolls where positions are uncertain, or under unknown names."""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.engine.block import one_block
from rules.arena.engine.consequences import is_displaced
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.recovery.position import REPAIRS, gives_back
from rules.arena.recovery.registry import Forgives, Repairs, with_units
from rules.arena.recovery.tokens import let_fall_after_all
from rules.common.actions import Action


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


FORGIVES: Mapping[str, Forgives] = {
    "locked-unit-acts": _unless_the_roll_was_faulty(gives_back),
    "cannot-block": _who_was_not_there,
    "block-missing": _who_did_not_roll,
    **{code: _unless_the_roll_was_faulty(REPAIRS[code]) for code in LOCKED},
}
