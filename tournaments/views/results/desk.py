"""The desk where results are entered: the open tables, what came in last, and its undo."""

import dataclasses
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from tournaments.models import Ending, Event, Match, Right
from tournaments.services.results.entry import enter_result, refuse_settled, seat_of
from tournaments.services.results.scores import AnyScore, describe_score, outcome_label, read_score
from tournaments.services.results.table_scores import TableScore
from tournaments.services.results.undo import EnteredResult, latest_results, undo_result
from tournaments.views.base.access import EventRequest, back_to, event_page, match_page
from tournaments.views.base.form_fields import faults_of, form_text, whole_number
from tournaments.views.events.dashboard import step_context
from tournaments.views.results.picking import picker_context


@require_GET
@match_page
def pick(request: EventRequest, match: Match, side: str) -> HttpResponse:
    """Render the chips of one winner, for the desk where results are entered."""
    if request.rights.isdisjoint({Right.ENTER_RESULTS, Right.RULE}) or match.is_bye or len(match.seats()) > 2:
        raise Http404
    context = picker_context(match, reverse("tournaments:enter", args=[match.pk]), for_staff=True)
    chosen = next((one for one in context["picks"] if one.side == side), None)
    if chosen is None:
        raise Http404
    context |= {"match": match, "pick": chosen, "desk": True, "own": seat_of(match, request.user) is not None}
    return render(request, "tournaments/results/parts/score_picker.html", context)


@require_GET
@event_page(Right.ENTER_RESULTS)
def entry_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment of the desk: the tables without a result, or the next step."""
    return entry_fragment(request, event)


def entry_fragment(request: EventRequest, event: Event, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    context = entry_context(request, event) | more
    return render(request, "tournaments/results/parts/entry_now.html", context, status=status)


def entry_context(request: EventRequest, event: Event) -> dict[str, Any]:
    """Return the context with the latest results, which confirm each tap and can be undone."""
    context = step_context(request, event)
    rows = latest_results(context["round"])
    return context | {"entered": [_entered_row(row) for row in rows]}


@dataclasses.dataclass(frozen=True, slots=True)
class EnteredRow:
    """A result that was entered recently, as it is listed at the desk."""

    words: str
    table: int | None
    result: int
    can_undo: bool
    address: str
    undo_address: str


def _entered_row(row: EnteredResult) -> EnteredRow:
    match = row.match
    address = match.get_absolute_url()
    words = describe_saved(match, read_score(row.result.score()))
    return EnteredRow(words, match.table, row.result.pk, row.can_undo, address, f"{address}undo/")


@require_POST
@match_page
def undo(request: EventRequest, match: Match) -> HttpResponse:
    """Undo a result in the list at the desk."""
    event, result = match.round.event, whole_number(form_text(request, "result")) or 0
    if not request.headers.get("HX-Request"):
        undo_result(match_id=match.pk, who=request.user, result_id=result)
        return back_to(request, reverse("tournaments:entry", args=[event.slug]))
    try:
        undo_result(match_id=match.pk, who=request.user, result_id=result)
    except Refused as refusal:
        return entry_fragment(request, event, fault=refusal.message, match=match, status=refusal.status)
    return entry_fragment(request, event, undone=match)


def entered_at_the_desk(request: EventRequest, match: Match, form: Any) -> HttpResponse:
    """Enter the tapped result and return the remaining tables, or the reason why it was refused."""
    event = match.round.event
    try:
        refuse_settled(match)
        if not form.is_valid():
            return entry_fragment(request, event, fault=faults_of(form), status=400)
        score: AnyScore = form.score()
        version = form.cleaned_data["version"]
        enter_result(match_id=match.pk, who=request.user, score=score, seen_version=version)
    except Refused as refusal:
        return entry_fragment(request, event, fault=refusal.message, match=match, status=refusal.status)
    return entry_fragment(request, event, saved=describe_saved(match, score), match=match)


def describe_saved(match: Match, score: AnyScore) -> str:
    """Describe the saved result with the winner and the ending."""
    if isinstance(score, TableScore):
        table, result = match.table, describe_score(match, score.fields())
        values = {"table": table, "result": result, "ending": Ending(score.ending).label}
        return _("Table %(table)s: %(result)s (%(ending)s)") % values
    assert match.b is not None
    values = {
        "table": match.table,
        "a": match.a.full_name,
        "b": match.b.full_name,
        "x": score.glory_a,
        "y": score.glory_b,
        "outcome": outcome_label(score.outcome, match.a.full_name, match.b.full_name),
        "ending": Ending(score.ending).label,
    }
    return _("Table %(table)s: %(a)s %(x)s : %(y)s %(b)s – %(outcome)s (%(ending)s)") % values
