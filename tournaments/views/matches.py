"""A match on the players' phones: report, confirm, dispute, take back."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from tournaments.forms.results import ScoreForm, StaffScoreForm
from tournaments.models import Match, Right
from tournaments.services import reporting
from tournaments.services.claims import standing_claims
from tournaments.services.list_sight import visible_list
from tournaments.services.results import seat_of
from tournaments.views.access import EventRequest, match_page
from tournaments.views.posted import needed_version, posted_text, valid


@require_GET
@match_page
def match(request: EventRequest, match: Match) -> HttpResponse:
    return render(request, "tournaments/match.html", match_context(request, match))


@require_GET
@match_page
def match_state(request: EventRequest, match: Match) -> HttpResponse:
    """The live fragment: who has said what, and what counts."""
    return render(request, "tournaments/parts/match_state.html", match_context(request, match))


def match_context(request: EventRequest, match: Match) -> dict[str, Any]:
    me = seat_of(match, request.user)
    staff = not request.rights.isdisjoint({Right.ENTER_RESULTS, Right.RULE})
    claims = standing_claims(match) if me or staff else {}
    side = match.side_of(me) if me else ""
    return {
        "event": match.round.event,
        "match": match,
        "result": match.results.standing().select_related("by").first(),
        "corrections": match.results.filter(is_correction=True).exists(),
        "me": me,
        "side": side,
        "staff": staff,
        "mine": claims.get(side),
        "theirs": claims.get({"a": "b", "b": "a"}.get(side, "")),
        "claims": claims,
        "reports": match.reports.select_related("by__user") if staff else [],
        "form": ScoreForm(initial={"version": match.version}),
        "staff_form": StaffScoreForm(initial={"version": match.version}),
        "lists": [(seat, visible_list(seat, request.user)) for seat in match.seats()],
    }


@require_POST
@match_page
def report(request: EventRequest, match: Match) -> HttpResponse:
    form = valid(ScoreForm(request.POST))
    reporting.report_result(match_id=match.pk, who=request.user, score=form.score())
    return redirect(match)


@require_POST
@match_page
def confirm(request: EventRequest, match: Match) -> HttpResponse:
    reporting.confirm_result(match_id=match.pk, who=request.user, seen_version=needed_version(request))
    return redirect(match)


@require_POST
@match_page
def dispute(request: EventRequest, match: Match) -> HttpResponse:
    note = posted_text(request, "note")[:300]
    reporting.dispute_result(match_id=match.pk, who=request.user, seen_version=needed_version(request), note=note)
    return redirect(match)


@require_POST
@match_page
def take_back(request: EventRequest, match: Match) -> HttpResponse:
    reporting.take_back_report(match_id=match.pk, who=request.user)
    return redirect(match)
