"""QR codes as SVG drawn by the server, each with the address that it holds."""

import io

import segno
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

QUIET = 4  # modules of white around the code, as the standard asks


def qr(address: str, *, title: str = "") -> SafeString:
    """It grows with its frame; the address beneath is for anyone who has no reader at hand."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(
        border=QUIET, omitsize=True, svgclass="qr-code", title=title or address, dark="#000", light="#fff"
    )
    code = mark_safe(drawn)  # noqa: S308  segno escapes the title
    return format_html(
        '<figure class="qr">{}<figcaption class="qr-address">{}</figcaption></figure>', code, _readable(address)
    )


def qr_file(text: str) -> str:
    """A file of its own, for an <img>: light around and between what is dark, also on a dark page."""
    file = io.BytesIO()
    segno.make(text, error="m", micro=False).save(file, kind="svg", scale=4, unit="px", border=QUIET, light="#fff")
    return file.getvalue().decode()


def _readable(address: str) -> SafeString:
    """As people type it, with places where a line may break."""
    parts = address.removeprefix("https://").removesuffix("/").split("/")
    return format_html_join(mark_safe("/<wbr>"), "{}", ((part,) for part in parts))
