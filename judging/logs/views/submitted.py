"""Logs as they are submitted, and as the rows of a list."""

from typing import Any

from django.db.models import Exists, OuterRef

from judging.logs.models.submissions import SubmissionQuerySet
from judging.models import Report, Ruling, Submission
from tournaments.models import Match, players_of

LOGS_SHOWN = 50


def submitted_log(request: Any) -> bytes:
    """Return the uploaded file or the pasted text."""
    file = request.FILES.get("log")
    content: bytes = file.read() if file else request.POST.get("text", "").encode()
    return content


def log_rows(logs: Any) -> list[dict[str, Any]]:
    newest = _newest(logs).select_related("match").prefetch_related(players_of("match"))
    return _rows(list(newest))


def log_rows_of(match: Match) -> list[dict[str, Any]]:
    """Return the rows of the logs of a match, for its own page."""
    return _rows(list(_newest(match.submissions.defer("content"))))


def _newest(logs: SubmissionQuerySet) -> SubmissionQuerySet:
    counts = Exists(Ruling.objects.current().filter(corrected_log=OuterRef("pk")))
    return logs.select_related("submitter", "guest").annotate(stands=counts).order_by("-pk")[:LOGS_SHOWN]


def _rows(newest: list[Submission]) -> list[dict[str, Any]]:
    reports = Report.objects.filter(current=True, submission__in=newest).defer("steps")
    current = {report.submission_id: report for report in reports}
    return [{"log": log, "report": current.get(log.pk), "faults": _error_count(current.get(log.pk))} for log in newest]


def _error_count(report: Report | None) -> int:
    return len(report.errors) if report else 0
