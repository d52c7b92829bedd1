"""Changing the state of an event: the page before round 1 with its checklist, cancelling, and any other step."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.pages.asking import asks_first
from core.pages.error_responses import form_status
from core.pages.live import render_part
from core.records import mail
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import form_text, whole_number
from tournaments.events.forms import CancelForm
from tournaments.lifecycle.services.next_step import (
    FORWARD_LABELS,
    LimitedStep,
    NextStep,
    OpenPoint,
    StepKind,
    next_step,
    open_points,
    open_points_of_links,
    open_points_of_lists,
    pools_locked,
    transition_to,
    transitions_of,
)
from tournaments.lifecycle.services.number_of_rounds import (
    change_number_of_rounds,
    paired_rounds,
    refuse_other_number,
    rounds_options,
)
from tournaments.lifecycle.services.transitions import (
    change_event_state,
    e_mailed_and_not,
    open_check_in,
    start_round_1,
    undo_cancelling,
)
from tournaments.models import Event, EventState, Right, Round
from tournaments.results.services.round_in_play import MissingResult, missing_results

OF_LISTS = {Right.OPEN_LISTS, Right.MANAGE_PLAYERS}
LEADS_TO = {
    "day": ("edit", ""),
    "here": ("check_in", ""),
    "away": ("check_in", "?show=away"),
    "pending": ("manage_players", ""),
    "waiting": ("manage_players", "?show=waiting"),
    "missing-lists": ("lists", ""),
    "illegal-lists": ("lists", ""),
    "no-pods": ("pods", ""),
    "no-partner": ("crews", ""),
    "unpaid": ("check_in", "?show=unpaid"),
    "schedule": ("edit", ""),
    "new-links": ("print_links", ""),
}


BEFORE_REGISTRATION = (EventState.DRAFT, EventState.ANNOUNCED)


def next_step_context(request: EventRequest, event: Event) -> dict[str, Any]:
    """Return the next step, and whether the viewer may take it."""
    return step_after(request, event, event.rounds.in_order().last(), missing_results(event))


def step_after(
    request: EventRequest, event: Event, last: Round | None, missing: Sequence[MissingResult]
) -> dict[str, Any]:
    """Return the same after the last round, of which these results are missing."""
    is_decided = last is None or last.pk not in {row.round for row in missing}
    step, transitions = next_step(event, last, is_decided=is_decided), transitions_of(event)
    is_step = [step.kind == StepKind.TRANSITION and transition.to == step.to for transition in transitions]
    return {
        "event": event,
        "round": last,
        "step": step,
        "step_transition": next((one for one, is_it in zip(transitions, is_step, strict=True) if is_it), None),
        "transitions": [one for one, is_it in zip(transitions, is_step, strict=True) if not is_it],
        **_preparing(event, step),
        "missing": missing,
        "results_missing": _results_missing(last, len(missing)) if step.kind == StepKind.ENTER_RESULTS else "",
        "points": linked(event, _open_points(request, event)),
        "check_in_label": FORWARD_LABELS[EventState.CHECK_IN] if _may_open_check_in(event) else "",
        "may_edit": Right.EDIT_EVENT in request.rights,
        "may_run": Right.RUN_ROUNDS in request.rights,
        "may_enter": Right.ENTER_RESULTS in request.rights,
    }


def _may_open_check_in(event: Event) -> bool:
    """Whether the day has come of an event that takes no registrations yet: its check-in opens in one step."""
    today, day = (moment.astimezone(event.zone).date() for moment in (timezone.now(), event.starts_at))
    return event.state in BEFORE_REGISTRATION and today >= day


def _open_points(request: EventRequest, event: Event) -> list[OpenPoint]:
    """Return what is open whatever the next step is."""
    links = open_points_of_links(event) if Right.MANAGE_PLAYERS in request.rights else []
    lists = [] if request.rights.isdisjoint(OF_LISTS) else open_points_of_lists(event)
    return [*links, *lists]


def _preparing(event: Event, step: NextStep) -> dict[str, Any]:
    """Return the progress of a limited event before its first round: locked pools, out of the players who are here."""
    if step.prepare is None:
        return {}
    return {
        "prepared": pools_locked(event),
        "prepare_label": preparing(step.prepare),
        "prepare_address": preparing_address(event, step.prepare),
    }


def _results_missing(last: Round | None, number: int) -> str:
    text = ngettext("%(name)s: %(number)s result is missing.", "%(name)s: %(number)s results are missing.", number)
    return text % {"name": last.name if last else "", "number": number}


def preparing(step: LimitedStep) -> str:
    labels = {
        LimitedStep.DRAW_PODS: _("Draw pods"),
        LimitedStep.SEAT_PLAYERS: _("Seat players at pods"),
        LimitedStep.LOCK_POOLS: _("Enter and lock pools"),
    }
    return labels[step]


def preparing_address(event: Event, step: LimitedStep) -> str:
    name = "pools" if step == LimitedStep.LOCK_POOLS else "pods"
    return reverse(f"tournaments:{name}", args=[event.slug])


def linked(event: Event, points: list[OpenPoint]) -> list[tuple[OpenPoint, str]]:
    return [(point, _address(event, point.code)) for point in points]


def _address(event: Event, code: str) -> str:
    name, query = LEADS_TO[code]
    return reverse(f"tournaments:{name}", args=[event.slug]) + query


@require_POST
@event_page(Right.EDIT_EVENT)
@asks_first
def change_state(request: EventRequest, event: Event) -> HttpResponse:
    key, why, anyway = form_text(request, "once"), form_text(request, "why"), "anyway" in request.POST
    to = form_text(request, "to")
    if to == EventState.CHECK_IN and event.state in BEFORE_REGISTRATION:
        moved = open_check_in(event_id=event.pk, who=request.user, key=key)
    else:
        moved = change_event_state(event_id=event.pk, who=request.user, to=to, key=key, why=why, anyway=anyway)
    if moved.state == EventState.CHECK_IN and not event.has_started and Right.CHECK_IN in request.rights:
        return redirect("tournaments:check_in", event.slug)
    drawn = moved.rounds.in_order().last() if moved.state == EventState.CUT else None
    if drawn and drawn.is_unpublished and Right.RUN_ROUNDS in request.rights:
        return redirect(drawn)  # the start of the cut has drawn it, and it waits for a look
    return redirect("tournaments:run", event.slug)


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def start(request: EventRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        paired = start_round_1(event_id=event.pk, who=request.user, key=form_text(request, "once"))
        return redirect(paired) if paired else redirect("tournaments:run", event.slug)
    if event.state != EventState.CHECK_IN:
        return redirect("tournaments:run", event.slug)
    return render(request, "tournaments/events/start.html", _as_it_stands(event))


@require_GET
@event_page(Right.EDIT_EVENT)
def start_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment: others may check players in or start the round meanwhile."""
    return render_part(request, "tournaments/events/start.html", _as_it_stands(event))


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
