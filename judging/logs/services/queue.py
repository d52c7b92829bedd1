"""The queue of logs, which is a table: claim a log, finish it once, retry failures."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from core.pages.live import notify
from core.records.audit import key, record
from core.records.outbox import publish
from judging.cases.services.from_logs import close_cleared, open_for_report
from judging.logs.models import LEASE, SubmissionQuerySet
from judging.models import Report, Submission
from tournaments.lists.services.facts import stands_on_other_facts

RETRY_DELAY = timedelta(seconds=5)


@dataclass(frozen=True)
class Claim:
    """The right to finish one submission until the lease passes to another worker."""

    submission: Submission
    token: uuid.UUID
    content: bytes

    def leased_row(self) -> SubmissionQuerySet:
        """Return the row of the submission, or none if another worker has the lease by now."""
        return Submission.objects.filter(pk=self.submission.pk, state=Submission.State.RUNNING, lease_token=self.token)


@transaction.atomic
def claim_next() -> Claim | None:
    """Claim the next log. Abandoned ones come first: they are rare and have waited longest."""
    row = _lock_first(Submission.objects.abandoned()) or _lock_first(Submission.objects.in_queue_order())
    if row is None:
        return None
    token = uuid.uuid4()
    Submission.objects.filter(pk=row.pk).update(
        state=Submission.State.RUNNING, lease_token=token, lease_until=Now() + LEASE, attempts=F("attempts") + 1
    )
    return Claim(submission=row, token=token, content=bytes(row.content))


def _lock_first(rows: SubmissionQuerySet) -> Submission | None:
    """Lock and return the first row. PostgreSQL skips rows that others have locked; SQLite allows one writer at a
    time."""
    return rows.defer(None).select_for_update(skip_locked=True, of=("self",)).first()


@transaction.atomic
def finish(*, claim: Claim, report: Report) -> Report | None:
    """Store the report. Return None if another worker has the lease by now, because then its report counts."""
    _lock_logs_of_the_match(claim.submission)
    died = report.verdict == Report.Verdict.UNPROCESSABLE
    state = Submission.State.UNPROCESSABLE if died else Submission.State.DONE
    if stands_on_other_facts(claim.submission.match, report.facts):
        state = Submission.State.QUEUED  # a judge has changed a card since: this report counts until the next one
    if not claim.leased_row().update(state=state, lease_token=None, lease_until=None, trouble=""):
        return None
    former = Report.objects.filter(submission=claim.submission, current=True)
    other_facts = former.exclude(facts=report.facts).exists()
    former.update(current=False)
    report.submission = claim.submission
    report.save()
    open_for_report(report)
    if other_facts:
        close_cleared(report)
    record("log-validated", who=None, subject=claim.submission, after={"report": report.pk, "verdict": report.verdict})
    match = claim.submission.match
    if match is not None:
        publish("log-stored", scope=key(match.round.event), subject=key(claim.submission))
    notify(claim.submission.topic)
    return report


def _lock_logs_of_the_match(submission: Submission) -> None:
    """Lock all logs of the match, so that of two logs finished at the same time the second is compared with the
    first."""
    if submission.match_id is None:
        logs = Submission.objects.filter(pk=submission.pk)
    else:
        logs = Submission.objects.filter(match=submission.match_id)
    list(logs.order_by("pk").select_for_update(no_key=True, of=("self",)).values_list("pk"))


def retry_soon(*, claim: Claim, trouble: str) -> None:
    """Keep the log leased for RETRY_DELAY after an internal error, so that ten attempts are not used up at once."""
    claim.leased_row().update(lease_until=Now() + RETRY_DELAY, trouble=trouble)


@transaction.atomic
def fail_exhausted() -> int:
    """Hand logs that were claimed ten times without a report, because the site failed or workers died, over to the
    organiser, who sees the reason of the last failure and can retry."""
    rows = list(Submission.objects.attempts_exhausted().select_for_update(skip_locked=True, of=("self",)))
    for row in rows:
        Submission.objects.filter(pk=row.pk).update(
            state=Submission.State.NEEDS_HUMAN, lease_token=None, lease_until=None
        )
        record("log-needs-human", who=None, subject=row, why=row.trouble)
        notify(row.topic)
    return len(rows)
