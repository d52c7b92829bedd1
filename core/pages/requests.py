"""The type of requests in views, with the attributes that our middleware adds, and where a request comes from."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class SiteRequest(HttpRequest):
    htmx: HtmxDetails
    as_of: dt.datetime  # when the page began to read what it shows
    zone: ZoneInfo | None


def client_address(request: HttpRequest) -> str:
    """Where the request comes from: uvicorn has already decided whether to trust the proxy (FORWARDED_ALLOW_IPS)."""
    return str(request.META.get("REMOTE_ADDR", ""))
