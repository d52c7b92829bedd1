"""Portraits of static/img/portraits.svg in preview pictures. A phone reads `portraits` without Django, not this."""

import re
from functools import cache

from django.conf import settings
from svg.path import Close, Line, Move, Path, parse_path

from core.pages.pictures import INK, SOFT, SURFACE, Picture

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
