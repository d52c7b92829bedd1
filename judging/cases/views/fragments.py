"""Fragments about judging for pages of lower apps.

They are the desk in the navigation, the personal part of the start page, at a match whether a judge is on the way, and
the open cases when an event is about to be finished.
"""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.models import User
from core.pages.live import render_part, take_versions
from core.pages.requests import asks_for_part
from judging.cases.pages import start_page as services
from judging.cases.pages.call_articles import call_of
from judging.cases.pages.menu import desk_link_of
from judging.models import Case
from judging.rights import may_rule, plays_in
from tournaments.base.views.access import EventRequest, event_page, match_page, signed_in
from tournaments.lifecycle.services.next_step import FORWARD_LABELS, StepKind
from tournaments.models import Event, EventState, Match, Right


@require_GET
@signed_in
def desk_link(request: Any) -> HttpResponse:
    """Render what changes in the link "Desk (3)" of the menu. A direct visit redirects to a page."""
    return HttpResponse(desk_link_of(request.user)) if asks_for_part(request) else redirect("judging:desks")


@require_GET
@signed_in
def now(request: Any) -> HttpResponse:
    """Render the live fragment of the start page."""
    if not asks_for_part(request):
        return redirect("start")
    user = request.user
    return render_part(request, "start.html", _now_of(user, is_staff=services.is_on_a_staff(user)))


def now_context(request: Any) -> dict[str, Any]:
    """Return the user's part of the start page, read after its topics."""
    is_staff = services.is_on_a_staff(request.user)
    topics = sorted(services.topics_now(request.user, is_staff=is_staff))
    take_versions(request, *topics)
    return _now_of(request.user, is_staff=is_staff) | {"topics": topics}


def _now_of(user: User, *, is_staff: bool) -> dict[str, Any]:
    """Return tables, cases, desks where something waits, and the next steps of the user's events."""
    desks = services.desks_now(user) if is_staff else []
    steps = {step.event.pk: step for step in services.steps_now(user)} if is_staff else {}
    facts = services.facts_now(user, [*(desk.event for desk in desks), *(step.event for step in steps.values())])
    busy = [(desk, steps.pop(desk.event.pk, None)) for desk in desks if desk.cases]
    tables = sorted(services.tables_now(user), key=_waits)
    return {
        "tables": tables,
        "listed": {*(table.me.event_id for table in tables), *(desk.event.pk for desk, _step in busy), *steps},
        "cases": services.my_cases(user),
        "desks": desks,
        "busy_desks": [(desk, _words_of(step) if step else None) for desk, step in busy],
        "facts": facts,
        "steps": [(step, _words_of(step)) for step in steps.values()],
    }


def _waits(table: services.Table) -> bool:
    """The table at which the person is expected now comes first."""
    return table.match is None or table.match.is_done


def _words_of(step: services.Step) -> tuple[str, str]:
    """Return the text of the next step and its URL."""
    slug = step.event.slug
    if step.step.kind == StepKind.REVIEW_PAIRINGS and step.round:
        text = _("Review pairings of %(round)s") % {"round": step.round.name_in_sentence}
        return text, step.round.get_absolute_url()
    if step.step.kind == StepKind.ENTER_RESULTS:
        return _("Enter results (%(number)s missing)") % {"number": step.missing}, reverse(
            "tournaments:entry", args=[slug]
        )
    if step.step.kind == StepKind.PAIR:
        return _("Pair next round"), reverse("tournaments:run", args=[slug])
    label = FORWARD_LABELS.get(EventState(step.step.to)) if step.step.to else None
    return str(label or _("Manage event")), reverse("tournaments:run", args=[slug])


@require_GET
@match_page
def match_judges(request: EventRequest, match: Match) -> HttpResponse:
    """Render the live fragment of a match page: the button that calls a judge, or whether one is coming."""
    seated = request.user.is_authenticated and plays_in(match, request.user)
    context = call_of(match, request.user) if seated else {}
    return render(request, "judging/parts/match_judges.html", context | {"has_button": "button" in request.GET})


@require_GET
@event_page(Right.EDIT_EVENT)
def open_cases(request: Any, event: Event) -> HttpResponse:
    """Render the live fragment beside "Finish event" with the number of open cases. A direct visit redirects to a
    page."""
    if not asks_for_part(request):
        return redirect("tournaments:run", event.slug)
    context = {
        "event": event,
        "open_cases": Case.objects.filter(event=event).unsettled().count(),
        "may_rule": may_rule(event, request.user),
    }
    return render(request, "judging/parts/open_cases.html", context)
