"""Uploaded pictures: format and size are known from the first bytes, and only a child process decodes them."""

import base64
import re
import struct
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from core.errors import Invalid, Refused
from core.files.bounded_child import Unreadable, ask

LARGEST_FILE = 5 * 1024 * 1024
MEGAPIXEL = 1_000_000
MOST_PIXELS = 40 * MEGAPIXEL
MOST_PIXELS_OF_WEBP = 24 * MEGAPIXEL  # its decoder holds each pixel five times
MOST_SEGMENTS = 2_000  # of a JPEG, before its size
MOST_SCANS = 20  # of a JPEG; cameras and programs write at most a dozen, and each is decoded over the whole picture

Size = tuple[int, int]


def size_of(content: bytes) -> Size:
    """Return width and height of a picture that may be decoded."""
    if not content:
        raise Invalid("empty", _("Choose a picture."))
    if len(content) > LARGEST_FILE:
        raise Invalid("too-large", _("A picture can have at most 5 MB."))
    size = _size_in_header(content)
    if size is None or 0 in size:
        raise _no_picture()
    if size[0] * size[1] > MOST_PIXELS:
        raise Invalid("too-large", _("A picture can have at most 40 megapixels."))
    if content.startswith(b"RIFF") and size[0] * size[1] > MOST_PIXELS_OF_WEBP:
        raise Invalid("too-large", _("A WebP picture can have at most 24 megapixels: save it as JPEG."))
    if content.startswith(JPEG) and _scans(content) > MOST_SCANS:
        raise Invalid("too-many-scans", _("This picture takes too long to read: save it again as an ordinary JPEG."))
    return size


def redrawn(content: bytes, longest_edge: int, *, square_edge: int = 0, who: int | None = None) -> list[bytes]:
    """Return a JPEG of the pixels alone, without place, time and camera; and a square of it if asked for."""
    size_of(content)
    edges = [str(edge) for edge in (longest_edge, square_edge) if edge]
    try:
        drawn = ask("teams.cards.services.picture_child", content, *edges, who=who)
    except Unreadable as unreadable:
        raise _refusal(unreadable.code) from None
    return [base64.b64decode(each) for each in drawn]


def _refusal(code: str) -> Refused:
    if code == "busy":
        return Refused("busy", _("Other files are being read at the moment. Send this one again in a minute."))
    if code == "too-large":
        return Invalid(
            "too-large", _("This picture takes too long to read, or too much memory: save it smaller, as JPEG.")
        )
    return _no_picture()


def _no_picture() -> Invalid:
    return Invalid("not-a-picture", _("This file is no JPEG, PNG or WebP picture, or it is damaged."))


def _size_in_header(content: bytes) -> Size | None:
    reader = next((reader for start, reader in HEADERS if content.startswith(start)), None)
    try:
        return reader(content) if reader else None
    except struct.error:
        return None


def _png_size(content: bytes) -> Size | None:
    width, height = struct.unpack_from(">II", content, 16)
    return (width, height) if content[12:16] == b"IHDR" else None


def _jpeg_size(content: bytes) -> Size | None:
    """Skip the segments before the start of the frame, which has the size."""
    place = 2
    for _segment in range(MOST_SEGMENTS):
        mark, kind, length = struct.unpack_from(">BBH", content, place)
        if mark != 0xFF:
            return None
        if kind in STARTS_OF_FRAME:
            height, width = struct.unpack_from(">HH", content, place + 5)
            return width, height
        place += 1 if kind == 0xFF else 2 + length
    return None


def _scans(content: bytes) -> int:
    """Count the scans by their headers. What looks like one within a segment, as of a preview, is none."""
    place, scans = 2, 0
    while mark := MARK.search(content, place):
        kind, place = mark[1][0], mark.end()
        if kind == END or scans > MOST_SCANS:
            break
        scans += kind == START_OF_SCAN
        place += int.from_bytes(content[place : place + 2], "big")
    return scans


# of a segment with a length, or the end: others, as those to restart at, stand within the pixels
MARK = re.compile(rb"\xff([\xc0-\xcf\xd9-\xfe])")
END, START_OF_SCAN = 0xD9, 0xDA
STARTS_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _webp_size(content: bytes) -> Size | None:
    kind = content[8:16]
    if kind == b"WEBPVP8X":
        (width,), (height,) = struct.unpack("<I", content[24:27] + b"\0"), struct.unpack("<I", content[27:30] + b"\0")
        return width + 1, height + 1
    if kind == b"WEBPVP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"WEBPVP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


JPEG = b"\xff\xd8\xff"
HEADERS: tuple[tuple[bytes, Callable[[bytes], Size | None]], ...] = (
    (b"\x89PNG\r\n\x1a\n", _png_size),
    (JPEG, _jpeg_size),
    (b"RIFF", _webp_size),
)
