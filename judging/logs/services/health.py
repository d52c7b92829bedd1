"""The state of the queue, for the staff, /readyz and monitoring."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Avg, Count, Min
from django.utils import timezone

from judging.logs.models import SubmissionQuerySet
from judging.models import Report, Submission
from tournaments.models import Event

State = Submission.State
WAITS = (State.QUEUED, State.RUNNING)
UNFINISHED = (*WAITS, State.NEEDS_HUMAN)
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


@dataclass(frozen=True)
class Unfinished:
    waiting: int
    running: int
    needs_human: int
    oldest_seconds: int


def unfinished_logs() -> Unfinished:
    """Return what waits, for monitoring, which asks every few seconds: finished logs, of which there are ever more, are
    not read."""
    counts, oldest = _counted(Submission.objects.filter(state__in=UNFINISHED))
    return Unfinished(**{name: counts[name] for name in ("waiting", "running", "needs_human")}, oldest_seconds=oldest)


def queue_health() -> QueueHealth:
    """Return the state of the queue over all logs."""
    return _health(Submission.objects.all())


def queue_of(event: Event) -> QueueHealth:
    """Return the state of the queue over the logs of an event, whose page asks every three seconds."""
    return _health(Submission.objects.filter(match__round__event=event))


def longest_wait() -> int:
    """Return for how many seconds a log of any event has waited."""
    waiting = Submission.objects.filter(state__in=WAITS).order_by("queued_at")
    return _seconds_since(waiting.values_list("queued_at", flat=True).first())


def _health(logs: SubmissionQuerySet) -> QueueHealth:
    counts, oldest = _counted(logs)
    recent = Report.objects.filter(created_at__gt=timezone.now() - RECENT, submission__in=logs)
    speed = recent.aggregate(number=Count("pk"), milliseconds=Avg("milliseconds"))
    return QueueHealth(
        oldest_seconds=oldest,
        done_a_minute=speed["number"] / (RECENT.total_seconds() / 60),
        milliseconds_a_log=round(speed["milliseconds"] or 0),
        **counts,
    )


def _counted(logs: SubmissionQuerySet) -> tuple[dict[str, int], int]:
    """Number of logs by state, and for how many seconds the oldest has waited."""
    by_state = logs.order_by().values("state").annotate(number=Count("pk"), oldest=Min("queued_at"))
    found = {row["state"]: (row["number"], row["oldest"]) for row in by_state}
    counts = {state.value: found.get(state, (0, None))[0] for state in State}
    oldest = min((found[state][1] for state in WAITS if state in found), default=None)
    return {"waiting": counts.pop(State.QUEUED), **counts}, _seconds_since(oldest)


def _seconds_since(oldest: datetime | None) -> int:
    return max(0, int((timezone.now() - oldest).total_seconds())) if oldest else 0
