"""The picture that a chat or another site shows for a link to an event: drawn here, with the fonts of the site."""

import dataclasses
import io
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 630)
MARGIN = 80
BOX, KAMA, INK, SOFT = "#321b4f", "#f0b429", "#fdf3dc", "#d9c6ea"  # the box of the game, as in the header of each page
SQUARE = 30
LATIN_ENDS = 0x100  # up to there the first file of a font has the letters, beyond it the second
DRAWN = 0x1F00  # letters beyond are in neither
SEVERAL_LINES = 2


@dataclasses.dataclass(frozen=True, slots=True)
class Poster:
    """What stands on the picture: the large line, the one above it, and those below."""

    above: str
    title: str
    below: tuple[str, ...]


@cache
def _font(name: str, size: int, *, extended: bool) -> ImageFont.FreeTypeFont:
    kind = "latin-ext" if extended else "latin"
    font = ImageFont.truetype(settings.BASE_DIR / "static" / "fonts" / f"{name}-{kind}.woff2", size)
    font.set_variation_by_axes([600])
    return font


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """Parts of a text for one file of the font each; what neither has is left out."""
    run, extended = "", False
    for letter in text:
        is_extended = LATIN_ENDS <= ord(letter) < DRAWN
        if ord(letter) >= DRAWN and letter not in "–—’‘“”…·":
            continue
        if run and is_extended != extended:
            yield run, extended
            run = ""
        run, extended = run + letter, is_extended
    if run:
        yield run, extended


def _width(text: str, name: str, size: int) -> float:
    return sum(_font(name, size, extended=extended).getlength(run) for run, extended in _runs(text))


def _write(draw: ImageDraw.ImageDraw, top: int, text: str, name: str, size: int, colour: str) -> None:
    left = float(MARGIN)
    for run, extended in _runs(text):
        font = _font(name, size, extended=extended)
        draw.text((left, top), run, font=font, fill=colour, anchor="ls")
        left += font.getlength(run)


def _fitting(text: str, name: str, size: int) -> str:
    """Cut to the width of the picture."""
    room = SIZE[0] - 2 * MARGIN
    if _width(text, name, size) <= room:
        return text
    while text and _width(f"{text}…", name, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _wrapped(text: str, name: str, size: int) -> list[str]:
    """On two lines at most."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, name, size) > SIZE[0] - 2 * MARGIN and len(lines) < SEVERAL_LINES:
            lines.append(word)
        else:
            lines[-1] = longer
    return [_fitting(line, name, size) for line in lines]


def draw(poster: Poster) -> bytes:
    picture = Image.new("RGB", SIZE, BOX)
    pen = ImageDraw.Draw(picture)
    for column in range(0, SIZE[0], SQUARE):  # the edge of the arena
        for row in range(2):
            if (column // SQUARE + row) % 2:
                corner = (column, SIZE[1] - (row + 1) * SQUARE)
                pen.rectangle((*corner, corner[0] + SQUARE - 1, corner[1] + SQUARE - 1), fill=KAMA)
    _write(pen, 130, _fitting(poster.above, "atkinson", 38), "atkinson", 38, KAMA)
    top = 225
    for line in _wrapped(poster.title, "fredoka", 84):
        _write(pen, top, line, "fredoka", 84, INK)
        top += 96
    for line in poster.below:
        _write(pen, top, _fitting(line, "atkinson", 42), "atkinson", 42, SOFT)
        top += 58
    stored = io.BytesIO()
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(stored, "PNG", optimize=True)
    return stored.getvalue()
