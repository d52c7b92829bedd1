"""Small positions for tests: two figures face to face, the spell that one casts, and its dice."""

from dataclasses import replace
from typing import Any

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.spells import Cast, apply_effects, determine_targets
from rules.arena.engine.units import Unit
from rules.arena.printed import PUNCH, Spell
from tests.rules.table import Table

HIT, MISS, SAVE = ["critical"], ["lock"], ["armour"]


def duel(*powers: str, mine: tuple[str, ...] = ()) -> Table:
    """Oscar Kass (powers `mine`) beside Bill Tell, who gets these powers."""
    table = Table("q K . X x", q="oscar-kass", K="bill-tell", X="anna-tommy", x="anna-tommy").activate("q")
    endow(table["q"], *mine)
    endow(table["K"], *powers)
    return table


def queen(drawing: str = "q . K", **legend: str) -> Table:
    return Table(drawing, q="queen-of-the-tofus", K="oscar-kass", **legend).activate("q")


def endow(unit: Unit, *powers: str) -> None:
    unit.profile = replace(unit.profile, powers=unit.profile.powers | set(powers))
    unit.refresh()


def of_types(unit: Unit, *types: str) -> None:
    unit.profile = replace(unit.profile, types=frozenset(types))


def spell(table: Table, **facts: Any) -> Spell:
    """Con with other facts, in place of Con."""
    unit = table["q"]
    if "effects" in facts:
        facts["effects"] = tuple(map(EFFECTS.read, facts["effects"]))
    changed = replace(unit.profile.spells["con"], **facts)
    unit.profile = replace(unit.profile, spells={"con": changed})
    return changed


def strike(table: Table, critical: int = 1, armour: int = 1) -> list[str]:
    dice = {"critical": MISS * critical, "armour": {"K": MISS * armour}}
    return table.does("cast", spell="con", target="B1", **dice)


def cast(table: Table, spell: str, target: str, critical: list[str] | None = None, **armour: list[str]) -> list[str]:
    fields: dict[str, object] = {"spell": spell, "target": target}
    if critical is not None:
        fields |= {"critical": critical, "armour": armour}
    return table.does("cast", **fields)


def dan_to_fu(target: str = "C1", critical: int = 2, armour: int = 2) -> dict[str, object]:
    return {"spell": "dan-to-fu", "target": target, "critical": MISS * critical, "armour": {"K": MISS * armour}}


def apply(
    table: Table,
    *primitives: dict[str, Any],
    target: str = "K",
    area: str | None = None,
    choices: dict[str, str] | None = None,
) -> None:
    """These effects, of a spell that `q` casts where the target stands."""
    record = {"choices": choices or {}}
    casting = Cast(table.game, replace(PUNCH, area=area), table["q"], table["q"].cell, table[target].cell, record)
    determine_targets(casting)
    apply_effects(casting, tuple(map(EFFECTS.read, primitives)))
