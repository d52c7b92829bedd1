"""Lists of events, and the front page of one."""

import secrets
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.pages.links import absolute
from core.pages.pictures import announcement, picture_response
from core.pages.row_templates import macro_of
from tournaments.base.views.access import EventRequest, cached_event_page, event_page, signed_in
from tournaments.cut.services.bracket import bracket_columns
from tournaments.events.models.events import EventQuerySet
from tournaments.events.services.ending import FIRST, final_table, in_a_preview, podium, winners
from tournaments.events.services.front_page import facts_of
from tournaments.events.services.lists import (
    count_places,
    current_events,
    events_run_by,
    past_events,
    years_of,
)
from tournaments.events.views.playing import playing_now
from tournaments.models import Announcement, Event, EventState, Status
from tournaments.players.views.own_part import part_of
from tournaments.results.services.own_games import events_played_by
from tournaments.standings.services.charts import charts_of

EVENTS_A_PAGE = 48
PAST_SHOWN = 6  # on the first page, before the archive
NEWS = 10
OWN_PART = secrets.token_hex(16)  # stands for what is different for everyone in the page that all share


@require_GET
def index(request: EventRequest) -> HttpResponse:
    """List running and coming events, and the latest past ones; with `?past=` all of these, or those of a year."""
    if "past" in request.GET:
        return _archive(request)
    page = _page_of(current_events(request.user), request)
    past = past_events(request.user)[:PAST_SHOWN] if page.number == 1 else []
    rows = count_places([*page.object_list, *past])
    context = {
        "page": page,
        "running": [event for event in rows if event.state in EventQuerySet.RUNNING],
        "coming": [event for event in rows if event.state in EventQuerySet.COMING],
        "past": [event for event in rows if event.is_over],
    }
    return render(request, "tournaments/events/index.html", context)


def _archive(request: EventRequest) -> HttpResponse:
    events = past_events(request.user)
    years = years_of(events)
    year = next((each for each in years if str(each) == request.GET["past"]), None)
    page = _page_of(events.filter(starts_at__year=year) if year else events, request)
    context = {"page": page, "rows": count_places(page.object_list), "years": years, "year": year}
    return render(request, "tournaments/events/past.html", context)


def _page_of(events: EventQuerySet, request: EventRequest) -> Page[Event]:
    return Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page"))


@require_GET
@signed_in
def mine(request: EventRequest) -> HttpResponse:
    """List the events in which the user plays with what they have to do, those they have played, and those they run."""
    mine = events_played_by(request.user)
    context = {
        "current": [own for own in reversed(mine) if not own.event.is_over],
        "past": [own for own in mine if own.event.is_over],
        "runs": events_run_by(request.user),
    }
    return render(request, "tournaments/events/mine.html", context)


def _fill_in_own_part(page: str, request: EventRequest, event: Event) -> str:
    if not request.user.is_authenticated:
        return page
    part = render_to_string("tournaments/events/parts/my_part.html", part_of(request, event), request)
    return page.replace(OWN_PART, part)


@require_GET
@event_page()
@cached_event_page(each_minute=True, own_part=_fill_in_own_part)
def event(request: EventRequest, event: Event) -> HttpResponse:
    """What everyone sees first, with a part of their own for whoever has signed in."""
    facts = facts_of(event)
    context = {
        **({"own_part": OWN_PART} if request.user.is_authenticated else part_of(request, event)),
        "event": event,
        **facts,
        **playing_now(event),
        **_ending(event, facts["sentence"]),
        **_shared(event, request),
        "news": list(Announcement.objects.shown_on(event)[:NEWS]),
    }
    return render(request, "tournaments/events/event.html", context)


def _ending(event: Event, sentence: str) -> dict[str, Any]:
    """Return winners, ranking, bracket and charts, with which the page of a finished event begins."""
    ranked = final_table(event) if event.has_final_ranking else []
    placed = [row for row in ranked if row.player.status != Status.DISQUALIFIED][:FIRST]
    shown = {"columns": bracket_columns(event), "charts": charts_of(event)} if placed else {}
    return {"podium": placed, "ranked": ranked, "preview": in_a_preview(event, placed, sentence), **shown}


def _shared(event: Event, request: EventRequest) -> dict[str, str]:
    """Return the addresses of page and picture, and what another site's page needs to show both."""
    address = absolute(event.get_absolute_url(), request)
    picture = absolute(reverse("tournaments:event_picture", args=[event.slug]), request)
    image = format_html('<img src="{}" alt="{}" width="600" height="315">', picture, event.name)
    code = format_html('<a href="{}">{}</a>', address, image)
    return {"address": address, "picture": picture, "share_code": code}


@require_GET
@event_page()
def facts(request: EventRequest, event: Event) -> HttpResponse:
    """Render the fragment with settings, and with suggestions for the current number of registrations."""
    return render(request, "tournaments/events/parts/facts.html", facts_of(event))


@require_GET
@event_page()
def my_part(request: EventRequest, event: Event) -> HttpResponse:
    """Render the personal fragment: the user's place, table and list."""
    return render(request, "tournaments/events/parts/my_part.html", part_of(request, event))


@require_GET
@event_page()
def state_badge(_request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment beside the heading of every page of the event."""
    return HttpResponse(macro_of("tournaments/events/rows.jinja#state")(event.state, event.is_playing))


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
