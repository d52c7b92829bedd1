"""Changing the number of Swiss rounds while the event runs."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import form_text, whole_number
from tournaments.lifecycle.services.number_of_rounds import (
    change_number_of_rounds,
    paired_rounds,
    refuse_other_number,
    rounds_options,
)
from tournaments.models import Event, Right


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def number_of_rounds(request: EventRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        change_number_of_rounds(
            event_id=event.pk,
            who=request.user,
            rounds=whole_number(form_text(request, "rounds"), digits=3) or 0,
            seen=whole_number(form_text(request, "seen"), digits=3),
            why=form_text(request, "why")[:300],
        )
        return redirect("tournaments:run", event.slug)
    refuse_other_number(event)
    context = {"event": event, "options": rounds_options(event), "paired": paired_rounds(event)}
    return render(request, "tournaments/events/number_of_rounds.html", context)
