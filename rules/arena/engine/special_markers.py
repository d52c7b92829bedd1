"""Special markers: named by the card that places them (4.13)."""

from rules.arena.engine.auras import settle
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit


def place_special(game: Game, source: Unit, target: Unit, name: str) -> None:
    """4.13.1, 4.13.2: one of a name in play for each team, and one of each Krosmaster; the new one replaces the old."""
    for unit in game.units.values():
        owner = game.units.get(unit.specials.get(name, ""))
        if owner is not None and owner.side == source.side:
            del unit.specials[name]
        for marker in [marker for marker, who in unit.specials.items() if who == source.name]:
            del unit.specials[marker]
    if target.is_krosmaster and target.in_play:
        target.specials[name] = source.name
    settle(game)


def remove_special(game: Game, source: Unit, target: Unit, name: str) -> None:
    """4.13.2: nobody removes a marker that the other side has placed."""
    owner = game.units.get(target.specials.get(name, ""))
    if owner is None or owner.side == source.side:
        target.specials.pop(name, None)
        settle(game)
