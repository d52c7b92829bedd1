"""Photographs of cards: reduced in size, without metadata, and visible to reviewers only."""

import io
import struct
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from PIL import ExifTags, Image, UnidentifiedImageError

from accounts.users import User
from core.audit import record
from core.errors import Invalid, NotAllowed, Refused
from teams.models import FactPhotograph, FactRevision
from teams.services.facts import may_confirm

LARGEST_FILE = 5 * 1024 * 1024
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS = 40_000_000
LONGEST_EDGE = 1_600
QUALITY = 80
TURNS: dict[Any, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # by EXIF orientation


def may_see(revision: FactRevision, who: Any) -> bool:
    return bool(may_confirm(who) or (who.is_authenticated and who.pk == revision.proposed_by_id))


@transaction.atomic
def attach(*, revision: FactRevision, who: User, content: bytes) -> FactPhotograph:
    """Attach a photograph to one's own proposal; another one replaces it."""
    if revision.proposed_by_id != who.pk:
        raise NotAllowed("not-yours", _("Only the person who proposed this can attach a photograph."))
    row = FactRevision.objects.select_for_update(of=("self",)).get(pk=revision.pk)
    if row.outcome:
        raise Refused("already-decided", _("Somebody has already decided about this proposal."))
    picture = {"content": as_kept(content), "uploaded_by": who}
    photograph, _new = FactPhotograph.objects.update_or_create(revision=row, defaults=picture)
    record("fact-photographed", who=who, subject=row, after={"kind": row.kind, "card": row.slug})
    return photograph


def as_kept(content: bytes) -> bytes:
    """Convert to a JPEG of the pixels alone, without place, time and camera."""
    return jpeg_of(read_picture(content, LONGEST_EDGE))


def read_picture(content: bytes, longest_edge: int) -> Image.Image:
    """Return the pixels of an uploaded file, upright, limited in size, and with transparency on white."""
    if not content:
        raise Invalid("empty", _("Choose a picture."))
    if len(content) > LARGEST_FILE:
        raise Invalid("too-large", _("A picture can have at most 5 MB."))
    try:
        return _pixels(content, longest_edge)
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error):
        raise Invalid("not-a-picture", _("This file is no JPEG, PNG or WebP picture, or it is damaged.")) from None


def _pixels(content: bytes, longest_edge: int) -> Image.Image:
    with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            raise _too_many_pixels()
        picture.draft("RGB", (longest_edge, longest_edge))  # decodes a large JPEG directly at a smaller size
        see_through = picture.has_transparency_data
        upright = _upright(picture).convert("RGBA" if see_through else "RGB")
    upright.thumbnail((longest_edge, longest_edge))
    clean = Image.new("RGB", upright.size, "white")
    clean.paste(upright, mask=upright if see_through else None)
    return clean


def _upright(picture: Image.Image) -> Image.Image:
    """Rotate the picture. `ImageOps.exif_transpose` would rewrite all metadata, and fails if that is damaged."""
    turn = TURNS.get(picture.getexif().get(ExifTags.Base.Orientation))
    return picture if turn is None else picture.transpose(turn)


def _too_many_pixels() -> Invalid:
    return Invalid("too-large", _("A picture can have at most 40 megapixels."))


def jpeg_of(picture: Image.Image) -> bytes:
    kept = io.BytesIO()
    picture.save(kept, "JPEG", quality=QUALITY)
    return kept.getvalue()
