"""Powers (4.9): the keywords that every part of the engine asks for."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from rules.arena.cells import adjacent
from rules.arena.engine.rewards.open_tokens import dice_that_tokens_may_add
from rules.arena.engine.units import NOTHING_LENT, Unit, spells_of
from rules.arena.printed import ELEMENTS, Spell

if TYPE_CHECKING:
    from rules.arena.engine.state import Game

ELEMENTAL_POWER: Final = {"water": "chance", "air": "agility", "earth": "strength", "fire": "intelligence"}
ELEMENTAL_POWERS: Final = frozenset(ELEMENTAL_POWER.values())
ALL_RESISTANCES: Final = "resistance-water-air-earth-fire"


def value_of(powers: Iterable[str], keyword: str) -> int:
    """The X of a power such as Loot X, written `loot-2`; 0 without the power."""
    prefix = f"{keyword}-"
    return max((int(power[len(prefix) :]) for power in powers if power.startswith(prefix)), default=0)


def powers_against(unit: Unit, foe: Unit | None) -> frozenset[str]:
    """Its powers in a roll against that one: some are there only against characters with a spell of an element."""
    if unit.lent is NOTHING_LENT or not unit.lent.against or foe is None or not foe.is_character:
        return unit.powers
    elements = {spell.element for spell in spells_of(foe)}
    return unit.powers.union(*(powers for element, powers in unit.lent.against if element in elements))


def critical_dice(caster: Unit, spell: Spell, foes: Sequence[Unit] = ()) -> tuple[int, int]:
    """How few and how many dice a critical roll may have; they differ only where the element is not known, or where
    powers that are there against some only would help against some of the targets.

    4.9.3, 4.9.21 to 4.9.24: one more die for each power; 4.10.3.b: never for a neutral spell; healing spells know
    Critical Hit only.
    """
    if caster.lent is NOTHING_LENT or not caster.lent.against or not foes:
        return _critical_dice(caster, caster.powers, spell)
    found = [_critical_dice(caster, powers_against(caster, foe), spell) for foe in foes]
    return min(least for least, _most in found), max(most for _least, most in found)


def _critical_dice(caster: Unit, powers: frozenset[str], spell: Spell) -> tuple[int, int]:
    if spell.element == "neutral":
        return _rolled_by(caster, 1, 1)
    most = 1 + ("critical-hit" in powers)
    if spell.element == "unknown":
        return _rolled_by(caster, 1, most + (not ELEMENTAL_POWERS.isdisjoint(powers)))
    if spell.kind == "attack" and ELEMENTAL_POWER[spell.element or ""] in powers:
        most += 1
    return _rolled_by(caster, most, most)


def _rolled_by(unit: Unit, least: int, most: int) -> tuple[int, int]:
    """What powers of others add to or take off each roll; then Piggy-Business (4.18.10): three dice for two."""
    if unit.lent is not NOTHING_LENT:
        least, most = max(0, least + unit.lent.dice), max(0, most + unit.lent.dice)
    if "piggy-business" in unit.powers:
        least, most = (3 if dice >= 2 else dice for dice in (least, most))
    return least, most


def armour_dice(target: Unit, spell: Spell, pierce: int, caster: Unit | None = None) -> tuple[int, int]:
    """4.9.4, 7.2.6: one die, more for Armour and the element's power, fewer for Pierce Armour, never below none."""
    powers = powers_against(target, caster)
    least = most = 1 + ("armour" in powers)
    if spell.element == "unknown":
        most += not ELEMENTAL_POWERS.isdisjoint(powers)
    elif spell.element in ELEMENTAL_POWER and ELEMENTAL_POWER[spell.element] in powers:
        least = most = most + 1
    if pierce:
        least, most = max(0, least - pierce), max(0, most - pierce)
    return _rolled_by(target, least, most)


def unseen_dice(unit: Unit, roll: str, spell: Spell | None = None) -> int:
    """How many more dice a roll may have where part of the card was never seen: one for each power that may be there.

    `roll` is the power that always adds one: critical-hit, armour, lock or dodge.
    """
    unseen = "powers" in unit.profile.lacks or dice_that_tokens_may_add(unit)
    if not unseen or unit.is_powerless or (roll == "critical-hit" and spell and spell.element == "neutral"):
        return 0
    known = roll in unit.powers or roll in unit.lost
    if spell is None or spell.kind != "attack" or spell.element == "neutral":
        return 1 - known
    own = ELEMENTAL_POWER.values() if spell.element == "unknown" else [ELEMENTAL_POWER[spell.element or ""]]
    return 2 - known - any(power in unit.powers for power in own)


def counts_too(unit: Unit, roll: str) -> str | None:
    """Felinpossible: the face that is a success of this roll beside the one that always is."""
    return "dodge" if roll != "dodge" and "felinpossible" in unit.powers else None


def block_dice(unit: Unit, power: str, foe: Unit) -> int:
    """4.9.5, 4.9.6: two dice with Lock or Dodge, one without."""
    dice = 1 + (power in powers_against(unit, foe))
    return _rolled_by(unit, dice, dice)[1]


def blocks(unit: Unit) -> bool:
    """4.14.1, 4.14.7: characters lock, mechanisms and the Itty-Bitty do not."""
    return unit.is_character and "itty-bitty" not in unit.powers


def lets_none_through(target: Unit, element: str | None) -> bool:
    """4.9.12 and Feca Style: no elemental damage at all."""
    return element in ELEMENTS and ("immune" in target.powers or "feca-style" in target.powers)


def resisted(target: Unit, element: str | None, damage: int) -> int:
    """4.9.7 to 4.9.12 and Feca Style: what the target's powers leave of elemental damage, and of all damage."""
    if lets_none_through(target, element):
        return 0
    if target.lent is not NOTHING_LENT:
        damage += target.lent.suffers
    if f"resistance-{element}" in target.powers or (element in ELEMENTS and ALL_RESISTANCES in target.powers):
        return damage - 1
    return damage


def may_be_hurt(unit: Unit, source: Unit | None = None) -> bool:
    """4.9.31: no injury is placed on a piece with Profanation but by Profanation itself; none on one with Invisibility
    by a character that is not beside it."""
    if "invisibility" in unit.powers and source is not None and source.is_character and source is not unit:
        return source.in_play and adjacent(source.cell, unit.cell)
    return "profanation" not in unit.powers


def is_in_the_haze(game: "Game", unit: Unit) -> bool:
    """4.10.6: no injuries are placed on a piece with Haziness while no character is beside it."""
    return "haziness" in unit.powers and not any(near.is_character for near in game.beside(unit.cell))


def at_a_time(unit: Unit, amount: int) -> int:
    """4.10.5, 4.10.6: how many injuries come or go at most at one time."""
    return min(amount, 2) if "two-at-a-time" in unit.powers else amount


def most_injuries(target: Unit, amount: int) -> int:
    """7.2.8.d: powers that limit how many injuries one spell can place, or heal."""
    return min(amount, 3) if "krowsome" in target.powers else amount


def end_of_activation(unit: Unit) -> int:
    """4.9.28: the Kama that a Farmer gets at the end of a turn in which it picked one up."""
    return int("farmer" in unit.powers and unit.coins_taken > 0)
