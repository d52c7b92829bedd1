"""Pictures drawn by the server for link previews: 1200 by 630 pixels, in the site's fonts and colours.

Other sites and messengers fetch them without signing in, so views only show what is public.
"""

import hashlib
import io
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from unicodedata import normalize

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from PIL import Image, ImageDraw, ImageFont

from core.pages.requests import client_address
from core.pages.throttle import seconds_to_wait, throttled_response

SIZE = (1200, 630)
SMALL = (600, 315)  # for our own pages; a third of the bytes
COLOURS = 192  # a palette takes a third of the bytes, with no visible difference
FEWER_COLOURS = 64
FINER = 2  # drawn larger and scaled down, so that curves are smooth
INK, SOFT, PAPER, SURFACE, LINE, BOX, ON_BOX, KAMA = (
    *("#2a1838", "#5f4d66", "#f7efdf", "#fffaf0", "#c4ad7f", "#321b4f", "#fdf3dc", "#f0b429"),
)
SIDES = {
    "A": ("#b8470c", "#fbdcc4"),
    "B": ("#14608f", "#cfe4f3"),
    "C": ("#1b6a4f", "#cdebdd"),
    "D": ("#86307f", "#f2d5ee"),
}
CACHE_SECONDS = 3600
BROWSER_SECONDS = 300  # short, so that other sites soon drop the picture of someone who withdraws their consent
DRAWN_A_MINUTE = 60  # requests per address
FONTS = {"text": "atkinson", "head": "fredoka"}
ENGLISH_AND_FRENCH = frozenset(
    [*map(chr, range(0x20, 0x7F)), *"\u00a0«»°·×…–—‘’“”•€−", *"ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ"]
)
Box = tuple[float, float, float, float]


