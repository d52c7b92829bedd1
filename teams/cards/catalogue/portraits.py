"""The portrait of a figure, `head.face`, chosen by its type and drawn from static/img/portraits.svg."""

import re
from collections.abc import Collection
from functools import cache
from zlib import crc32

from django.conf import settings
from svg.path import Close, Line, Move, Path, parse_path

from core.pages.pictures import INK, SOFT, SURFACE, Picture
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


# Portraits of static/img/portraits.svg in preview pictures.
BOX = 16  # coordinates of a portrait range from -16 to 16
FACE = (-7.5, -5.5, 7.5, 9.5)
PALE_FACES = {"skull", "visor"}  # their features are drawn on what they wear
POINTS_OF_A_CURVE = 12
PATHS = re.compile(r'<path id="([\w-]+)" d="([^"]+)"/>')
Point = tuple[float, float]


def draw_portrait(picture: Picture, middle: Point, radius: float, portrait: str) -> None:
    """Draw a portrait by its name in `teams.cards.catalogue.portraits`: "crown.2", or "bomb"."""
    head, _dot, number = portrait.partition(".")
    scale = radius / BOX
    if not number:
        _draw(picture, middle, scale, head, width=1.4, fill=SOFT)
        return
    x, y = middle
    left, top, right, bottom = (value * scale for value in FACE)
    picture.disc((x + left, y + top, x + right, y + bottom), fill=SURFACE, outline=INK, width=max(1, round(scale)))
    _draw(picture, middle, scale, head, width=1.4, fill=INK)
    _draw(picture, middle, scale, f"face-{number}", width=1.5, line=SURFACE if head in PALE_FACES else INK)


def _draw(
    picture: Picture, middle: Point, scale: float, name: str, *, width: float, fill: str = "", line: str = INK
) -> None:
    for outline in _outlines()[name]:
        points = [(middle[0] + x * scale, middle[1] + y * scale) for x, y in outline]
        if fill and len(points) > 2:
            picture.shape(points, fill)
        picture.line(points, fill or line, width * scale)


@cache
def _outlines() -> dict[str, list[list[Point]]]:
    """Return each drawing as lists of points."""
    drawn = (settings.BASE_DIR / "static" / "img" / "portraits.svg").read_text(encoding="utf-8")
    return {name: _lines(parse_path(path)) for name, path in PATHS.findall(drawn)}


def _lines(path: Path) -> list[list[Point]]:
    lines: list[list[Point]] = []
    for part in path:
        if isinstance(part, Move):
            lines.append([(part.end.real, part.end.imag)])
            continue
        steps = 1 if isinstance(part, Line | Close) else POINTS_OF_A_CURVE
        ends = (part.point(step / steps) for step in range(1, steps + 1))
        lines[-1].extend((end.real, end.imag) for end in ends)
    return lines
