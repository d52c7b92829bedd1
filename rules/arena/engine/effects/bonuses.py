"""Effects that change a later step of the spell: its dice and its damage (7.5.5 to 7.5.8)."""

from collections.abc import Callable
from typing import Literal

from rules.arena.cells import DISTANCE
from rules.arena.engine.effects.meant import kin
from rules.arena.engine.spells import Cast
from rules.arena.engine.units import Unit
from rules.common.signatures import Change, Count, Words


def pierce(cast: Cast) -> None:
    """7.5.11.a: each target rolls one die less for armour."""
    cast.pierce += 1


def bonus(cast: Cast, *, damage: Change, per: Words | None = None) -> None:
    """7.5.5.a to 7.5.8.a: more or less damage or healing; or so much for each unit of a type beside the target."""
    if per is None:
        _add(cast, lambda _cast, _target: damage)
    else:
        _add(cast, lambda cast, target: damage * len(kin(cast, cast.game.beside(target.cell), per)))


def bonus_each(
    cast: Cast,
    *,
    damage: Change,
    each: Literal[
        "level",
        "plus-marker",
        "target-injury",
        "own-injury",
        "ap-left",
        "mp-left",
        "cell",
        "allied-target",
        "summon-name",
    ],
    step: Count = 1,
) -> None:
    """7.5.5.a to 7.5.8.a: so much more for each level, +1 marker or injury of the target, for each injury, AP or MP
    left of the caster, cell between them, allied target or name that allied summons have; or for every so many. What is
    left counts as it is now."""
    left = _left(cast, each)
    _add(cast, lambda cast, target: damage * ((_of_target(cast, target, each) if left is None else left) // step))


def bonus_team(cast: Cast, *, damage: Count, per: Words, others: bool = False) -> None:
    """4.18.9: so much more for each unit of this type or name on the caster's side in the arena, or each other one."""
    _add(cast, lambda cast, _target: damage * len(kin(cast, _allies(cast, others=others), per)))


def when_rolled(cast: Cast, damage: int, criticals: bool | None) -> None:
    """More damage if the roll for a critical hit succeeds, or fails."""
    _add(cast, lambda cast, _target: damage if cast.has_criticals is criticals else 0)


def steal_health(cast: Cast) -> None:
    """7.5.18.a: the caster loses an injury for each that the spell has placed."""
    cast.steals_health = True


def double_criticals(cast: Cast) -> None:
    """7.2.5: each critical hit that the spell rolls counts for two."""
    cast.criticals_count_double = True


def _add(cast: Cast, worth: Callable[[Cast, Unit], int]) -> None:
    """7.2.7: counted in step 6, for each target that the conditions mean."""
    only = cast.only
    cast.bonuses += (lambda cast, target: worth(cast, target) if all(meant(cast, target) for meant in only) else 0,)


def _allies(cast: Cast, *, others: bool) -> list[Unit]:
    """4.4.3, 4.4.4: itself included, if the text does not say that others are meant."""
    return [ally for ally in cast.game.in_play(cast.caster.side) if not others or ally is not cast.caster]


def _left(cast: Cast, of: str) -> int | None:
    """What does not depend on the target."""
    if of == "ap-left":
        return cast.caster.ap
    if of == "mp-left":
        return cast.caster.mp
    if of == "summon-name":
        return len({ally.profile.title for ally in cast.game.in_play(cast.caster.side) if not ally.is_krosmaster})
    return sum(unit.side == cast.caster.side for unit in cast.targets) if of == "allied-target" else None


def _of_target(cast: Cast, target: Unit, of: str) -> int:
    if of == "level":
        return target.level
    if of == "plus-marker":
        return sum(max(0, each) for each in (target.ap_markers, target.mp_markers, target.frost_ap, target.frost_mp))
    if of == "cell":
        return DISTANCE[cast.origin][cast.target]
    return (target if of == "target-injury" else cast.caster).injuries
