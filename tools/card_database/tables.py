"""A row as the tables of a text file: what the data holds of the figure, and what of it is not known."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.arena.texts import FOLDER, SUMMONS, tables_of
from rules.common.names import slugify
from tools.card_database import sentences
from tools.card_database.rows import ELEMENTS, HERE, JUDGED, CardRow, SpellRow

# The powers of a row: keywords of the rules by their names, and those of single cards as powers.toml has them.
EXPLAINED: Mapping[str, Any] = tomllib.loads((HERE / "powers.toml").read_text("utf-8"))
KEYWORDS = {
    **{
        name: slugify(name) for name in ("Dodge", "Armour", "Lock", "Critical Hit", "Unfazed", "Crafter", "Prospecting")
    },
    **{
        name: slugify(name)
        for name in ("Haziness", "Big-Game Hunter", "Cribbling", "Wakforce", "Big Bad Moowolf", "False Friend")
    },
    **{name: slugify(name) for name in ("Moon Hammer", "Piggy-Business", "Felinpossible")},
    **{name: slugify(name) for name in ("Sit... Stay", "Protector of the Purple Claws", "Seduction")},
    **{name: slugify(name) for name in ("Farmer", "Wisdom", "Itty-Bitty", "Compulsion", "Invisibility")},
    "Heroic Inspiration": "heroic-inspiration",
    "Sticky Spray Can": "slowing-presence",
    "Shadow of the Jungle": "lesser-fall",
    "Krobust": "krowsome",
    "Dragonshifting": "all-types",
    "Descendre Pranks": "descendre-prank",
    "Interior Fire": "interior-fire",
    "Immune to {EFWA}": "immune",
    "Resistance {EFWA}": "resistance-water-air-earth-fire",
    "Chance": "chance",
    "Agility": "agility",
    "Strength": "strength",
    "Intelligence": "intelligence",
}
RESISTANCE = re.compile(r"(?P<element>\{[AWEFN]\}) Resistance")


def keyword(name: str) -> str | None:
    """The power of the rules that a name means."""
    if match := RESISTANCE.fullmatch(name):
        return f"resistance-{ELEMENTS[match['element']]}"
    return KEYWORDS.get(name)


def of_row(row: CardRow) -> tuple[list[str], list[dict[str, Any]]]:
    """Its powers that are keywords, and its own ones."""
    keywords = [keyword(name) for name, _sentence in row.powers]
    own = [_own(row, name) for name, _sentence in row.powers if keyword(name) is None]
    return [each for each in keywords if each], own


def _own(row: CardRow, name: str) -> dict[str, Any]:
    """As powers.toml says it, of this card where two cards mean different things by one name."""
    slug = slugify(name)
    said = EXPLAINED.get(f"{slug}.{row.slug}") or EXPLAINED.get(slug)
    if said is None:
        raise LookupError(f"{row.slug}: powers.toml says nothing of {name}")
    return {"name": said.get("name", name), **{field: value for field, value in said.items() if field != "name"}}


Table = dict[str, Any]
Printed = Mapping[str, Any]


def of_figure(row: CardRow) -> Table:
    """Its powers and spells, as the row says them."""
    keywords, own = of_row(row)
    spells = [_of_spell(row, spell) for spell in row.spells]
    return {"powers": keywords, **({"own-powers": own} if own else {}), "spells": spells}


def printed_otherwise(slug: str, spell: str | None = None) -> dict[str, Printed]:
    """What the front of this card says otherwise, by field: of its numbers, or of one of its spells."""
    found = [each for each in JUDGED["printed"] if each["card"] == slug and each.get("spell") == spell]
    return {each["field"]: each for each in found}


def _of_spell(row: CardRow, spell: SpellRow) -> Table:
    """One of its spells. A field that the card does not have is absent."""
    reading = read_effects(row, spell)
    attacks = spell.element not in (None, "heal")
    unknown = {"cost": spell.cost is None, "effects": bool(reading.unread), "name": not spell.named}
    table: Table = {
        "name": spell.name,
        "limit": spell.limit,
        "cost": dict(spell.cost or {}),
        "range": dict(spell.range),
        "area": reading.area,
        "attack": {"element": spell.element, "damage": spell.amount} if attacks else None,
        "heal": spell.amount if spell.element == "heal" else None,
        "control": spell.control,
        "effects": reading.effects or None,
        "unknown": [field for field, is_unknown in unknown.items() if is_unknown],
    }
    return {field: value for field, value in table.items() if value is not None and value != []}


def read_effects(row: CardRow, spell: SpellRow) -> sentences.Reading:
    """Its sentence; a summon that the data does not have cannot be named, so it stays unread."""
    reading = sentences.read(spell.effect, row.name)
    absent = [each for each in reading.effects if each["do"] == "summon" and each["summon"] not in _summons()]
    reading.effects = [each for each in reading.effects if each not in absent]
    reading.unread += [f"a summon: {each['summon']}" for each in absent]
    return reading


@cache
def _summons() -> frozenset[str]:
    return frozenset(tables_of(FOLDER)[SUMMONS])
