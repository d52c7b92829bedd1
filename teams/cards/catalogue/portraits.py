"""The portrait of a figure, `head.face`, chosen by its type and drawn from static/img/portraits.svg."""

from collections.abc import Collection
from zlib import crc32

from rules.games import DEFAULT

# what figures of each type wear
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
    """Return the portrait by type. If the type is unknown, choose a head that is not among those already `worn`."""
    number = crc32(slug.encode())
    head = _head_of(slug)
    if head is None:
        choice = [*ALL_HEADS[number % len(ALL_HEADS) :], *ALL_HEADS]
        head = next((each for each in choice if each not in worn), choice[0])
    return f"{head}.{number // len(ALL_HEADS) % FACES}"


def _head_of(slug: str) -> str | None:
    card = DEFAULT.catalogue().get(slug)
    return next((HEADS[each] for each in card.types if each in HEADS), None) if card else None
