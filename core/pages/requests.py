"""The type of requests in views, with the attributes that our middleware adds, and where a request comes from."""

from zoneinfo import ZoneInfo

from django.http import HttpRequest


class SiteRequest(HttpRequest):
    zone: ZoneInfo | None


def asks_for_part(request: HttpRequest) -> bool:
    """Whether a script asks for a part of a page. For a page of the history it asks too, but for all of it."""
    return "HTTP_HX_REQUEST" in request.META and "HTTP_HX_HISTORY_RESTORE_REQUEST" not in request.META


def client_address(request: HttpRequest) -> str:
    """Where the request comes from: uvicorn has already decided whether to trust the proxy (FORWARDED_ALLOW_IPS)."""
    return str(request.META.get("REMOTE_ADDR", ""))
