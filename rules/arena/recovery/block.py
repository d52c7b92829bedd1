"""What follows from a fault in a Block: who rolled where it is uncertain who stood there, or under no name."""

from collections.abc import Mapping
from dataclasses import replace

from rules.arena.engine.belief import is_displaced
from rules.arena.engine.block import one_block
from rules.arena.engine.policy import Fault
from rules.arena.engine.state import Game
from rules.arena.log import Action
from rules.arena.recovery.registry import Forgives, note


def _may_have_been_there(game: Game, fault: Fault) -> bool:
    """After a fault that made it uncertain where one of the two stands."""
    unit, name = game.active, (fault.logged or {})["by"]
    enemy = game.units.get(name)
    if enemy is None or unit is None:
        return game.slips.is_unheard_of(name)
    return enemy.side != unit.side and (is_displaced(unit) or is_displaced(enemy))


def _rolled_under_no_name(game: Game, fault: Fault) -> bool:
    """Rolls under names that no unit has are those of the enemies that are left; who may be elsewhere is not missed."""
    unit = game.active
    if unit is None:
        return False
    missing = [game.units[name] for name in (fault.expected or {})["blocks"]]
    for entry in _nameless(game):
        if missing:
            one_block(game, unit, missing.pop(0), entry)
    if missing and not is_displaced(unit) and not any(map(is_displaced, missing)):
        names = [enemy.name for enemy in missing]
        said = replace(fault.said, facts={**fault.said.facts, "units": names})
        note(game, replace(fault, said=said, expected={"blocks": names}))
    return True


def _nameless(game: Game) -> list[Action]:
    entries = game.action.get("blocks") or []
    return [e for e in entries if e["by"] not in game.units and not game.slips.is_unheard_of(e["by"])]


def _uncertain_power(game: Game, fault: Fault) -> bool:
    """An error with the inspiration dice left it uncertain who has this power."""
    return any(
        abs((fault.logged or {})[power] - wanted) <= game.slips.is_doubtful(power)
        for power, wanted in (fault.expected or {}).items()
    )


FORGIVES: Mapping[str, Forgives] = {
    "cannot-block": _may_have_been_there,
    "block-missing": _rolled_under_no_name,
    "lock-dice": _uncertain_power,
    "dodge-dice": _uncertain_power,
}
