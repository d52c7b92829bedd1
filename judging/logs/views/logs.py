"""Submitting logs, and lists of them on the page of a match and of their submitter."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from core.pages.requests import client_address
from judging.cases.services.desk import open_call
from judging.cases.services.from_logs import latest_reports
from judging.logs.pages.own_logs import with_facts, with_games
from judging.logs.services.submission import submit_log
from judging.logs.views.submitted import log_rows, log_rows_of, submitted_log
from judging.models import Submission
from judging.rights import may_open_case, may_see_logs_of, may_submit, plays_in
from tournaments.base.views.access import EventRequest, match_page, signed_in
from tournaments.base.views.form_fields import form_text
from tournaments.models import Match


@require_GET
@match_page
def match_logs(request: EventRequest, match: Match) -> HttpResponse:
    """Render the part of a match page about judging: its logs, its cases, and calling a judge."""
    seated = plays_in(match, request.user)
    insider = may_see_logs_of(match, request.user)
    logs = log_rows_of(match) if insider else []
    reports = latest_reports(match) if logs else []
    part = reports[0].first_difference(reports[1]) if len(reports) == 2 else None
    context = {
        "match": match,
        "seated": seated,
        "may_submit": may_submit(match, request.user) and not match.is_bye,
        "logs": logs,
        "logs_agree": len(reports) == 2 and part is None,
        "logs_end": all(report.ended for report in reports),
        "part": part,
        "cases": match.cases.visible_to_player(request.user) if seated else [],
        "called": open_call(match) if seated else None,
        "may_open": may_open_case(match.round.event, match.players(), request.user) and not match.is_bye,
    }
    return render(request, "judging/parts/match_logs.html", context)


@require_POST
@match_page
def submit(request: EventRequest, match: Match) -> HttpResponse:
    return _submit(request, match)


@require_GET
@signed_in
def my_logs(request: HttpRequest) -> HttpResponse:
    mine = Submission.objects.filter(submitter=request.user, guest__isnull=True)
    return render(request, "judging/my_logs.html", {"logs": with_facts(log_rows(with_games(mine)), request.user)})


@require_POST
@signed_in
def check_my_log(request: HttpRequest) -> HttpResponse:
    """Submit a log of a game without an event."""
    return _submit(request, None)


def _submit(request: Any, match: Match | None) -> HttpResponse:
    """Store the log and answer at once; it is validated later."""
    submission = submit_log(
        content=submitted_log(request),
        submitter=request.user,
        match=match,
        key=form_text(request, "key"),
        source=Submission.Source.PAGE,
        address=client_address(request) or None,
    )
    return redirect(submission)
