"""Rate limits for write requests: generous for a person at a tournament, low for a script."""

import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from core.error_responses import error_response
from core.requests import client_address

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
        if request.user.is_authenticated:
            who, limit = f"person:{request.user.pk}", settings.THROTTLE_WRITES["person"]
        else:
            who, limit = f"address:{client_address(request)}", settings.THROTTLE_WRITES["address"]
        wait = seconds_to_wait(who, *limit)
        return throttled_response(request, wait) if wait else self.get_response(request)


def throttled_response(request: HttpRequest, wait: int) -> HttpResponse:
    response = error_response(request, 429, "throttled", wait=wait)
    response["Retry-After"] = str(wait)
    return response
