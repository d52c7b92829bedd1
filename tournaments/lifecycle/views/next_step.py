"""The next step of an event, and where it is taken: for the dashboard, the bar, the start of round 1, and the page for
entering results."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.views.access import EventRequest
from tournaments.lifecycle.services.next_step import (
    LimitedStep,
    NextStep,
    OpenPoint,
    StepKind,
    next_step,
    open_points_of_links,
    open_points_of_lists,
    pools_locked,
    transitions_of,
)
from tournaments.models import Event, Right, Round
from tournaments.results.services.round_in_play import MissingResult, missing_results
from tournaments.rounds.services.rounds_of import last_round_of

OF_LISTS = {Right.OPEN_LISTS, Right.MANAGE_PLAYERS}
LEADS_TO = {
    "day": ("edit", ""),
    "here": ("check_in", ""),
    "away": ("check_in", "?show=away"),
    "pending": ("manage_players", ""),
    "missing-lists": ("lists", ""),
    "illegal-lists": ("lists", ""),
    "no-pods": ("pods", ""),
    "no-partner": ("crews", ""),
    "unpaid": ("check_in", "?show=unpaid"),
    "schedule": ("edit", ""),
    "new-links": ("print_links", ""),
}


def next_step_context(request: EventRequest, event: Event) -> dict[str, Any]:
    """Return the next step, and whether the viewer may take it."""
    return step_after(request, event, last_round_of(event, is_public=False), missing_results(event))


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
        "may_edit": Right.EDIT_EVENT in request.rights,
        "may_run": Right.RUN_ROUNDS in request.rights,
        "may_enter": Right.ENTER_RESULTS in request.rights,
    }


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
