"""Logs as they are submitted, and as the rows of a list."""

from typing import Any

from django.db.models import Exists, OuterRef

from judging.models import Report, Ruling
from tournaments.models import players_of

LOGS_SHOWN = 50


def submitted_log(request: Any) -> bytes:
    """Return the uploaded file or the pasted text."""
    file = request.FILES.get("log")
    content: bytes = file.read() if file else request.POST.get("text", "").encode()
    return content


def log_rows(logs: Any) -> list[dict[str, Any]]:
    counts = Exists(Ruling.objects.current().filter(corrected_log=OuterRef("pk")))
    newest = logs.select_related("submitter", "guest", "match").prefetch_related(players_of("match"))
    newest = newest.annotate(stands=counts).order_by("-pk")[:LOGS_SHOWN]
    current = {
        report.submission_id: report
        for report in Report.objects.filter(current=True, submission__in=[log.pk for log in newest]).defer("steps")
    }
    return [{"log": log, "report": current.get(log.pk), "faults": _error_count(current.get(log.pk))} for log in newest]


def _error_count(report: Report | None) -> int:
    return len(report.errors) if report else 0
