"""What a player without an account reads of judging, and does: logs, calling a judge, appeals."""

from typing import Any

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.requests import client_address
from judging.models import Case, Report, Submission
from judging.pages.first_error import error_row
from judging.pages.rulings import rulings_in_force
from judging.pages.wording import FindingRow
from judging.services.cases.desk import call_judge, open_call
from judging.services.logs.submission import submit_log
from judging.services.rulings import appeals
from judging.views.logs.submitted import log_rows, submitted_log
from tournaments.models import Match, Registration
from tournaments.services.base.introductions import organiser_of
from tournaments.views.base.form_fields import form_text
from tournaments.views.base.personal_link import personal_page


def _match_of(player: Registration, match_id: int) -> Match:
    matches = Match.objects.of(player).public().named().select_related("round__event")
    return get_object_or_404(matches, pk=match_id, bye=False)


@require_http_methods(["GET", "POST"])
@personal_page()
def personal_logs(request: Any, player: Registration, match_id: int) -> HttpResponse:
    match = _match_of(player, match_id)
    if request.method == "POST":
        _submit_for_guest(request, player, match)
        return redirect("tournaments:personal", player.link_token)
    return render(request, "judging/parts/personal_logs.html", _context(player, match))


@require_GET
@personal_page()
def personal_logs_now(request: Any, player: Registration, match_id: int) -> HttpResponse:
    """Render the live fragment: the call, rulings and logs, without the forms that players type in."""
    return render(request, "judging/parts/personal_logs_now.html", _context(player, _match_of(player, match_id)))


def _context(player: Registration, match: Match) -> dict[str, Any]:
    logs = log_rows(Submission.objects.filter(match=match, guest=player))
    return {
        "match": match,
        "event": player.event,
        "player": player,
        "logs": [{**row, "error": _first_error(row["report"])} for row in logs],
        "called": open_call(match),
        "rulings": [(row, appeals.may_be_appealed(row.ruling.case)) for row in rulings_in_force(match, player)],
        "topics": [match.topic, player.topic, *(row["log"].topic for row in logs if row["log"].is_pending)],
    }


def _first_error(report: Report | None) -> FindingRow | None:
    return error_row(report.first_error, report.header) if report else None


def _submit_for_guest(request: Any, player: Registration, match: Match) -> None:
    """Store the log as the player's, on the account of the organiser, who is responsible for it."""
    organiser = organiser_of(player.event)
    if organiser is None:
        raise Http404
    submit_log(
        content=submitted_log(request),
        submitter=organiser,
        guest=player,
        match=match,
        source=Submission.Source.PAGE,
        address=client_address(request) or None,
    )


@require_POST
@personal_page()
def personal_call(request: Any, player: Registration, match_id: int) -> HttpResponse:
    call_judge(match=_match_of(player, match_id), by=request.user, text=form_text(request, "text"))
    return redirect("tournaments:personal", player.link_token)


@require_POST
@personal_page()
def personal_appeal(request: Any, player: Registration, case_id: int) -> HttpResponse:
    own = Q(match__in=Match.objects.of(player).public()) | Q(registration=player)
    case = get_object_or_404(Case.objects.filter(own), pk=case_id)
    appeals.appeal(case_id=case.pk, by=request.user, text=form_text(request, "text"))
    return redirect("tournaments:personal", player.link_token)
