"""Which portrait of the site's own a figure has: `head.face`, by its type, drawn from static/img/portraits.svg."""

from collections.abc import Collection
from zlib import crc32

from rules.games import DEFAULT

# What each kind of figure wears.
HEADS = {
    "Boss": "crown",
    "Knight": "helmet",
    "Tofu": "crest",
    "Brotherhood of the Tofu": "crest",
    "Multiman": "visor",
    "Wild": "ears",
    "Tormentator": "horns",
    "Osamodas": "antlers",
    "Riktus": "bandana",
    "Rogue": "bandana",
    "Kanniball": "feathers",
    "Chafer": "skull",
    "Sram": "skull",
    "Dreggon": "fin",
    "Cra": "hood",
    "Eliatrope": "hood",
    "Sacrier": "spikes",
    "Iop": "spikes",
    "Ecaflip": "cat",
    "Monk": "bun",
    "Terminatot": "antenna",
    "Minotor": "bull",
    "Masqueraider": "visor",
    "Eniripsa": "wings",
    "Feca": "helmet",
    "Enutrof": "brim",
    "Demon": "horns",
    "Gobball": "wool",
}
ALL_HEADS = tuple(dict.fromkeys(HEADS.values()))
FACES = 6


def portrait_of(slug: str, worn: Collection[str] = ()) -> str:
    """By the type; where that is not known by the card, another head than those that are `worn` already."""
    number = crc32(slug.encode())
    head = _head_of(slug)
    if head is None:
        choice = [*ALL_HEADS[number % len(ALL_HEADS) :], *ALL_HEADS]
        head = next((each for each in choice if each not in worn), choice[0])
    return f"{head}.{number // len(ALL_HEADS) % FACES}"


def _head_of(slug: str) -> str | None:
    card = DEFAULT.catalogue().get(slug)
    return next((HEADS[each] for each in card.types if each in HEADS), None) if card else None
