"""The preview picture of an event: name, date, place, and the winners once it is over."""

from django.http import HttpResponse
from django.utils import formats
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.pages.pictures import announcement, picture_response
from tournaments.base.views.access import EventRequest, event_page
from tournaments.events.services.ending import podium, winners
from tournaments.models import Event, EventState


@require_GET
@event_page()
def picture(request: EventRequest, event: Event) -> HttpResponse:
    """Return the picture. Names are as in the standings: initials for minors, pseudonyms for deleted accounts."""
    won = [player.shown_name for player in winners(podium(event))] if event.has_final_ranking else []
    date = formats.date_format(event.starts_at.astimezone(event.zone), "j F Y")
    title, lines = event.name, [text for text in (date, event.place) if text]
    mark = _("Won by %(names)s") % {"names": ", ".join(won)} if won else ""
    key = "\0".join(["event", title, mark, *lines])
    public = event.state != EventState.DRAFT
    return picture_response(request, key, lambda: announcement(title, lines, mark=mark), public=public)
