"""Times on pages: in one time zone, which is named unless it is the same for all readers."""

import datetime as dt
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.models import Event


class Moment(NamedTuple):
    """A time on a page. It becomes HTML only when it is rendered, because a row that is cached is often not."""

    iso: str
    text: str
    zone: str = ""

    def __str__(self) -> str:
        return self.__html__()

    def __html__(self) -> SafeString:
        return format_html('<time datetime="{}">{}</time>{}', *self)


def clocks_of(request: Any, event: Event | None) -> list[dt.tzinfo | None]:
    """Return the time zone of the viewer and, if there is an event, that of the hall."""
    return [getattr(request, "zone", None), *([event.zone] if event else [])]


def start_shown(request: Any, event: Event) -> SafeString:
    """Format the start of an event, in the same way on every page."""
    zone = event.zone_for(getattr(request, "user", None))
    return moment_shown(event.starts_at, "l j F Y, H:i", clocks_of(request, event), zone)


def moment_shown(moment: dt.datetime, form: str, clocks: Iterable[dt.tzinfo | None], zone: dt.tzinfo) -> SafeString:
    return _shown(moment, form, tuple(clocks), zone, get_language())


@lru_cache(maxsize=1000)
def _shown(
    moment: dt.datetime, form: str, clocks: tuple[dt.tzinfo | None, ...], zone: dt.tzinfo, _language: str | None
) -> SafeString:
    here = timezone.localtime(moment, zone)
    return _moment(here, date_format(here, form), clocks).__html__()


def _moment(here: dt.datetime, text: str, clocks: Iterable[dt.tzinfo | None]) -> Moment:
    offset = here.utcoffset()
    alike = all(clock and here.astimezone(clock).utcoffset() == offset for clock in clocks)
    return Moment(here.isoformat(), text, "" if alike else f" ({here.tzinfo})")


class Moments:
    """Formats times for the rows of a page; each day is formatted once."""

    def __init__(self, request: Any, event: Event) -> None:
        self.zone = timezone.get_current_timezone()
        self.clocks = [clock for clock in clocks_of(request, event) if clock is not self.zone]  # those that may differ
        self.days: dict[dt.date, str] = {}

    def time_of_day(self, moment: dt.datetime) -> SafeString:
        here = moment.astimezone(self.zone)
        return _moment(here, f"{here:%H:%M}", self.clocks).__html__()

    def __call__(self, moment: dt.datetime) -> Moment:
        here = moment.astimezone(self.zone)
        day = here.date()
        if day not in self.days:
            self.days[day] = date_format(here, "j F")
        return _moment(here, f"{self.days[day]} {here:%H:%M:%S}", self.clocks)
