"""On whom an effect works, where that is not whom the spell is aimed at."""

from typing import TYPE_CHECKING, Literal

from rules.arena.engine.units import Unit

if TYPE_CHECKING:
    from rules.arena.engine.state import Game

WHOM = Literal["targets", "self", "team", "adjacent-allies", "self-and-adjacent-allies", "allied-summons"]


def around(game: "Game", unit: Unit, whom: str) -> list[Unit]:
    """4.18.4.b: who is meant at this moment, seen from that unit (4.18.2.c, 4.18.2.d)."""
    if whom == "team":
        return [ally for ally in game.in_play(unit.side) if ally.is_krosmaster]
    if whom == "allied-summons":
        return [ally for ally in game.in_play(unit.side) if not ally.is_krosmaster]
    near = game.beside(unit.cell) if unit.in_play else []
    if whom in ("adjacent-allies", "self-and-adjacent-allies"):
        allies = [ally for ally in near if ally.side == unit.side]
        return [unit, *allies] if whom == "self-and-adjacent-allies" else allies
    enemies = [enemy for enemy in near if enemy.side != unit.side]
    if whom == "adjacent-enemy-krosmasters":
        return [enemy for enemy in enemies if enemy.is_krosmaster]
    if whom == "adjacent-enemies":
        return enemies
    return near if whom == "adjacent" else [unit]
