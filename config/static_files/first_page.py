"""The first page that a browser gets holds its style sheets itself: a slow line then shows it a round trip sooner.

The page that gives a browser the cookie of the forms is the first. `js/begin.js` fetches the sheets once that page is
there, so that the next one finds them in the browser's cache.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PAGE = b"<!doctype html>"
COLLECTED_SHEET = re.compile(
    rb'<link rel="stylesheet" href="(?P<address>/static/(?P<name>[\w/-]+\.[0-9a-f]{12}\.css))">'
    rb"|<noscript>.*?</noscript>",
    re.DOTALL,
)


class FirstPageMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if is_first(request, response) and not response.streaming and response.content.startswith(PAGE):
            put_sheets_into(response)
        return response


def is_first(request: HttpRequest, response: HttpResponse) -> bool:
    cookie = settings.CSRF_COOKIE_NAME
    is_put_into_another = "HX-Request" in request.headers  # whose policy allows no sheet of this one
    return cookie in response.cookies and cookie not in request.COOKIES and not is_put_into_another


def put_sheets_into(response: HttpResponse) -> None:
    hashes: list[str] = []

    def put(link: re.Match[bytes]) -> bytes:
        if not link["name"]:
            return link[0]
        text, its_hash = sheet(link["name"].decode())
        hashes.append(its_hash)
        return b'<style data-from="%s">%s</style>' % (link["address"], text)

    response.content = COLLECTED_SHEET.sub(put, response.content)
    response["Content-Length"] = str(len(response.content))
    if hashes:
        response._csp_update = {"style-src": hashes}  # type: ignore[attr-defined]  # as django-csp's decorators set it


@cache
def sheet(name: str) -> tuple[bytes, str]:
    """Its text, and the hash by which the content security policy allows it."""
    text = (settings.STATIC_ROOT / name).read_bytes().replace(b'url("../', b'url("/static/')
    return text, f"'sha256-{b64encode(sha256(text).digest()).decode()}'"
