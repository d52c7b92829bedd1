"""AP and MP markers (4.11), special markers, named by the card that places them (4.13), and gains at once."""

from rules.arena.engine.auras import settle
from rules.arena.engine.believed_gauges import note_gain
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit


def add_markers(game: Game, unit: Unit, gauge: str, count: int, *, frost: bool = False) -> int:
    """4.11.6 to 4.11.8: +1 and -1 cancel, and never more -1 than the characteristic. Answers what was placed.

    Frost markers are a kind of their own, and none are put on a unit with Interior Fire (4.9.18.a).
    """
    most = unit.most_ap if gauge == "ap" else unit.most_mp
    if most is None or unit.cell == OFF or (frost and "interior-fire" in unit.powers):
        return 0
    name = f"frost_{gauge}" if frost else f"{gauge}_markers"
    before = getattr(unit, name)
    after = max(-most, before + count) if game.laws.markers_are_bounded else before + count
    setattr(unit, name, after)
    return int(after - before)


def freezes(source: Unit, gauge: str, count: int) -> bool:
    """Splicing and Desplicing: MP markers that this unit's spells place are frost markers."""
    return gauge == "mp" and ("splicing" if count > 0 else "desplicing") in source.powers


def gain(game: Game, unit: Unit, *, ap: int = 0, mp: int = 0) -> None:
    """4.11.4: gains and losses at once are for the active unit only."""
    if game.active is not unit or not unit.in_play:
        return
    unit.lost_ap, unit.lost_mp = unit.lost_ap + min(unit.ap, -min(0, ap)), unit.lost_mp + min(unit.mp, -min(0, mp))
    if unit.profile.ap is not None:
        unit.ap = max(0, unit.ap + ap)
    if unit.profile.mp is not None:
        unit.mp = max(0, unit.mp + mp)
    note_gain(game, unit, ap=ap, mp=mp)
    game.record_event("gained", unit=unit.name, ap=ap, mp=mp)


def place_special(game: Game, source: Unit, target: Unit, name: str) -> None:
    """4.13.1, 4.13.2: one of a name in play for each team, and one of each Krosmaster; the new one replaces the old."""
    allies = {unit.name for unit in game.pieces if unit.side == source.side}
    for unit in game.pieces:
        if unit.specials:
            unit.specials = {
                marker: who
                for marker, who in unit.specials.items()
                if who != source.name and (marker != name or who not in allies)
            }
    if target.is_krosmaster and target.in_play:
        target.specials = {**target.specials, name: source.name}
    settle(game)


def remove_special(game: Game, source: Unit, target: Unit, name: str) -> None:
    """4.13.2: nobody removes a marker that the other side has placed."""
    owner = game.units.get(target.specials.get(name, ""))
    if owner is None or owner.side == source.side:
        target.specials = {marker: who for marker, who in target.specials.items() if marker != name}
        settle(game)
