"""Submitting logs, and lists of them on the page of a match and of their submitter."""

from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.requests import client_address
from judging.models import Case, Report, Ruling, Submission
from judging.pages.first_error import error_row
from judging.pages.own_logs import with_facts, with_games
from judging.pages.rulings import rulings_in_force
from judging.pages.wording import FindingRow
from judging.services.cases.desk import open_call
from judging.services.cases.from_logs import latest_reports
from judging.services.logs.submission import receive
from judging.services.rights import may_see_logs_of, may_submit, plays_in
from judging.tasks import worker_notifier
from tournaments.models import Match, Registration, players_of
from tournaments.services.base.introductions import organiser_of
from tournaments.views.base.access import EventRequest, deny_access, match_page, signed_in
from tournaments.views.base.form_fields import form_text
from tournaments.views.base.personal_link import personal_page

LOGS_SHOWN = 50


@require_GET
@match_page
def match_logs(request: EventRequest, match: Match) -> HttpResponse:
    """Render the part of a match page about judging: its logs, its cases, and calling a judge."""
    seated = plays_in(match, request.user)
    insider = may_see_logs_of(match, request.user)
    reports = latest_reports(match) if insider else []
    part = reports[0].first_difference(reports[1]) if len(reports) == 2 else None
    context = {
        "match": match,
        "seated": seated,
        "may_submit": may_submit(match, request.user) and not match.is_bye,
        "logs": _log_rows(Submission.objects.filter(match=match)) if insider else [],
        "logs_agree": len(reports) == 2 and part is None,
        "logs_end": all(report.ended for report in reports),
        "part": part,
        "cases": Case.objects.filter(match=match).visible_to_player(request.user) if seated else [],
        "called": open_call(match) if seated else None,
    }
    return render(request, "judging/parts/match_logs.html", context)


@require_POST
@match_page
def submit_log(request: EventRequest, match: Match) -> HttpResponse:
    if not request.user.is_authenticated:
        return deny_access(request)
    return _receive(request, match)


@require_GET
@signed_in
def my_logs(request: HttpRequest) -> HttpResponse:
    mine = Submission.objects.filter(submitter=request.user, guest__isnull=True)
    return render(request, "judging/my_logs.html", {"logs": with_facts(_log_rows(with_games(mine)), request.user)})


@require_POST
@signed_in
def check_my_log(request: HttpRequest) -> HttpResponse:
    """Receive a log of a game without an event."""
    return _receive(request, None)


@require_http_methods(["GET", "POST"])
@personal_page()
def personal_logs(request: Any, player: Registration, match_id: int) -> HttpResponse:
    """Render the part of a guest's personal page about judging: rulings, logs, and the form."""
    matches = Match.objects.of(player).public().named().select_related("round__event")
    match = get_object_or_404(matches, pk=match_id, bye=False)
    if request.method == "POST":
        _receive_of_guest(request, player, match)
        return redirect("tournaments:personal", player.link_token)
    logs = _log_rows(Submission.objects.filter(match=match, guest=player))
    call = open_call(match)
    context = {
        "match": match,
        "event": player.event,
        "player": player,
        "logs": [{**row, "error": _first_error(row["report"])} for row in logs],
        "coming": call.claimed_by if call and call.coming_at else None,
        "rulings": rulings_in_force(match),
    }
    return render(request, "judging/parts/personal_logs.html", context)


def _first_error(report: Report | None) -> FindingRow | None:
    return error_row(report.first_error, report.header) if report else None


def _receive_of_guest(request: Any, player: Registration, match: Match) -> None:
    """Store the log as the player's, on the account of the organiser, who is responsible for it."""
    organiser = organiser_of(player.event)
    if organiser is None:
        raise Http404
    receive(
        content=_sent_log(request),
        submitter=organiser,
        guest=player,
        match=match,
        source=Submission.Source.PAGE,
        address=client_address(request) or None,
    )
    worker_notifier.notify()


def _sent_log(request: Any) -> bytes:
    """Return the uploaded file or the pasted text."""
    file = request.FILES.get("log")
    content: bytes = file.read() if file else request.POST.get("text", "").encode()
    return content


def _receive(request: Any, match: Match | None) -> HttpResponse:
    """Store the log and answer at once; it is validated later."""
    submission = receive(
        content=_sent_log(request),
        submitter=request.user,
        match=match,
        key=form_text(request, "key"),
        source=Submission.Source.PAGE,
        address=client_address(request) or None,
    )
    worker_notifier.notify()
    return redirect(submission)


def _log_rows(logs: Any) -> list[dict[str, Any]]:
    standing = Exists(Ruling.objects.standing().filter(corrected_log=OuterRef("pk")))
    newest = logs.select_related("submitter", "guest", "match").prefetch_related(players_of("match"))
    newest = newest.annotate(stands=standing).order_by("-pk")[:LOGS_SHOWN]
    current = {
        report.submission_id: report
        for report in Report.objects.filter(current=True, submission__in=[log.pk for log in newest]).defer("steps")
    }
    return [{"log": log, "report": current.get(log.pk), "faults": _error_count(current.get(log.pk))} for log in newest]


def _error_count(report: Report | None) -> int:
    return len(report.errors) if report else 0
