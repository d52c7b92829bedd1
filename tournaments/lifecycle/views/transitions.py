"""Changing the state of an event: the page before round 1 with its checklist, cancelling, and any other step."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.pages.error_responses import form_status
from core.records import mail
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import form_text
from tournaments.events.forms.events import CancelForm
from tournaments.lifecycle.services.next_step import open_points, transition_to
from tournaments.lifecycle.services.transitions import (
    change_event_state,
    e_mailed_and_not,
    start_round_1,
    undo_cancelling,
)
from tournaments.lifecycle.views.next_step import linked
from tournaments.models import Event, EventState, Right


@require_POST
@event_page(Right.EDIT_EVENT)
def change_state(request: EventRequest, event: Event) -> HttpResponse:
    key, why, anyway = form_text(request, "once"), form_text(request, "why"), "anyway" in request.POST
    change_event_state(
        event_id=event.pk, who=request.user, to=form_text(request, "to"), key=key, why=why, anyway=anyway
    )
    return redirect("tournaments:run", event.slug)


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def start(request: EventRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        paired = start_round_1(event_id=event.pk, who=request.user, key=form_text(request, "once"))
        return redirect(paired) if paired else redirect("tournaments:run", event.slug)
    if event.state != EventState.CHECK_IN:
        return redirect("tournaments:run", event.slug)
    topics = {f"{theme}_topic": event.topic_of(theme) for theme in ("players", "lists", "settings", "state")}
    return render(request, "tournaments/events/start.html", _as_it_stands(event) | topics)


@require_GET
@event_page(Right.EDIT_EVENT)
def start_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment: others may check players in or start the round meanwhile."""
    return render(request, "tournaments/events/parts/start_now.html", _as_it_stands(event))


def _as_it_stands(event: Event) -> dict[str, Any]:
    if event.state != EventState.CHECK_IN:
        return {"event": event, "has_started": True, "points": [], "not_yet": _("Somebody has started round 1.")}
    return {
        "event": event,
        "has_started": False,
        "points": linked(event, open_points(event)),
        "not_yet": transition_to(event, EventState.RUNNING).not_yet,
    }


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def cancel(request: EventRequest, event: Event) -> HttpResponse:
    if request.method == "GET" and EventState.CANCELLED not in event.transitions:
        return redirect("tournaments:run", event.slug)
    form = CancelForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        why, key = form.cleaned_data["why"], form_text(request, "once")
        change_event_state(event_id=event.pk, who=request.user, to=EventState.CANCELLED, why=why, key=key)
        return redirect("tournaments:run", event.slug)
    e_mailed, others = e_mailed_and_not(event)
    context = {"event": event, "form": form, "e_mailed": e_mailed, "others": others}
    return render(request, "tournaments/events/cancel.html", context, status=form_status(form))


@require_POST
@event_page(Right.EDIT_EVENT)
def undo_cancel(request: EventRequest, event: Event) -> HttpResponse:
    undo_cancelling(event_id=event.pk, who=request.user)
    if mail.can_be_sent():
        messages.success(request, _("The event takes place after all. Everyone has been notified."))
    else:
        text = _("The event takes place after all. This site sends no e-mails: tell the players yourself.")
        messages.success(request, text)
    return redirect("tournaments:run", event.slug)
