"""The language and the time zone of the person who reads a page."""

import zoneinfo
from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from core.requests import SiteRequest

TIME_ZONE_COOKIE = "tz"  # written by static/js/ui/zone.js from what the browser knows


@cache
def zone_names() -> frozenset[str]:
    """Read from the system's folder of time zones once a process: reading it takes longer than most pages."""
    return frozenset(zoneinfo.available_timezones())


@cache
def zone_choices() -> tuple[tuple[str, str], ...]:
    """What a form offers: UTC, and the places."""
    places = sorted(name for name in zone_names() if "/" in name and not name.startswith("Etc/"))
    return (("UTC", "UTC"), *((name, name) for name in places))


def zone_or_none(name: str) -> zoneinfo.ZoneInfo | None:
    """A cookie may hold anything, also a path: only names of the list are looked up."""
    return zoneinfo.ZoneInfo(name) if name in zone_names() else None


class UserLocaleMiddleware:
    """A choice in the profile overrides the browser, for language and time zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponse:
        chosen_zone = chosen_language = ""
        if request.user.is_authenticated:
            chosen_zone, chosen_language = request.user.time_zone, request.user.locale
        if chosen_language:
            translation.activate(chosen_language)
            request.LANGUAGE_CODE = translation.get_language() or ""
        zone = zone_or_none(chosen_zone or request.COOKIES.get(TIME_ZONE_COOKIE, ""))
        request.zone = zone
        with timezone.override(zone):
            return self.get_response(request)
