"""Pictures made to hurt: refused by their first bytes, or decoded in a child process that may die."""

import io
import os
import resource
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from core.errors import Invalid
from core.files import bounded_child
from teams.cards.services import facts, picture_files
from teams.cards.services.picture_files import MOST_PIXELS_OF_WEBP, redrawn, size_of
from teams.models import CardPicture
from tests.teams.facts_people import entry, picture_of, reviewer, upload
from tests.teams.test_card_pictures import bomb, drawn, png_chunk, send

pytestmark = pytest.mark.django_db
MIB = 1024 * 1024
EDGE = int(MOST_PIXELS_OF_WEBP**0.5)


@pytest.fixture
def as_rae(db) -> Client:
    client = Client()
    client.force_login(reviewer())
    return client


@pytest.fixture
def no_child(monkeypatch) -> None:
    def asked(*_args: Any, **_who: Any) -> None:
        raise AssertionError("a decoder was started")

    monkeypatch.setattr(picture_files, "ask", asked)


def chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def riff(*chunks: bytes) -> bytes:
    content = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(content)) + content


def flat(width: int, height: int) -> bytes:
    """The lossless pixels of a WebP picture in one colour: each takes no bit at all."""
    code_of_one_value = 0b0001  # four bits, of the lowest first
    bits = sum(code_of_one_value << 3 + 4 * code for code in range(5))
    return b"\x2f" + struct.pack("<I", width - 1 | height - 1 << 14) + struct.pack("<I", bits) + bytes(64)


def webp(width: int, height: int) -> bytes:
    return riff(chunk(b"VP8L", flat(width, height)))


def lying_webp() -> bytes:
    """A canvas of 300 by 200 pixels with a frame of 16,000 by 16,000."""
    canvas = bytes(4) + (299).to_bytes(3, "little") + (199).to_bytes(3, "little")
    return riff(chunk(b"VP8X", canvas), chunk(b"VP8L", flat(16_000, 16_000)))


def flat_png(width: int, height: int) -> bytes:
    """Pixels with transparency, all zero."""
    head, row = bomb(width, height, kind=6), bytes(1 + 4 * width)
    packer = zlib.compressobj(1)
    pixels = b"".join([*(packer.compress(row) for _ in range(height)), packer.flush()])
    return head[:33] + png_chunk(b"IDAT", pixels) + png_chunk(b"IEND", b"")


def jpeg(width: int, height: int, before: bytes = b"") -> bytes:
    """The header of a progressive JPEG picture."""
    frame = struct.pack(">BHHB", 8, height, width, 3) + b"\x01\x11\0\x02\x11\0\x03\x11\0"
    return b"\xff\xd8" + before + b"\xff\xc2" + struct.pack(">H", len(frame) + 2) + frame + b"\xff\xd9"


def multi_frame(form: str, **options: Any) -> bytes:
    file = io.BytesIO()
    frames = [Image.new("RGB", (300, 200), colour) for colour in ("red", "blue")]
    frames[0].save(file, form, save_all=True, append_images=frames[1:], **options)
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [webp(6_300, 6_300), riff(chunk(b"VP8X", b"\0\0\0\0" + b"\xff" * 6)), jpeg(65_535, 65_535), bomb()],
    ids=["webp", "webp canvas", "progressive jpeg", "png"],
)
def test_a_picture_of_too_many_pixels_meets_no_decoder(as_rae, no_child, content):
    assert len(content) < 1_700
    answer = send(as_rae, content)
    assert answer.status_code == 400
    assert "megapixels" in answer.context["picture_errors"]["file"]


@pytest.mark.parametrize("form", ["GIF", "TIFF", "BMP", "ICO", "PPM", "TGA", "PCX", "JPEG2000", "AVIF", "PDF"])
def test_other_formats_meet_no_decoder(as_rae, no_child, form):
    assert send(as_rae, drawn(form)).status_code == 400


@pytest.mark.parametrize(
    "content",
    [
        jpeg(0, 200),
        jpeg(300, 0),
        b"\xff\xd8\xff",
        b"\xff\xd8\xff" * 100_000,
        jpeg(300, 200, before=b"\xff\xe0\0\x02" * 1_000_000),
        jpeg(300, 200, before=b"\xff" * 4_000_000),
        b"RIFF\0\0\0\0WEBPVP8X",
        b"RIFF\0\0\0\0AVI LIST" + bytes(40),
        b"\x89PNG\r\n\x1a\n",
    ],
)
def test_a_header_without_a_size_meets_no_decoder(as_rae, no_child, content):
    assert send(as_rae, content).status_code == 400


