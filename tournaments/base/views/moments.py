"""Times on pages: in one time zone, which is named unless it is the same for all readers."""

import datetime as dt
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.pages.cities import city_of
from tournaments.models import Event


def start_shown(request: Any, event: Event) -> SafeString:
    """Format the start of an event, in the same way on every page."""
    with timezone.override(event.zone_for(getattr(request, "user", None))):
        return moment_shown(request, event, event.starts_at, "l j F Y, H:i")


def moment_shown(request: Any, event: Event | None, moment: dt.datetime, form: str) -> SafeString:
    """Format a time in the current time zone. It is named unless it shows the same time in the viewer's zone and, if
    there is an event, in the hall."""
    here = timezone.localtime(moment)
    clocks = [getattr(request, "zone", None), *([event.zone] if event else [])]
    alike = all(clock and here.astimezone(clock).utcoffset() == here.utcoffset() for clock in clocks)
    zone = "" if alike else f" ({city_of(here.tzinfo)})"
    return format_html('<time datetime="{}">{}</time>{}', here.isoformat(), date_format(here, form), zone)