class Picture:
    """A canvas in the units of `SIZE`."""

    def __init__(self, background: str = PAPER) -> None:
        self.image = Image.new("RGB", (SIZE[0] * FINER, SIZE[1] * FINER), background)
        self.draw = ImageDraw.Draw(self.image)

    def box(
        self, place: Box, *, fill: str | None = None, outline: str | None = None, width: int = 0, r: int = 0
    ) -> None:
        self.draw.rounded_rectangle(_finer(place), radius=r * FINER, fill=fill, outline=outline, width=width * FINER)

    def disc(self, place: Box, *, fill: str | None = None, outline: str | None = None, width: int = 0) -> None:
        self.draw.ellipse(_finer(place), fill=fill, outline=outline, width=width * FINER)

    def shape(self, points: list[tuple[float, float]], fill: str) -> None:
        self.draw.polygon([(x * FINER, y * FINER) for x, y in points], fill=fill)

    def line(self, points: list[tuple[float, float]], fill: str, width: float) -> None:
        finer = [(x * FINER, y * FINER) for x, y in points]
        self.draw.line(finer, fill=fill, width=max(1, round(width * FINER)), joint="curve")

    def text(
        self, at: tuple[float, float], text: str, size: int, *, fill: str = INK, font: str = "text", most: float = 0
    ) -> float:
        """Draw a line of text, left-aligned and vertically centred; return where it ends. `most` truncates
        wider text."""
        text = fitted(text, size, font, most) if most else text
        x, y = at
        for letters, drawn in _runs(text, size, font):
            self.draw.text((x * FINER, y * FINER), letters, font=drawn, fill=fill, anchor="lm")
            x += drawn.getlength(letters) / FINER
        return x

    def middle(self, at: tuple[float, float], text: str, size: int, *, fill: str = INK, font: str = "head") -> None:
        self.text((at[0] - width_of(text, size, font) / 2, at[1]), text, size, fill=fill, font=font)

    def png(self, *, small: bool = False) -> bytes:
        kept = io.BytesIO()
        size, colours = (SMALL, FEWER_COLOURS) if small else (SIZE, COLOURS)
        finished = self.image.resize(size, Image.Resampling.LANCZOS)
        finished.quantize(colours, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
        return kept.getvalue()


def _finer(place: Box) -> Box:
    left, top, right, bottom = (value * FINER for value in place)
    return left, top, right, bottom


def width_of(text: str, size: int, font: str = "text") -> float:
    return sum(drawn.getlength(letters) for letters, drawn in _runs(text, size, font)) / FINER


def fitted(text: str, size: int, font: str, most: float) -> str:
    if width_of(text, size, font) <= most:
        return text
    cut = next((n for n in range(min(len(text), 200), 0, -1) if width_of(text[:n] + "…", size, font) <= most), 1)
    return text[:cut].rstrip() + "…"


def in_two(text: str, size: int, font: str, most: float) -> list[str]:
    """Break the text between words; only what two lines do not hold is cut."""
    words = text.split()
    held = next(n for n in range(len(words), 0, -1) if n == 1 or width_of(" ".join(words[:n]), size, font) <= most)
    return [fitted(line, size, font, most) for line in (" ".join(words[:held]), " ".join(words[held:])) if line]


def _runs(text: str, size: int, font: str) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Split the text between the three files of each font, as tokens.css loads them."""
    for part, letters in groupby(map(_drawable, text), key=_part_with):
        yield "".join(letters), _font(f"{FONTS[font]}-{part}", size)


def _drawable(letter: str) -> str:
    """Letters with two marks, as in Vietnamese names, are not in the fonts: they are drawn with one."""
    while "\u1ea0" <= letter <= "\u1eff":
        letter = normalize("NFC", normalize("NFD", letter)[:-1])
    return letter


def _part_with(letter: str) -> str:
    if letter in ENGLISH_AND_FRENCH:
        return "latin"
    return "latin-more" if ord(letter) < 0x100 or 0x2000 <= ord(letter) < 0x2070 else "latin-ext"


@lru_cache(maxsize=64)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(settings.BASE_DIR / "static" / "fonts" / f"{name}.woff2", size * FINER)
    if name.startswith(FONTS["text"]):  # the heading font exists in this weight only
        font.set_variation_by_axes([600])
    return font


def announcement(title: str, lines: list[str], *, mark: str = "") -> bytes:
    """A picture of text: a title, a highlighted line (who won), and further lines."""
    picture = Picture(BOX)
    picture.box((0, 610, 1200, 630), fill=KAMA)
    picture.text((80, 90), "Krosmaster", 34, fill=KAMA, font="head")
    if width_of(title, 72, "head") <= 1040:
        picture.text((80, 210), title, 72, fill=ON_BOX, font="head")
    else:
        rows = in_two(title, 52, "head", 1040)
        for row, line in enumerate(rows):
            picture.text((80, (156 if len(rows) > 1 else 200) + 62 * row), line, 52, fill=ON_BOX, font="head")
    y = 330.0
    if mark:
        size = next((size for size in range(60, 36, -4) if width_of(mark, size, "head") <= 980), 36)
        mark = fitted(mark, size, "head", 980)
        picture.box((80, y - 55, 140 + width_of(mark, size, "head"), y + 55), fill=KAMA, r=24)
        picture.text((110, y), mark, size, fill=INK, font="head")
        y += 110
    for line in lines:
        picture.text((80, y), line, 40, fill=ON_BOX, most=1040)
        y += 62
    return picture.png()


def picture_response(request: HttpRequest, key: str, draw: Callable[[], bytes], *, public: bool = True) -> HttpResponse:
    """Serve a picture, drawn once per key. Addresses that request too many new ones in a minute have to wait."""
    name = f"picture:{hashlib.sha256(key.encode()).hexdigest()}"
    content: bytes | None = cache.get(name)
    if content is None:
        if wait := seconds_to_wait(f"pictures:{client_address(request)}", DRAWN_A_MINUTE, 60):
            return throttled_response(request, wait)
        content = draw()
        cache.set(name, content, CACHE_SECONDS)
    response = HttpResponse(content, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={BROWSER_SECONDS}" if public else "private, no-store"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
