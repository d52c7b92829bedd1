"""Rate limits: of pages for write requests, generous for a person at a tournament, low for a script; all of the API.

Counters go up in one step, so that the limits hold for requests at the same moment too.
"""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.pages.error_responses import error_response
from core.pages.requests import client_address

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def seconds_to_wait(who: str, allowed: int, seconds: int) -> int:
    """Count one more attempt of `who`; return 0 while they are within the limit."""
    now = int(time.time())
    window = f"throttle:{who}:{now // seconds}"
    cache.add(window, 0, timeout=seconds)
    try:
        tries = cache.incr(window)
    except ValueError:  # the window ended between the two calls
        return 0
    return seconds - now % seconds if tries > allowed else 0


class ThrottleMiddleware:
    """Limits by person when signed in, otherwise by address, with enough for a whole hall. The API has its
    own limits."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in SAFE_METHODS or request.path.startswith("/api/"):
            return self.get_response(request)
        kind, who = _who(request)
        wait = seconds_to_wait(who, *settings.THROTTLE_WRITES[kind])
        return throttled_response(request, wait) if wait else self.get_response(request)


class ApiThrottle(BaseThrottle):
    """Of a person, whatever their tokens, or of a network address. The framework's own reads and writes its counter in
    two steps."""

    def allow_request(self, request: Request, view: Any) -> bool:
        kind, who = _who(request)
        self.seconds = seconds_to_wait(f"api:{who}", *settings.THROTTLE_API[kind])
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


def _who(request: HttpRequest | Request) -> tuple[str, str]:
    if request.user.is_authenticated:
        return "person", f"person:{request.user.pk}"
    return "address", f"address:{client_address(request)}"


def throttled_response(request: HttpRequest, wait: int) -> HttpResponse:
    response = error_response(request, 429, "throttled", wait=wait)
    response["Retry-After"] = str(wait)
    return response
