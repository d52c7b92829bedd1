"""Requests refused by their head, before their body is read and before Django sees them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings

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
