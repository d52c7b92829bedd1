"""The first page that a browser gets holds its style sheets, and the policy allows these and no others."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.static_files.first_page import FirstPageMiddleware

SHEET = "css/site.0123456789ab.css"
LINK = f'<link rel="stylesheet" href="/static/{SHEET}">'
TEXT = 'p { color: red; }\n@font-face { src: url("../fonts/a.woff2"); }'
HELD = re.compile(r'<style data-from="([^"]+)">(.*?)</style>', re.DOTALL)


@pytest.fixture(autouse=True)
def collected(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    path = tmp_path / SHEET
    path.parent.mkdir()
    path.write_text(TEXT)


def answer(
    head: str = LINK, *, gives: bool = True, has: bool = False, by_script: bool = False, begins: str = "<!doctype html>"
) -> HttpResponse:
    """`gives`: the page gives the cookie of the forms; `has`: the browser has it; `by_script`: htmx asks for it."""

    def page(_request: HttpRequest) -> HttpResponse:
        response = HttpResponse(f"{begins}<html><head>{head}</head></html>")
        if gives:
            response.set_cookie(settings.CSRF_COOKIE_NAME, "new")
        return response

    request = HttpRequest()
    if by_script:
        request.META["HTTP_HX_REQUEST"] = "true"
    if has:
        request.COOKIES[settings.CSRF_COOKIE_NAME] = "old"
    answered = CSPMiddleware(FirstPageMiddleware(page))(request)
    assert isinstance(answered, HttpResponse)
    return answered


def test_a_page_put_into_another_brings_no_sheet():
    assert LINK in answer(by_script=True).content.decode()


def test_the_first_page_holds_its_sheet_with_its_font_addresses():
    page = answer()
    assert HELD.findall(page.content.decode()) == [(f"/static/{SHEET}", TEXT.replace("../fonts", "/static/fonts"))]
    assert LINK not in page.content.decode()
    assert page["Content-Length"] == str(len(page.content))


def test_the_policy_allows_that_sheet_by_its_hash():
    page = answer()
    [(_address, text)] = HELD.findall(page.content.decode())
    allowed = b64encode(sha256(text.encode()).digest()).decode()
    assert f"style-src 'self' 'sha256-{allowed}'" in page[HEADER]
    assert "unsafe" not in page[HEADER]


@pytest.mark.parametrize(
    "other",
    [{"has": True}, {"gives": False}, {"begins": "<svg>"}, {"head": f"<noscript>{LINK}</noscript>"}],
    ids=["seen before", "without forms", "no page", "for no scripts"],
)
def test_elsewhere_a_sheet_stays_a_link(other):
    page = answer(**other)
    assert LINK in page.content.decode()
    assert "sha256" not in page[HEADER]


def test_a_sheet_not_named_by_its_content_stays_a_link():
    assert not HELD.search(answer('<link rel="stylesheet" href="/static/css/site.css">').content.decode())