def scanned(times: int) -> bytes:
    """A progressive picture whose last scan comes so many times more."""
    content = drawn("JPEG", progressive=True)
    last = content.rindex(b"\xff\xda")
    return content[:-2] + content[last:-2] * times + content[-2:]


def test_a_jpeg_of_many_scans_meets_no_decoder(as_rae, no_child):
    with pytest.raises(Invalid) as refused:
        size_of(scanned(20))
    assert refused.value.code == "too-many-scans"
    assert send(as_rae, scanned(20)).status_code == 400


def test_what_looks_like_a_scan_in_a_preview_is_none(as_rae):
    assert send(as_rae, scanned(2)).status_code == 302
    preview = b"\xff\xe1" + struct.pack(">H", 2 + 4 * 60) + b"\xff\xda\0\0" * 60
    content = drawn("JPEG")
    assert size_of(content[:2] + preview + content[2:] + b"\xff\xda" * 60) == (300, 200)


def test_a_second_file_of_the_same_person_is_refused(as_rae):
    key = f"throttle:file-of:{as_rae.session['_auth_user_id']}"
    cache.add(key, True)
    try:
        assert send(as_rae, drawn()).status_code == 409
        pack = as_rae.post(reverse("facts-document"), b"[a]", content_type="application/toml")
        assert (pack.status_code, pack.json()["code"]) == (409, "busy")
    finally:
        cache.delete(key)
    assert send(as_rae, drawn()).status_code == 302


@pytest.mark.parametrize("content", [lying_webp(), jpeg(300, 200), drawn("PNG")[:-30]])
def test_a_picture_unlike_its_header_is_refused(as_rae, content):
    assert send(as_rae, content).status_code == 400
    assert not CardPicture.objects.exists()


@pytest.mark.parametrize(
    "content",
    [multi_frame("WEBP"), multi_frame("PNG"), multi_frame("MPO"), drawn("JPEG", progressive=True, icc_profile=b"x" * 9)]
    + [drawn("WEBP", lossless=True), drawn("WEBP"), drawn("WEBP", mode="RGBA", colour=(255, 0, 0, 99))]
    + [drawn("PNG", mode=mode, colour=1) for mode in ("1", "L", "P", "I;16")]
    + [drawn("JPEG", mode="CMYK", colour=1)],
)
def test_the_first_frame_of_any_picture_is_drawn_anew(as_rae, content):
    assert size_of(content) == (300, 200)
    assert send(as_rae, content).status_code == 302
    with Image.open(io.BytesIO(bytes(CardPicture.objects.get().large))) as kept:
        assert (kept.format, kept.size, kept.mode) == ("JPEG", (300, 200), "RGB")


def test_the_site_itself_decodes_no_picture(as_rae, monkeypatch):
    content = drawn()
    monkeypatch.setattr(Image, "open", None)
    assert send(as_rae, content).status_code == 302


@pytest.fixture
def little_memory() -> Iterator[None]:
    """Leave this process less memory than the largest picture takes."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * os.sysconf("SC_PAGE_SIZE") + 160 * MIB, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def test_the_largest_picture_takes_no_memory_of_the_site(as_rae, little_memory):
    content = webp(EDGE, EDGE)
    with pytest.raises((MemoryError, OSError)), Image.open(io.BytesIO(content)) as picture:
        picture.load()
    assert send(as_rae, content).status_code == 302


def test_the_largest_png_picture_fits_into_the_child():
    assert redrawn(flat_png(6_300, 6_300), 640)


def test_a_picture_is_refused_while_others_are_read(as_rae, monkeypatch):
    monkeypatch.setattr(bounded_child, "LONGEST_WAIT", 0)
    monkeypatch.setattr(bounded_child, "_lock", lambda _held: False)
    answer = send(as_rae, drawn())
    assert answer.status_code == 409
    assert "Send this one again" in answer.content.decode()


def test_a_photograph_is_decoded_before_the_transaction(as_ana, ana, monkeypatch):
    from django.db import connection

    row = facts.propose(who=ana, entry=entry())
    depth = len(connection.savepoint_ids)
    seen = []

    def ask(*args: Any, **who: Any) -> Any:
        seen.append(len(connection.savepoint_ids))
        return bounded_child.ask(*args, **who)

    monkeypatch.setattr(picture_files, "ask", ask)
    address = reverse("teams:fact-photograph", args=[row.pk])
    assert as_ana.post(address, {"photograph": upload(picture_of())}).status_code == 302
    assert seen == [depth]
