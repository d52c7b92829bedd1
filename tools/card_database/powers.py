"""The powers of a row: keywords of the rules by their names, and those of single cards as powers.toml has them."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from rules.common.names import slugify
from tools.card_database.rows import ELEMENTS, HERE, CardRow

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
