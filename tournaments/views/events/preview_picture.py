"""The picture of an event for link previews: the same for everybody, kept by what it shows."""

import dataclasses
import hashlib
import json

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tournaments.models import Event
from tournaments.services.events.ending import podium, winners
from tournaments.services.events.preview_picture import Poster, draw
from tournaments.views.base.access import event_page

KEPT_SECONDS = 24 * 3600
FRESH_SECONDS = 300


@require_GET
@event_page()
def preview_picture(request: HttpRequest, event: Event) -> HttpResponse:
    poster = poster_of(event)
    stamp = hashlib.sha256(json.dumps(dataclasses.astuple(poster)).encode()).hexdigest()[:24]
    etag = f'"{stamp}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(_picture(poster, stamp), content_type="image/png")
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
    return response


def _picture(poster: Poster, stamp: str) -> bytes:
    kept: bytes | None = cache.get(f"preview:{stamp}")
    if kept is None:
        kept = draw(poster)
        cache.set(f"preview:{stamp}", kept, KEPT_SECONDS)
    return kept


def poster_of(event: Event) -> Poster:
    """Before the end when and where, afterwards who won."""
    with timezone.override(event.zone):
        when = date_format(timezone.localtime(event.starts_at), "j F Y")
    where = " · ".join(filter(None, [when, event.place]))
    players = event.registrations.taking_part().count()
    count = ngettext("%(n)s player", "%(n)s players", players) % {"n": players} if players else ""
    names = ", ".join(player.shown_name for player in winners(podium(event))) if event.has_final_ranking else ""
    if names:
        return Poster(event.name, _("%(name)s wins") % {"name": names}, (where, count))
    return Poster("Krosmaster Arena", event.name, (where, count))
