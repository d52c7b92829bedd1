"""The screen in the hall, and its clock."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.pages.error_responses import errors_on_form
from core.pages.live import render_part
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.cached_page import cached_event_page
from tournaments.cut.services.bracket import bracket_columns
from tournaments.events.services.ending import final_match, podium
from tournaments.models import Event, MatchState, Right, Round
from tournaments.rounds.forms import ExtensionForm
from tournaments.rounds.services import timer as services
from tournaments.rounds.services.pairing_table import TableRow, rows_of
from tournaments.rounds.views.rounds import published_page

CLOCK: dict[str, Callable[..., Round]] = {
    "start": services.start_timer,
    "pause": services.pause_timer,
    "resume": services.resume_timer,
}


class HallTable(NamedTuple):
    number: str
    names: tuple[str, ...]
    is_done: bool


@require_GET
@event_page()
@cached_event_page()
def hall(request: EventRequest, event: Event) -> HttpResponse:
    """Show the full-screen page: the clock in the middle, the tables around it."""
    return render(request, "tournaments/rounds/hall.html", hall_context(event))


@require_GET
@event_page()
def hall_now(request: EventRequest, event: Event) -> HttpResponse:
    return render_part(request, "tournaments/rounds/hall.html", hall_context(event))


def hall_context(event: Event) -> dict[str, Any]:
    current = event.rounds.public().in_order().last()
    rows = rows_of(current, with_points=False) if current else []
    final = final_match(event)
    extended = current.matches.filter(extra_seconds__gt=0).undecided() if current else []
    return {
        "event": event,
        "round": current,
        "rows": _tables(row for row in rows if final is None or row.match != final.match.pk),
        "final": final,
        "columns": bracket_columns(event) if final else [],
        "open": sum(row.state != "done" for row in rows),
        "news": event.latest_announcement(),
        "first": podium(event),
        "extended": [(match.table, match.extra_minutes) for match in extended],
        "topics": event.topics("pairings", "results", "timer", "announcements"),
    }


def _tables(rows: Iterable[TableRow]) -> list[HallTable]:
    bye = (_("bye"),)
    return [
        HallTable(
            "–" if row.table is None else str(row.table),
            tuple([seat.name for seat in row.seats]) + bye * row.is_bye,
            row.state == MatchState.DONE,
        )
        for row in rows
    ]


@require_GET
@event_page()
def clock(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Render the fragment with the clock of a round."""
    shown = get_object_or_404(event.rounds.public(), number=number)
    runs = Right.RUN_ROUNDS in request.rights
    context = {"event": event, "round": shown, "runs": runs, "extension": ExtensionForm(played=shown)}
    return render_part(request, "tournaments/rounds/round.html", context)


@require_POST
@event_page(Right.RUN_ROUNDS)
def turn_clock(request: EventRequest, event: Event, number: int, what: str) -> HttpResponse:
    played = get_object_or_404(event.rounds, number=number)
    CLOCK[what](played=played, who=request.user)
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS, Right.RULE)
def extend(request: EventRequest, event: Event, number: int) -> HttpResponse:
    played = get_object_or_404(event.rounds.public(), number=number)
    form = ExtensionForm(request.POST, played=played)
    if form.is_valid():
        with errors_on_form(form, already_settled="table"):
            match, minutes = form.cleaned_data["table"], form.cleaned_data["minutes"]
            services.extend_table(match=match, who=request.user, minutes=minutes)
            return redirect("tournaments:round", event.slug, number)
    return published_page(request, event, played, form)
