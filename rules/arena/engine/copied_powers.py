"""Copying a power of another piece (4.18.8)."""

from typing import Literal

from rules.arena.engine.auras import settle
from rules.arena.engine.choosing import chosen_option
from rules.arena.engine.spells import Cast
from rules.arena.engine.units import Unit


def copy_power(cast: Cast, *, of: Literal["target", "ally"] = "target") -> None:
    """4.18.8: until the end of this turn the caster has a power of the main target or an ally: the log says which."""
    owner = _owner(cast, of)
    powers = sorted(owner.powers) if owner is not None else []
    power = chosen_option(cast.game, cast.record, "power", powers)
    if owner is None or power is None or not cast.caster.in_play:
        return
    cast.caster.granted.add(power)
    if power in owner.explained:
        cast.caster.copied[power] = owner.explained[power]
    cast.caster.refresh()
    settle(cast.game)
    name = owner.explained[power].name if power in owner.explained else power
    cast.game.tell("copied", unit=cast.caster.name, other=owner.name, power=name)


def _owner(cast: Cast, of: str) -> Unit | None:
    if of == "target":
        return next((unit for unit in cast.main if unit is not cast.caster), None)
    allies = [unit for unit in cast.game.in_play(cast.caster.side) if unit is not cast.caster and unit.powers]
    named = chosen_option(cast.game, cast.record, "unit", [ally.name for ally in allies])
    return next((ally for ally in allies if ally.name == named), None)
