"""Results entered by staff: typed from slips, entered on a match, corrected with a preview."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.error_responses import errors_on_form, form_status
from core.errors import Refused, Stale
from tournaments.forms.results import SlipForm, StaffScoreForm
from tournaments.forms.table_results import StaffTableScoreForm
from tournaments.models import Event, Match, Right, RoundState
from tournaments.services.corrections import correction, preview
from tournaments.services.results import entry as services
from tournaments.services.results import no_show as absences
from tournaments.services.results.scores import AnyScore, describe_score
from tournaments.services.rounds.re_pairing import open_tables
from tournaments.views.base.access import EventRequest, back_to, event_page, match_page
from tournaments.views.base.form_fields import form_text
from tournaments.views.base.unchanged import drawn_for_all, until_changed
from tournaments.views.results.desk import describe_saved, entered_at_the_desk, entry_context
from tournaments.views.results.match import match_with, names_of, staff_form
from tournaments.views.results.table import is_table, staff_table_form

AnyStaffForm = StaffScoreForm | StaffTableScoreForm


@require_http_methods(["GET", "POST"])
@event_page(Right.ENTER_RESULTS)
@until_changed
@drawn_for_all
def entry(request: EventRequest, event: Event) -> HttpResponse:
    """Enter a result from a slip by keyboard alone: table and score, Enter, next slip."""
    form = SlipForm(request.POST or None)
    match = _match_of(event, form) if form.is_valid() else None
    if match is not None:
        _table, score = form.cleaned_data["slip"]
        try:
            services.enter_result(match_id=match.pk, who=request.user, score=score)
        except Refused as refusal:
            form.add_error("slip", ValidationError(str(refusal.message), code=refusal.code))
        else:
            messages.success(request, describe_saved(match, score))
            return redirect("tournaments:entry", event.slug)
    context = entry_context(request, event) | {"form": form, "match": match}
    context["stands"] = services.current_result_details(match)["stands"] if match else ""
    context |= {"results_topic": f"{event.topic}:results", "rounds_topic": f"{event.topic}:rounds"}
    return render(request, "tournaments/results/entry.html", context, status=form_status(form))


def _match_of(event: Event, form: SlipForm) -> Match | None:
    """Return the match at the table of the slip, or put an error on the form."""
    table, _score = form.cleaned_data["slip"]
    at_tables = Match.objects.named().filter(round__event=event, round__state=RoundState.PUBLISHED)
    match = at_tables.filter(table=table).first()
    if match is None:
        text = _("This round has no table %(table)s.") % {"table": table}
        form.add_error("slip", ValidationError(text, code="no-such-table"))
    return match


@require_POST
@match_page
def enter(request: EventRequest, match: Match) -> HttpResponse:
    form = entering_form(match, request.POST)
    if request.headers.get("HX-Request"):
        return entered_at_the_desk(request, match, form)
    services.refuse_settled(match)
    services.refuse_closed_round(match)
    if form.is_valid():
        version = form.cleaned_data["version"]
        with errors_on_form(form):
            services.enter_result(match_id=match.pk, who=request.user, score=form.score(), seen_version=version)
            return back_to(request, match.get_absolute_url())
    return match_with(request, match, form)


def entering_form(match: Match, data: Any) -> AnyStaffForm:
    """Return the form for entering a result, as the chips of a duel send it: without an earlier result."""
    if is_table(match):
        return staff_table_form(match, data)
    return StaffScoreForm(data, needs_winner=match.is_in_the_cut, names=names_of(match))


def describe_change(match: Match, score: AnyScore) -> dict[str, str]:
    """Return the result of a table before and after, as text."""
    if not is_table(match):
        return {}
    before = services.current_score(match)
    return {
        "before": describe_score(match, before) if before else "",
        "after": describe_score(match, score.fields()),
    }


@require_POST
@match_page
def no_show(request: EventRequest, match: Match) -> HttpResponse:
    absences.no_show(match_id=match.pk, who=request.user, absent=form_text(request, "absent"))
    return redirect(match)


@require_POST
@match_page
def correct(request: EventRequest, match: Match) -> HttpResponse:
    """Preview the correction on the first submission; make it on the second one, from the preview."""
    services.require_neutral_staff(match, request.user)
    form = staff_form(match, request.POST)
    if not form.is_valid():
        return match_with(request, match, form)
    is_outdated = False
    if request.POST.get("then"):
        with errors_on_form(form, reason_missing="why"):
            is_outdated = not _corrected(request, match, form)
            if not is_outdated:
                return redirect(match)
    with errors_on_form(form):
        context = {
            "is_outdated": is_outdated,
            "seen_rounds": preview.rounds_as_shown(match.round.event),
            "event": match.round.event,
            "match": match,
            "form": form,
            "before": services.current_score(match),
            "after": form.score().fields(),
            "change": describe_change(match, form.score()),
            "kept": form.kept(),
            "diff": preview.preview_correction(match=match, who=request.user, score=form.score()),
            "tables_to_redraw": [each.table for each in open_tables(correction.affected_round(match))],
        }
        status = Refused.status if is_outdated else 400 if form.errors else 200
        return render(request, "tournaments/corrections/correction.html", context, status=status)
    return match_with(request, match, form)


def _corrected(request: EventRequest, match: Match, form: AnyStaffForm) -> bool:
    """Make the correction; return False if the event has changed since the preview."""
    try:
        _correct(request, match, form)
    except Stale as refusal:
        if refusal.code != preview.OUTDATED:
            raise
        return False
    return True


def _correct(request: EventRequest, match: Match, form: AnyStaffForm) -> None:
    how = {
        "who": request.user,
        "score": form.score(),
        "why": form.cleaned_data["why"],
        "seen_version": form.cleaned_data["version"],
        "then": form_text(request, "then"),
        "key": form_text(request, "once"),
    }
    if "seen_rounds" in request.POST:
        preview.correct_as_previewed(match=match, seen_rounds=form_text(request, "seen_rounds"), **how)
    else:
        correction.correct_result(match_id=match.pk, **how)
