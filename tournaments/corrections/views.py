"""A result corrected by the staff, with a preview."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from core.errors import Refused, Stale
from core.pages.error_responses import errors_on_form
from tournaments.base.views.access import EventRequest, match_form
from tournaments.base.views.form_fields import form_text
from tournaments.corrections.services import correction, preview
from tournaments.models import Match
from tournaments.results.forms.results import StaffScoreForm
from tournaments.results.services import entry as services
from tournaments.results.services.scores import Score, describe_score
from tournaments.results.views.match import match_with, staff_form


@match_form
def correct(request: EventRequest, match: Match) -> HttpResponse:
    """Preview the correction on the first submission; make it on the second one, from the preview."""
    services.require_neutral_staff(match, request.user)
    form = staff_form(match, request.POST)
    if form.errors.keys() - {"why"}:  # the preview asks for the reason again
        return match_with(request, match, form)
    is_outdated, score, kept = False, form.score(), form.kept()
    if request.POST.get("then") and not form.errors:
        with errors_on_form(form):
            is_outdated = not _corrected(request, match, form)
            if not is_outdated:
                return redirect(match)
    if "why" not in request.POST:  # from the page where results are entered: the preview asks for the reason
        form.errors.pop("why", None)
    with errors_on_form(form):
        context = {
            "is_outdated": is_outdated,
            "seen_rounds": preview.rounds_as_shown(match.round.event),
            "event": match.round.event,
            "match": match,
            "form": form,
            "before": services.current_score(match),
            "after": score.fields(),
            "change": describe_change(match, score),
            "kept": kept,
            "diff": preview.preview_correction(match=match, who=request.user, score=score),
            "tables_to_redraw": correction.tables_to_redraw(match),
        }
        status = Refused.status if is_outdated else 400 if form.errors else 200
        return render(request, "tournaments/corrections/correction.html", context, status=status)
    return match_with(request, match, form)


def _corrected(request: EventRequest, match: Match, form: StaffScoreForm) -> bool:
    """Make the correction; return False if the event has changed since the preview."""
    try:
        _correct(request, match, form)
    except Stale as refusal:
        if refusal.code != preview.OUTDATED:
            raise
        return False
    return True


def _correct(request: EventRequest, match: Match, form: StaffScoreForm) -> None:
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


def describe_change(match: Match, score: Score) -> dict[str, str]:
    """Return the result of a table before and after, as text."""
    before = services.current_score(match)
    return {
        "before": describe_score(match, before) if before else "",
        "after": describe_score(match, score.fields()),
    }
