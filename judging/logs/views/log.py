"""Pages of a submitted log: its verdict, live while it is awaited, and its bytes."""

from datetime import tzinfo
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from core.pages.live import render_part, take_versions, topics_under
from core.pages.login_redirect import redirect_to_sign_in
from judging.cases.pages.differences import difference_rows
from judging.logs.pages.entered import recording_of, whose_word
from judging.logs.pages.ledger import ledger_of
from judging.logs.pages.log_names import LogNames, stocks_of_table
from judging.logs.pages.proof import proof_view
from judging.logs.pages.wording import IssueRow, failure_reason, finding_rows
from judging.logs.services.revalidation import ReportChange, card_changes, report_changes, validate_again
from judging.models import Case, Submission
from judging.rights import is_judge_of, may_revalidate, may_see, why_closed
from tournaments.base.views.access import View, with_refusal_pages
from tournaments.models import Match, players_of, rights_of
from tournaments.results.services.asking import asked_of
from tournaments.results.services.entry import seat_of
from tournaments.results.views.match import agreement_context


def log_page(view: View) -> View:
    """Pass the log to the view if the user may see it."""

    @wraps(view)
    @with_refusal_pages
    def wrapped(request: Any, uuid: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_sign_in(request)
        match_of_log = Submission.objects.filter(uuid=uuid).values("match")
        take_versions(request, f"log:{uuid}", *topics_under("match", match_of_log))
        logs = Submission.objects.select_related("match__round__event", "submitter", "guest")
        logs = logs.prefetch_related(players_of("match"))
        amended = logs.select_related("corrects__submitter", "corrects__guest").defer("corrects__content")
        submission = get_object_or_404(amended, uuid=uuid)
        if not may_see(submission, request.user):
            raise PermissionDenied(why_closed(submission.match, request.user))
        if submission.match:
            request.event = submission.match.round.event
            request.rights = rights_of(request.event, request.user)
        with timezone.override(_zone(submission, request.user)):
            return view(request, submission, *args, **kwargs)

    return wrapped


def _zone(submission: Submission, viewer: Any) -> tzinfo:
    """Return the time zone used on every page of the event."""
    match = submission.match
    return match.round.event.zone_for(viewer) if match else timezone.get_current_timezone()


@require_GET
@log_page
def submission(request: HttpRequest, submission: Submission) -> HttpResponse:
    return render(request, "judging/submission.html", log_context(request, submission))


@require_GET
@log_page
def submission_state(request: HttpRequest, submission: Submission) -> HttpResponse:
    """Render the live fragment, from "waiting" to the verdict."""
    return render_part(request, "judging/submission.html", log_context(request, submission))


@require_GET
@log_page
def original(_request: HttpRequest, submission: Submission) -> HttpResponse:
    """Return the original bytes as a download; the browser must never display them."""
    response = HttpResponse(bytes(submission.content), content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{submission.uuid}.json"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@log_page
def again(request: Any, submission: Submission) -> HttpResponse:
    validate_again(submission=submission, who=request.user)
    return redirect(submission)


def log_context(request: Any, submission: Submission) -> dict[str, Any]:
    report = submission.current_report
    match = submission.match
    event = match.round.event if match else None
    staff = match is not None and may_revalidate(match, request.user)
    judge = match is not None and is_judge_of(match.round.event, match.players(), request.user)
    cases = Case.objects.about(submission)
    whose = whose_word(recording_of(submission), request.user)
    return {
        "submission": submission,
        "match": match,
        "event": event,
        "outer": "tournaments/events/base.html" if event else "base.html",  # a log may belong to no event
        "report": report,
        "findings": finding_rows(report.findings, LogNames(report.header)) if report else [],
        "differences": difference_rows(report, for_judges=judge) if report else [],
        "proof": proof_view(report),
        "whose": whose,
        "is_one_sided": whose is not None and not whose.word.is_sealed,
        "ledger": ledger_of(report, submission),
        "table_stocks": stocks_of_table(report.header, report.body) if report else [],
        "failure_reason": failure_reason(report),
        "before_in_line": _logs_ahead(submission),
        "may_revalidate": staff or (event is None and request.user.is_superuser),
        "report_changes": _report_changes(submission) if staff else [],
        "card_changes": card_changes(report, event) if report and event else [],
        "is_replaced": submission.corrects_id and not submission.ruled_by.filter(superseded_by=None).exists(),
        "asked": asked_of(match, request.user) if match else None,
        **(_agreement(match, request.user) if match else {}),
        "cases": cases if judge else cases.visible_to_player(request.user),
    }


def _agreement(match: Match, user: Any) -> dict[str, Any]:
    """What the sides have reported, while the reader's side can still answer it."""
    open_match = match.round.is_open and not match.is_done
    return agreement_context(match, seat_of(match, user)) if open_match else {}


def _report_changes(submission: Submission) -> list[tuple[ReportChange, list[IssueRow], list[IssueRow]]]:
    return [(step, finding_rows(step.gone), finding_rows(step.new)) for step in report_changes(submission)]


def _logs_ahead(submission: Submission) -> int:
    if submission.state != Submission.State.QUEUED:
        return 0
    waiting = Submission.objects.waiting()
    return (
        waiting.filter(priority=submission.priority, queued_at__lt=submission.queued_at).count()
        + waiting.filter(priority__lt=submission.priority).count()
    )
