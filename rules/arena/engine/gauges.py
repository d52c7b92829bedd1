"""Effects on gauges, ranges and powers (7.5.12, 7.5.13)."""

from rules.arena.engine.markers import add_markers
from rules.arena.engine.markers import gain as gain_at_once
from rules.arena.engine.spells import Cast
from rules.arena.printed import Effect


def markers(cast: Cast, effect: Effect) -> None:
    for unit in [cast.caster] if effect.get("to") == "self" else list(cast.targets):
        for gauge in ("ap", "mp"):
            placed = add_markers(unit, gauge, effect[gauge]) if effect.get(gauge) else 0
            if placed:
                cast.game.tell("markers", unit=unit.name, gauge=gauge, amount=placed)
        if effect.get("range"):
            unit.range_markers += effect["range"]
            cast.game.tell("markers", unit=unit.name, gauge="range", amount=effect["range"])


def steal(cast: Cast, effect: Effect) -> None:
    """7.5.12, 7.5.13: what was really placed on the targets goes to the caster."""
    for unit in list(cast.targets):
        for gauge in ("ap", "mp"):
            placed = add_markers(unit, gauge, -effect[gauge]) if effect.get(gauge) else 0
            if placed:
                add_markers(cast.caster, gauge, -placed)
                cast.game.tell("stolen", unit=unit.name, by=cast.caster.name, gauge=gauge, amount=-placed)


def gain(cast: Cast, effect: Effect) -> None:
    gain_at_once(cast.game, cast.caster, ap=effect.get("ap", 0), mp=effect.get("mp", 0))


def lose(cast: Cast, effect: Effect) -> None:
    gain_at_once(cast.game, cast.caster, mp=-cast.caster.mp if effect.get("mp") == "all" else -effect.get("mp", 0))


def reach(cast: Cast, effect: Effect) -> None:
    """Longer maximum ranges until the end of this turn."""
    cast.caster.reach += effect["cells"]


def power(cast: Cast, effect: Effect) -> None:
    for unit in [cast.caster] if effect.get("to") == "self" else cast.targets:
        unit.granted.update(effect["powers"])
        unit.refresh()


def lose_powers(cast: Cast, _effect: Effect) -> None:
    for unit in cast.main:
        unit.powerless = True
        unit.refresh()
