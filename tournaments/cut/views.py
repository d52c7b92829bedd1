"""The bracket, the final report and the certificates."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from core.pages.live import render_part
from tournaments.base.views.access import EventRequest, event_page
from tournaments.cut.services.bracket import bracket_columns
from tournaments.cut.services.prizes import final_report, with_what_was_played
from tournaments.models import Event, Right
from tournaments.standings.services.clinch import publish_clinch


@require_GET
@event_page()
def bracket(request: EventRequest, event: Event) -> HttpResponse:
    context = {"event": event, "columns": bracket_columns(event)}
    return render(request, "tournaments/cut/bracket.html", context)


@require_GET
@event_page()
def bracket_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment of the bracket."""
    return render_part(request, "tournaments/cut/bracket.html", {"event": event, "columns": bracket_columns(event)})


@require_GET
@event_page()
def report(request: EventRequest, event: Event) -> HttpResponse:
    """Show the final ranking with prizes."""
    placed = with_what_was_played(event, final_report(event))
    context = {"event": event, "placed": placed, "rounds": event.rounds.swiss().public().numbers()}
    return render(request, "tournaments/events/report.html", context)


@require_POST
@event_page(Right.RUN_ROUNDS)
def clinch(request: EventRequest, event: Event) -> HttpResponse:
    publish_clinch(event_id=event.pk, who=request.user)
    return redirect("tournaments:standings", event.slug)
