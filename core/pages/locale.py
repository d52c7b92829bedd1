"""The language and the time zone of the person who reads a page."""

import zoneinfo
from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from core.pages.requests import SiteRequest

TIME_ZONE_COOKIE = "tz"  # set by static/js/ui/zone.js to the browser's time zone


@cache
def zone_names() -> frozenset[str]:
    """The system's time zones, read once per process because reading the folder takes longer than most pages."""
    return frozenset(zoneinfo.available_timezones())


@cache
def zone_choices() -> tuple[tuple[str, str], ...]:
    """The choices of a form: UTC and all places."""
    places = sorted(name for name in zone_names() if "/" in name and not name.startswith("Etc/"))
    return (("UTC", "UTC"), *((name, name) for name in places))


def zone_or_none(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of that name, if there is one. A cookie may hold anything, even a path."""
    return zoneinfo.ZoneInfo(name) if name in zone_names() else None


class UserLocaleMiddleware:
    """Activate the language and time zone of the profile, or else those of the browser."""

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
