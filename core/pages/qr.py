"""QR codes as SVG, each with the address that it encodes."""

import io
from functools import lru_cache

import segno
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

MOST_CODES = 1000  # of 4 kB, in this process
QUIET = 4  # quiet zone in modules, as the standard requires
MOST_CODES = 1000  # of this process, 3 MB: those of a round of 2,000 players


@lru_cache(maxsize=MOST_CODES)
def qr(address: str, *, title: str = "") -> SafeString:
    """A QR code that scales with its container, with the address below for people without a scanner.

    An address always has the same code, and drawing it takes 3 ms: those of the last pages are kept."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(
        border=QUIET, omitsize=True, svgclass="qr-code", title=title or address, dark="#000", light="#fff"
    )
    code = mark_safe(drawn)  # noqa: S308  segno escapes the title
    return format_html(
        '<figure class="qr">{}<figcaption class="qr-address">{}</figcaption></figure>', code, _readable(address)
    )


def qr_file(text: str) -> str:
    """A standalone SVG for <img>, on a light background so that it can be scanned on dark pages."""
    file = io.BytesIO()
    segno.make(text, error="m", micro=False).save(file, kind="svg", scale=4, unit="px", border=QUIET, light="#fff")
    return file.getvalue().decode()


def _readable(address: str) -> SafeString:
    """The address as people type it, with places where the line may break."""
    parts = address.removeprefix("https://").removesuffix("/").split("/")
    return format_html_join(mark_safe("/<wbr>"), "{}", ((part,) for part in parts))
