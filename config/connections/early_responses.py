"""Responses that the event loop gives by itself, without a thread, a session or the database."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation

from config.connections.limits import Refusal
from core.pages.error_responses import wants_json

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PAGES = {411: "400.html"}


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
        return render_to_string(PAGES.get(status, f"{status}.html")).encode()


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
