"""Handing in logs, and what became of them."""

from datetime import tzinfo
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.entrance import to_sign_in
from accounts.throttle import address_of
from judging.models import Case, Report, Ruling, Submission
from judging.pages.disagreements import disagreement_rows
from judging.pages.readable import FindingRow, finding_rows, why_dead
from judging.services.opening import latest_reports
from judging.services.parting import where_they_part
from judging.services.revalidating import Difference, differences, validate_again
from judging.services.rights import judges, may_hand_in, may_repeat, may_see, may_see_logs_of, sits_at
from judging.services.submitting import receive
from judging.tasks import bell
from tournaments.models import Match
from tournaments.views.access import EventRequest, View, answers_refusals, match_page, refuse_entry, signed_in
from tournaments.views.posted import posted_text

LOGS_SHOWN = 50


@require_GET
@match_page
def match_logs(request: EventRequest, match: Match) -> HttpResponse:
    """The piece of a match's page that belongs to this room: its logs, its cases, and the way to a judge."""
    seated = sits_at(match, request.user)
    insider = may_see_logs_of(match, request.user)
    reports = latest_reports(match) if insider else []
    part = where_they_part(*reports) if len(reports) == 2 else None
    context = {
        "match": match,
        "seated": seated,
        "may_hand_in": may_hand_in(match, request.user) and not match.is_bye,
        "logs": _log_rows(Submission.objects.filter(match=match)) if insider else [],
        "logs_agree": len(reports) == 2 and part is None,
        "part": part,
        "cases": Case.objects.filter(match=match).told_to(request.user) if seated else [],
    }
    return render(request, "judging/parts/match_logs.html", context)


@require_POST
@match_page
def hand_in(request: EventRequest, match: Match) -> HttpResponse:
    if not request.user.is_authenticated:
        return refuse_entry(request)
    return _receive(request, match)


@require_GET
@signed_in
def my_logs(request: HttpRequest) -> HttpResponse:
    logs = _log_rows(Submission.objects.filter(submitter=request.user))
    return render(request, "judging/my_logs.html", {"logs": logs})


@require_POST
@signed_in
def check_my_log(request: HttpRequest) -> HttpResponse:
    """A log of a game without an event."""
    return _receive(request, None)


def _receive(request: Any, match: Match | None) -> HttpResponse:
    """A file, or what was pasted; the answer comes once it is stored, and nobody has read it yet."""
    file = request.FILES.get("log")
    content = file.read() if file else request.POST.get("text", "").encode()
    submission = receive(
        content=content,
        submitter=request.user,
        match=match,
        key=posted_text(request, "key"),
        source=Submission.Source.PAGE,
        address=address_of(request) or None,
    )
    bell.ring()
    return redirect(submission)


def _log_rows(logs: Any) -> list[dict[str, Any]]:
    standing = Exists(Ruling.objects.standing().filter(corrected_log=OuterRef("pk")))
    newest = logs.select_related("submitter", "match__a__user", "match__b__user").annotate(stands=standing)
    newest = newest.order_by("-pk")[:LOGS_SHOWN]
    current = {
        report.submission_id: report
        for report in Report.objects.filter(current=True, submission__in=[log.pk for log in newest]).defer("steps")
    }
    return [{"log": log, "report": current.get(log.pk), "faults": _faults(current.get(log.pk))} for log in newest]


def _faults(report: Report | None) -> int:
    return len(report.errors) if report else 0


# --- one log ----------------------------------------------------------------------------------------------------


def log_page(view: View) -> View:
    """The view gets the log, if its viewer may see it."""

    @wraps(view)
    @answers_refusals
    def wrapped(request: HttpRequest, uuid: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        logs = Submission.objects.select_related("match__round__event", "match__a__user", "match__b__user", "submitter")
        submission = get_object_or_404(logs, uuid=uuid)
        if not may_see(submission, request.user):
            raise PermissionDenied(_("Only the players of the match and its staff see this log."))
        with timezone.override(_zone(submission, request.user)):
            return view(request, submission, *args, **kwargs)

    return wrapped


def _zone(submission: Submission, viewer: Any) -> tzinfo:
    """As on every page of the event."""
    match = submission.match
    return match.round.event.zone_for(viewer) if match else timezone.get_current_timezone()


@require_GET
@log_page
def submission(request: HttpRequest, submission: Submission) -> HttpResponse:
    return render(request, "judging/submission.html", log_context(request, submission))


@require_GET
@log_page
def submission_state(request: HttpRequest, submission: Submission) -> HttpResponse:
    """The live fragment: from "waiting" to the verdict."""
    return render(request, "judging/parts/submission_state.html", log_context(request, submission))


@require_GET
@log_page
def original(_request: HttpRequest, submission: Submission) -> HttpResponse:
    """The bytes as they came, to be saved; never shown by the browser, whatever they are."""
    response = HttpResponse(bytes(submission.content), content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{submission.uuid}.json"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@log_page
def again(request: Any, submission: Submission) -> HttpResponse:
    validate_again(submission=submission, who=request.user)
    bell.ring()
    return redirect(submission)


def log_context(request: Any, submission: Submission) -> dict[str, Any]:
    report = submission.current_report
    match = submission.match
    event = match.round.event if match else None
    staff = match is not None and may_repeat(match, request.user)
    judge = match is not None and judges(match.round.event, match.seats(), request.user)
    cases = Case.objects.about(submission)
    return {
        "submission": submission,
        "match": match,
        "event": event,
        "report": report,
        "findings": finding_rows(report.findings) if report else [],
        "disagreements": disagreement_rows(report, for_judges=judge) if report else [],
        "why_dead": why_dead(report),
        "before_in_line": _before_in_line(submission),
        "may_repeat": staff or (event is None and request.user.is_superuser),
        "differences": _differences(submission) if staff else [],
        "is_replaced": submission.corrects_id and not submission.ruled_by.filter(superseded_by=None).exists(),
        "cases": cases if judge else cases.told_to(request.user),
    }


def _differences(submission: Submission) -> list[tuple[Difference, list[FindingRow], list[FindingRow]]]:
    return [(step, finding_rows(step.gone), finding_rows(step.new)) for step in differences(submission)]


def _before_in_line(submission: Submission) -> int:
    if submission.state != Submission.State.QUEUED:
        return 0
    waiting = Submission.objects.waiting()
    return (
        waiting.filter(priority=submission.priority, queued_at__lt=submission.queued_at).count()
        + waiting.filter(priority__lt=submission.priority).count()
    )
