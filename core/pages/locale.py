"""The language and the time zone of the person who reads a page."""

import zoneinfo
from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from core.pages.requests import SiteRequest

TIME_ZONE_COOKIE = "tz"  # set by static/js/ui/zone.js to the browser's time zone


@cache
def zone_names() -> frozenset[str]:
    """The system's time zones, read once per process because reading the folder takes longer than most pages."""
    return frozenset(zoneinfo.available_timezones())


def zone_or_none(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of that name, if there is one. A cookie may hold anything, even a path."""
    return zoneinfo.ZoneInfo(name) if name in zone_names() else None


class LocaleMiddleware:
    """Activate the language and time zone of the profile, or else those of the browser, around all that renders.

    In the place of Django's own, which knows neither profile nor zone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponse:
        self._activate(request, translation.get_language_from_request(request))  # the database may be away
        chosen_zone = ""
        if request.user.is_authenticated:
            chosen_zone = request.user.time_zone
            self._activate(request, request.user.locale)
        request.zone = zone_or_none(chosen_zone or request.COOKIES.get(TIME_ZONE_COOKIE, ""))
        with timezone.override(request.zone):
            response = self.get_response(request)
        patch_vary_headers(response, ["Accept-Language"])
        response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response

    @staticmethod
    def _activate(request: SiteRequest, language: str) -> None:
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language() or ""
