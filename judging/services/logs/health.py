"""The state of the queue, for the staff, /readyz and monitoring."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Avg, Count, Min, Q
from django.utils import timezone

from judging.models import Report, Submission
from judging.models.submissions import SubmissionQuerySet

State = Submission.State
RECENT = timedelta(minutes=10)


@dataclass(frozen=True)
class QueueHealth:
    waiting: int
    running: int
    done: int
    unprocessable: int
    needs_human: int
    oldest_seconds: int
    done_a_minute: float
    milliseconds_a_log: int


def queue_health(logs: SubmissionQuerySet | None = None) -> QueueHealth:
    """Return the state of the queue over all logs, or over the given ones."""
    logs = Submission.objects.all() if logs is None else logs
    counts = logs.aggregate(
        waiting=Count("pk", filter=Q(state=State.QUEUED)),
        running=Count("pk", filter=Q(state=State.RUNNING)),
        done=Count("pk", filter=Q(state=State.DONE)),
        unprocessable=Count("pk", filter=Q(state=State.UNPROCESSABLE)),
        needs_human=Count("pk", filter=Q(state=State.NEEDS_HUMAN)),
        oldest=Min("queued_at", filter=Q(state__in=[State.QUEUED, State.RUNNING])),
    )
    oldest = counts.pop("oldest")
    recent = Report.objects.filter(created_at__gt=timezone.now() - RECENT, submission__in=logs)
    speed = recent.aggregate(number=Count("pk"), milliseconds=Avg("milliseconds"))
    return QueueHealth(
        oldest_seconds=max(0, int((timezone.now() - oldest).total_seconds())) if oldest else 0,
        done_a_minute=speed["number"] / (RECENT.total_seconds() / 60),
        milliseconds_a_log=round(speed["milliseconds"] or 0),
        **counts,
    )
