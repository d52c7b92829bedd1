"""Requests refused before any view: bodies by their declared size, and NUL characters in URLs and headers."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.pages.error_responses import error_response

LONGEST_NUMBER = 18  # a longer number exceeds the memory of any machine


class BodyRefusal(NamedTuple):
    status: int
    code: str
    more: Mapping[str, Any] = {}


def largest_body(path: str) -> int:
    return int(settings.LARGER_BODIES.get(path, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))


def body_refusal(path: str, coding: str, length: str) -> BodyRefusal | None:
    """A body must declare its length (411) and stay within the limit of its URL (413)."""
    if "chunked" in coding.lower():
        return BodyRefusal(411, "length-required")
    length = length or "0"
    if not length.isdecimal() or len(length) > LONGEST_NUMBER:
        return BodyRefusal(400, "bad-length")
    most = largest_body(path)
    return BodyRefusal(413, "too-large", {"most": most}) if int(length) > most else None


class NulMiddleware:
    """Refuse NUL characters: PostgreSQL does not store them, and no URL or header of ours has one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path:
            return error_response(request, 404, "not-found")
        if any("\0" in value for name, value in request.META.items() if name.startswith("HTTP_")):
            return error_response(request, 400, "bad-header")
        return self.get_response(request)


class BodyLimitMiddleware:
    """For servers that pass bodies on unchecked; ours checks earlier (config/bodies.py)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent = request.META.get
        refusal = body_refusal(request.path, sent("HTTP_TRANSFER_ENCODING", ""), sent("CONTENT_LENGTH", ""))
        if refusal:
            page = "400.html" if refusal.status == 411 else ""
            return error_response(request, refusal.status, refusal.code, page=page, **refusal.more)
        return self.get_response(request)
