"""Standings: live and after each round, with the breakdown of each value."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from core.errors import Refused
from core.pages.live import render_part
from tournaments.base.views.access import EventRequest, cached_event_page, event_page, page_of_people, swiss_round_of
from tournaments.base.views.windows import window
from tournaments.cut.services.seeding import last_in_cut
from tournaments.models import Event, EventState, Right, Round
from tournaments.players.models.crews import crew_of
from tournaments.standings.services.breakdown import breakdown_of
from tournaments.standings.services.charts import charts_of
from tournaments.standings.services.clinch import round_to_clinch
from tournaments.standings.services.table import cross_table, standings_table


@require_GET
@event_page()
@cached_event_page()
def standings(request: EventRequest, event: Event, number: int | None = None) -> HttpResponse:
    """Show the current standings, or those published after a round."""
    shown = swiss_round_of(event, number) if number else None
    context = {
        **_table(request, event, shown),
        "rounds": event.rounds.swiss().public().numbers(),
        **(_clinch(event) if Right.RUN_ROUNDS in request.rights else {}),
    }
    return render(request, "tournaments/standings/standings.html", context)


def _clinch(event: Event) -> dict[str, object]:
    """Return whether clinched players can be published, or why not yet; nothing where there is nothing to publish."""
    if event.state != EventState.RUNNING or not event.has_planned_cut:
        return {}
    try:
        return {"can_clinch": round_to_clinch(event)}
    except Refused as refusal:
        return {"no_clinch": refusal} if refusal.code == "nothing-scored" else {}


@require_GET
@event_page()
@cached_event_page(is_fragment=True)
def table(request: EventRequest, event: Event, number: int | None = None) -> HttpResponse:
    shown = swiss_round_of(event, number) if number else None
    return render_part(request, "tournaments/standings/standings.html", _table(request, event, shown))


def _table(request: EventRequest, event: Event, shown: Round | None) -> dict[str, Any]:
    """Return one part of the table."""
    table = standings_table(event, shown)
    last = None if shown else last_in_cut(event, table.ranked)
    part = window(request, table.ranked)
    return {
        "event": event,
        "round": shown,
        "table": table,
        "rows": [row._replace(is_last_in_cut=row.player == last) for row in table.lines(part.rows)],
        "window": part,
        "shows_cut": last is not None,
    }


@page_of_people
@require_GET
@event_page()
@cached_event_page()
def cross(request: EventRequest, event: Event) -> HttpResponse:
    rounds, rows = cross_table(event)
    return render(request, "tournaments/standings/cross_table.html", {"event": event, "rounds": rounds, "rows": rows})


@require_GET
@event_page()
@cached_event_page()
def charts(request: EventRequest, event: Event) -> HttpResponse:
    return render(request, "tournaments/standings/charts.html", {"event": event, "charts": charts_of(event)})


@page_of_people
@require_GET
@event_page()
@cached_event_page()
def breakdown(request: EventRequest, event: Event, registration_id: int, number: int | None = None) -> HttpResponse:
    """Show the breakdown of one player's tie-break values."""
    player = get_object_or_404(event.registrations.taking_part().named(), pk=registration_id)
    shown = swiss_round_of(event, number) if number else None
    context = {
        "event": event,
        "player": crew_of(player) or player,
        "round": shown,
        "figures": breakdown_of(player, shown),
    }
    return render(request, "tournaments/standings/breakdown.html", context)
