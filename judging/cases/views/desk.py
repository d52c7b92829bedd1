"""The judges' desk of an event: open cases and their outcomes."""

import json
from functools import partial
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET

from core.pages.live import render_part
from judging.cases.models import CaseQuerySet
from judging.cases.pages.desk_rows import table_rows, to_read
from judging.cases.services.statistics import desk_statistics, export_cases
from judging.cases.views.case_page import just_ruled
from judging.logs.pages.proof import view_of
from judging.logs.services.health import queue_health
from judging.models import Case
from judging.rights import may_rule
from tournaments.base.views.access import EventRequest, event_page, signed_in
from tournaments.base.views.moments import moment_shown
from tournaments.models import Event, Registration, Right

SHOWN = {
    "open": lambda cases, _judge: cases.unsettled(),
    "mine": lambda cases, judge: cases.unsettled().filter(claimed_by=judge),
    "free": lambda cases, _judge: cases.unsettled().filter(claimed_by=None),
    "appealed": lambda cases, _judge: cases.filter(status=Case.Status.APPEALED),
    "settled": lambda cases, _judge: cases.exclude(status__in=Case.UNSETTLED),
}
SHOWN_LABELS = {
    "open": pgettext_lazy("cases", "open"),
    "mine": gettext_lazy("mine"),
    "free": gettext_lazy("unclaimed"),
    "appealed": pgettext_lazy("cases", "appeals"),
    "settled": pgettext_lazy("cases", "closed"),
}
PROVED = {
    "whole": (gettext_lazy("proved whole"), Q(proved=100)),
    "most": (gettext_lazy("proved by half or more"), Q(proved__gte=50, proved__lt=100)),
    "less": (gettext_lazy("proved by less than half"), Q(proved__lt=50)),
}
CASES_SHOWN = 200


@require_GET
@signed_in
def desks(request: Any) -> HttpResponse:
    """List the desks of the events that the user judges; of all events for superusers."""
    mine = Event.objects.all() if request.user.is_superuser else Event.objects.filter(staff__user=request.user)
    rows = [event for event in mine.distinct()[:100] if may_rule(event, request.user)]
    waiting = dict(Case.objects.unsettled().filter(event__in=rows).values_list("event").annotate(number=Count("pk")))
    context = {
        "rows": [(event, waiting.get(event.pk, 0)) for event in rows],
        "health": queue_health() if request.user.is_superuser else None,
    }
    return render(request, "judging/desks.html", context)


@require_GET
@event_page(Right.RULE)
def desk(request: EventRequest, event: Event) -> HttpResponse:
    return render(request, "judging/desk.html", desk_context(request, event))


@require_GET
@event_page(Right.RULE)
def desk_list(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment of the desk."""
    return render_part(request, "judging/desk.html", desk_context(request, event))


def desk_context(request: EventRequest, event: Event) -> dict[str, Any]:
    shown = request.GET.get("show", "open")
    shown = shown if shown in SHOWN else "open"
    kind = request.GET.get("kind", "")
    proved = request.GET.get("proved", "")
    filters = shown, kind if kind in Case.Kind.values else "", proved if proved in PROVED else ""
    plays = event.registrations.filter(user=request.user).exists()
    close = Registration.objects.with_conflict_of_interest(request.user) if plays else []
    unsettled = waiting = Case.objects.filter(event=event).unsettled().count()
    if close:
        seen = Case.objects.filter(event=event).not_of(close)
        cases, waiting = list(_listed(seen, request.user.pk, *filters)), seen.unsettled().count()
    else:
        cases = list(_listed(Case.objects.filter(event=event), request.user.pk, *filters))
    sees_lists, clock = Right.SEE_LISTS in request.rights, partial(moment_shown, request, event, form="H:i")
    calls, tables = table_rows(cases, request.user, clock, sees_lists=sees_lists)
    on_trust = [row for row in tables if row.on_trust]
    return {
        "event": event,
        "calls": calls,
        "unanswered": sum(not row.cases[0].coming for row in calls),
        "rows": [row for row in tables if not row.on_trust],
        "on_trust": on_trust,
        "cases_on_trust": sum(len(row.cases) for row in on_trust),
        "waiting": waiting,
        "shown": shown,
        "kind": kind,
        "filters": [(name, label, name == shown) for name, label in SHOWN_LABELS.items()],
        "kinds": [(each.value, each.label) for each in Case.kinds_in(event)],
        "proved": proved,
        "shares": [(name, label) for name, (label, _share) in PROVED.items()],
        "hidden": unsettled - waiting,
        "query": request.GET.urlencode(),
        "just_ruled": just_ruled(request),
    }


def _listed(seen: CaseQuerySet, judge: int, shown: str, kind: str, proved: str) -> QuerySet[Case, Any]:
    cases = SHOWN[shown](seen, judge)
    if kind:
        cases = cases.filter(kind=kind)
    if proved:
        cases = cases.with_share_proved().filter(PROVED[proved][1])
    return to_read(cases)[:CASES_SHOWN]


@require_GET
@event_page(Right.RULE, Right.EDIT_EVENT)
def statistics(request: EventRequest, event: Event) -> HttpResponse:
    numbers = desk_statistics(event)
    proof = view_of(numbers.proof, numbers.proof["actions"]) if numbers.proof else None
    context = {"event": event, "numbers": numbers, "proof": proof, "judge": Right.RULE in request.rights}
    return render(request, "judging/statistics.html", context)


@require_GET
@event_page(Right.RULE, Right.EDIT_EVENT)
def export(request: EventRequest, event: Event) -> HttpResponse:
    proof = desk_statistics(event).proof
    document = {"event": event.slug, "proof": proof, "cases": export_cases(event, request.user)}
    response = HttpResponse(json.dumps(document, ensure_ascii=False, indent=2), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-cases.json"'
    return response
