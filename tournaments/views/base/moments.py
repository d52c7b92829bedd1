"""Times on pages: in one time zone, which is named unless it is the same for all readers."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Event


def clocks_of(request: Any, event: Event | None) -> list[dt.tzinfo | None]:
    """Return the time zone of the viewer and, if there is an event, that of the hall."""
    return [getattr(request, "zone", None), *([event.zone] if event else [])]


def moment_shown(moment: dt.datetime, form: str, clocks: Iterable[dt.tzinfo | None]) -> SafeString:
    here = timezone.localtime(moment)
    return _time(here, date_format(here, form), clocks)


def _time(here: dt.datetime, text: str, clocks: Iterable[dt.tzinfo | None]) -> SafeString:
    alike = all(clock and here.astimezone(clock).utcoffset() == here.utcoffset() for clock in clocks)
    zone = "" if alike else f" ({here.tzinfo})"
    return format_html('<time datetime="{}">{}</time>{}', here.isoformat(), text, zone)


class Moments:
    """Formats times for the rows of a page; each day is formatted once."""

    def __init__(self, request: Any, event: Event) -> None:
        self.clocks = clocks_of(request, event)
        self.days: dict[dt.date, str] = {}

    def time_of_day(self, moment: dt.datetime) -> SafeString:
        here = timezone.localtime(moment)
        return _time(here, f"{here:%H:%M}", self.clocks)

    def __call__(self, moment: dt.datetime) -> SafeString:
        here = timezone.localtime(moment)
        day = here.date()
        if day not in self.days:
            self.days[day] = date_format(here, "j F")
        return _time(here, f"{self.days[day]} {here:%H:%M:%S}", self.clocks)
