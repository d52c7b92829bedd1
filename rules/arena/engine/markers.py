"""AP and MP markers (4.11) and what a unit gains or loses at once."""

from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit


def add_markers(unit: Unit, gauge: str, count: int) -> int:
    """4.11.6 to 4.11.8: +1 and -1 cancel, and never more -1 than the characteristic. Answers what was placed."""
    most = unit.most_ap if gauge == "ap" else unit.most_mp
    if most is None or not unit.in_play:
        return 0
    name = f"{gauge}_markers"
    before = getattr(unit, name)
    after = max(-most, before + count)
    setattr(unit, name, after)
    return int(after - before)


def gain(game: Game, unit: Unit, *, ap: int = 0, mp: int = 0) -> None:
    """4.11.4: gains and losses at once are for the active unit only."""
    if game.active is not unit or not unit.in_play:
        return
    if unit.profile.ap is not None:
        unit.ap = max(0, unit.ap + ap)
    if unit.profile.mp is not None:
        unit.mp = max(0, unit.mp + mp)
    game.tell("gained", unit=unit.name, ap=ap, mp=mp)
