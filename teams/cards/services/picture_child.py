"""Decodes an uploaded picture in a bounded child process (core/files/bounded_child.py) and draws it anew, as JPEG."""

import base64
import io
import struct
from typing import Any

from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from core.files.bounded_child import serve

FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 80
SCALED_WELL = ("L", "LA", "RGB", "RGBA")  # the other modes are scaled without mixing colours
TURNS: dict[Any, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # by EXIF orientation


def redraw(content: bytes, longest_edge: str, square_edge: str = "") -> list[str] | str:
    """Return the picture, and a square of it if asked for, or an error code."""
    try:
        picture = _pixels(content, int(longest_edge))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error):
        return "not-a-picture"
    if not square_edge:
        return [_jpeg(picture)]
    return [_jpeg(picture), _jpeg(ImageOps.fit(picture, (int(square_edge), int(square_edge))))]


def _pixels(content: bytes, longest_edge: int) -> Image.Image:
    """Return the first frame: small, upright, and with transparency on white."""
    with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
        opened.draft("RGB", (longest_edge, longest_edge))  # decodes a large JPEG directly at a smaller size
        turn = TURNS.get(opened.getexif().get(ExifTags.Base.Orientation))
        see_through = opened.has_transparency_data
        mode = "RGBA" if see_through else "RGB"
        picture = opened if opened.mode in SCALED_WELL else opened.convert(mode)
        picture.thumbnail((longest_edge, longest_edge))
        # `ImageOps.exif_transpose` would rewrite all metadata, and fails if that is damaged
        upright = (picture if turn is None else picture.transpose(turn)).convert(mode)
    clean = Image.new("RGB", upright.size, "white")
    clean.paste(upright, mask=upright if see_through else None)
    return clean


def _jpeg(picture: Image.Image) -> str:
    kept = io.BytesIO()
    picture.save(kept, "JPEG", quality=QUALITY)
    return base64.b64encode(kept.getvalue()).decode()


if __name__ == "__main__":
    serve(redraw)
