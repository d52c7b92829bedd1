"""The page where the staff enter results: the slips typed, the tables tapped, what came in last, and its undo."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import Refused, as_document
from core.pages.error_responses import errors_on_form, form_status, wants_json
from core.pages.live import render_part
from core.pages.requests import asks_for_part
from tournaments.base.views.access import EventRequest, back_to, cached_event_page, event_page, match_form, match_page
from tournaments.base.views.form_fields import faults_of, form_text, whole_number
from tournaments.lifecycle.views import step_after
from tournaments.models import Event, Match, Right
from tournaments.results.forms.results import StaffScoreForm
from tournaments.results.forms.slips import SlipForm
from tournaments.results.services import entry as services
from tournaments.results.services.round_in_play import EnteredResult, latest_results, missing_results, undo_result
from tournaments.results.services.scores import Score
from tournaments.results.views.lines import answer_line, describe_result, describe_saved, enter_line
from tournaments.results.views.match import match_with, staff_form
from tournaments.results.views.picking import picker_context

PLACES = "places"  # what is picked at a table where each seat has its place


@require_http_methods(["GET", "POST"])
@event_page(Right.ENTER_RESULTS)
@cached_event_page()
def entry(request: EventRequest, event: Event) -> HttpResponse:
    """Enter a result from a slip by keyboard alone: table and score, Enter, next slip.

    The page's script (static/js/slips.js) sends each line by itself and gets JSON.
    """
    form = SlipForm(event, request.POST if request.method == "POST" else None)
    if form.is_bound and wants_json(request):
        return answer_line(request, form)
    stands = ""
    if form.is_valid():
        try:
            enter_line(request, form)
        except Refused as refusal:
            form.add_error("slip", ValidationError(str(refusal.message), code=refusal.code))
            stands = refusal.details.get("stands", "")
        else:
            messages.success(request, describe_saved(*form.line()))
            return redirect("tournaments:entry", event.slug)
    context = entry_context(request, event) | {"form": form, "match": form.match, "stands": stands}
    return render(request, "tournaments/results/entry.html", context, status=form_status(form))


@require_GET
@event_page(Right.ENTER_RESULTS)
def entry_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment of the page: the tables without a result, or the next step."""
    return entry_fragment(request, event)


def entry_fragment(request: EventRequest, event: Event, **more: Any) -> HttpResponse:
    status = more.pop("status", 200)
    context = entry_context(request, event) | more
    return render_part(request, "tournaments/results/entry.html", context, status=status)


def entry_context(request: EventRequest, event: Event) -> dict[str, Any]:
    """Return the tables without a result, or the next step, and the latest results, which can be undone."""
    rounds, missing = list(event.rounds.in_order()), missing_results(event)
    last = rounds[-1] if rounds else None
    open_round = next((one for one in reversed(rounds) if one.is_open), None)
    step = {} if missing else step_after(request, event, last, missing)
    entered = [_entered_row(event, row) for row in latest_results(last)]
    words = event.format.words.missing % {"n": len(missing)}
    shown = {"missing": missing, "missing_words": words, "entered": entered}
    return {**step, **shown, "event": event, "round": last, "open_round": open_round}


class EnteredRow(NamedTuple):
    """A result that was entered recently, as the page lists it."""

    words: str
    table: int | None
    result: int
    can_undo: bool
    address: str
    undo_address: str


def _entered_row(event: Event, row: EnteredResult) -> EnteredRow:
    address = reverse("tournaments:match", args=[row.match])
    words = describe_result(event.format, row.table, row.names, row.score)
    return EnteredRow(words, row.table, row.pk, row.can_undo, address, f"{address}undo/")


@require_GET
@match_page
def pick(request: EventRequest, match: Match, side: str) -> HttpResponse:
    """Render the chips of one winner, for the page where results are entered."""
    if request.rights.isdisjoint({Right.ENTER_RESULTS, Right.RULE}):
        raise Http404
    context = picker_context(match, reverse("tournaments:enter", args=[match.pk]), for_staff=True)
    if side == PLACES and not context and not match.is_bye:
        return _asks_places(request, match, staff_form(match))
    chosen = next((one for one in context.get("picks", ()) if one.side == side), None)
    if chosen is None:
        raise Http404
    return _picker(request, match, {**context, "pick": chosen})


def _picker(request: EventRequest, match: Match, context: dict[str, Any], status: int = 200) -> HttpResponse:
    own = services.seat_of(match, request.user) is not None
    context |= {"match": match, "desk": True, "own": own}
    return render(request, "tournaments/results/parts/score_picker.html", context, status=status)


def _asks_places(request: EventRequest, match: Match, form: StaffScoreForm) -> HttpResponse:
    """Render the form of a table in its row. What was tapped stays when it is refused."""
    context = {"places": form, "action": reverse("tournaments:enter", args=[match.pk])}
    answer = _picker(request, match, context, form_status(form))
    answer["HX-Retarget"] = f"#pick-{match.pk}"
    return answer


@match_form
def enter(request: EventRequest, match: Match) -> HttpResponse:
    form = staff_form(match, request.POST)
    if asks_for_part(request):
        return _entered_in_place(request, match, form)
    services.refuse_settled(match)
    services.refuse_closed_round(match)
    if form.is_valid():
        with errors_on_form(form):
            _enter(request, match, form)
            return back_to(request, match.get_absolute_url())
    return match_with(request, match, form)


def _enter(request: EventRequest, match: Match, form: StaffScoreForm) -> Score:
    score, version = form.score(), form.cleaned_data["version"]
    services.enter_result(match_id=match.pk, who=request.user, score=score, seen_version=version)
    return score


def _entered_in_place(request: EventRequest, match: Match, form: StaffScoreForm) -> HttpResponse:
    """Enter the tapped result and return the remaining tables, or the reason why it was refused."""
    event = match.round.event
    try:
        services.refuse_settled(match)
        if "outcome" not in form.fields:
            return _places_entered(request, match, form)
        if not form.is_valid():
            return entry_fragment(request, event, fault=faults_of(form), status=400)
        score = _enter(request, match, form)
    except Refused as refusal:
        return entry_fragment(request, event, fault=refusal.message, match=match, status=refusal.status)
    return entry_fragment(request, event, saved=describe_saved(match, score), match=match)


def _places_entered(request: EventRequest, match: Match, form: StaffScoreForm) -> HttpResponse:
    if form.is_valid():
        with errors_on_form(form):
            saved = describe_saved(match, _enter(request, match, form))
            return entry_fragment(request, match.round.event, saved=saved, match=match)
    return _asks_places(request, match, form)


@match_form
def undo(request: EventRequest, match: Match) -> HttpResponse:
    """Undo a result in the list of the page."""
    event, result = match.round.event, whole_number(form_text(request, "result")) or 0
    in_place = asks_for_part(request)
    try:
        undone = undo_result(match_id=match.pk, who=request.user, result_id=result)
    except Refused as refusal:
        if wants_json(request):
            return JsonResponse(as_document(refusal), status=refusal.status)
        if in_place:
            return entry_fragment(request, event, fault=refusal.message, match=match, status=refusal.status)
        raise
    if wants_json(request):
        return JsonResponse({"version": undone.version})
    if in_place:
        return entry_fragment(request, event, undone=match)
    return back_to(request, reverse("tournaments:entry", args=[event.slug]))
