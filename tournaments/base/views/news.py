"""The latest announcement, in a live section of its own on most pages of an event."""

from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString

from core.templatetags.live import live_sections
from tournaments.base.views.moments import clocks_of, moment_shown
from tournaments.models import Event


class News(NamedTuple):
    """The text is empty if nothing is announced."""

    live: SafeString
    at: SafeString
    text: str


def news_of(request: Any, event: Event) -> News:
    latest, live = event.latest_announcement(), live_sections(request, event.announcements_topic)
    if latest is None:
        return News(live, SafeString(), "")
    shown = moment_shown(latest.at, "j F, H:i", clocks_of(request, event), timezone.get_current_timezone())
    return News(live, shown, latest.text)
