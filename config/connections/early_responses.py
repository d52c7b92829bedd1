"""Responses that the event loop gives by itself, without a thread, a session or the database: also to requests that are
refused by their head, before their body is read."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation

from core.pages.error_responses import wants_json

LONGEST_NUMBER = 18  # a longer number exceeds the memory of any machine


class Refusal(NamedTuple):
    status: int
    code: str
    more: Mapping[str, Any] = {}


def refusal_by_head(path: str, scheme: str, headers: Mapping[str, str]) -> Refusal | None:
    """PostgreSQL stores no NUL, and no address of ours has one. A program that calls the API over HTTP is refused, not
    redirected: it would keep sending its token unencrypted."""
    if "\0" in path:
        return Refusal(404, "not-found")
    if settings.SECURE_SSL_REDIRECT and path.startswith("/api/") and scheme != "https":
        return Refusal(403, "https-only", {"detail": "Use https:// and replace the token if you have sent one."})
    return _refusal_of_body(path, headers.get("transfer-encoding", ""), headers.get("content-length", ""))


def largest_body(path: str) -> int:
    return int(settings.LARGER_BODIES.get(path, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))


def _refusal_of_body(path: str, coding: str, length: str) -> Refusal | None:
    """A body must declare its length (411) and stay within the limit of its URL (413)."""
    if "chunked" in coding.lower():
        return Refusal(411, "length-required")
    length = length or "0"
    if not length.isdecimal() or len(length) > LONGEST_NUMBER:
        return Refusal(400, "bad-length")
    most = largest_body(path)
    return Refusal(413, "too-large", {"most": most}) if int(length) > most else None


Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


async def refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    """The counterpart of `core.pages.error_responses.error_response`: a page for people, JSON with a stable code for
    programs."""
    request = request_from_scope(scope)
    if wants_json(request):
        detail = HTTPStatus(refusal.status).phrase
        await respond(scope, send, refusal.status, {"code": refusal.code, "detail": detail, **refusal.more})
    else:
        page = error_page(refusal.status, translation.get_language_from_request(request))
        await respond(scope, send, refusal.status, page)


async def alive(scope: Scope, send: Send) -> None:
    """/healthz, for any host and scheme: a probe knows the process by its address, and learns nothing else."""
    await respond(scope, send, 200, {"ok": True})


async def respond(scope: Scope, send: Send, status: int, content: bytes | dict[str, Any]) -> None:
    """Send a page or a document."""
    kind, body = b"text/html; charset=utf-8", content
    if not isinstance(body, bytes):
        kind, body = b"application/json", json.dumps(body).encode()
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body)), *safe_headers(), *https_only(scope)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def request_from_scope(scope: Scope) -> HttpRequest:
    """The parts of the request that decide the format of the response."""
    headers: Mapping[str, str] = headers_of(scope)
    request = HttpRequest()
    request.method, request.path = scope["method"], scope["path"]
    request.META = {
        "HTTP_ACCEPT": headers.get("accept", ""),
        "HTTP_ACCEPT_LANGUAGE": headers.get("accept-language", ""),
    }
    request.COOKIES = parse_cookie(headers.get("cookie", ""))
    return request


@cache
def error_page(status: int, language: str) -> bytes:
    """Rendered once, because thousands may be refused in the same second."""
    with translation.override(language):
        return render_to_string("error.html", {"status": status}).encode()


def https_only(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The header by which browsers come back over HTTPS alone, as Django's SecurityMiddleware gives it."""
    if scope.get("scheme") != "https" or not settings.SECURE_HSTS_SECONDS:
        return []
    also = "; includeSubDomains" * settings.SECURE_HSTS_INCLUDE_SUBDOMAINS + "; preload" * settings.SECURE_HSTS_PRELOAD
    return [(b"strict-transport-security", f"max-age={settings.SECURE_HSTS_SECONDS}{also}".encode())]


@cache
def safe_headers() -> tuple[tuple[bytes, bytes], ...]:
    return (
        (b"cache-control", b"no-store"),
        (b"content-security-policy", build_policy().encode()),
        (b"referrer-policy", settings.SECURE_REFERRER_POLICY.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", settings.X_FRAME_OPTIONS.encode()),
    )
