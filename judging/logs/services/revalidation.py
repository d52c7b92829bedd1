"""Validating logs again after rules or cards have changed. Old reports are kept, and the difference is shown."""

from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from core.pages.live import notify
from core.records.audit import record
from judging.logs.models import SubmissionQuerySet
from judging.logs.wake_up import worker_notifier
from judging.models import Report, Submission
from judging.rights import require_no_conflict, require_queue_watcher, require_site_staff
from rules.common.verdicts import Malformed
from rules.games import parse, ruleset_of
from tournaments.models import Event, FactsPin, players_of


def validate_again(*, submission: Submission, who: User) -> int:
    """Validate one log again, for example after ten attempts without a report."""
    if submission.match:
        require_queue_watcher(submission.match.round.event, who)
        require_no_conflict(submission.match, who)
    else:
        require_site_staff(who)
    return _queue(Submission.objects.filter(pk=submission.pk), who, Submission.Priority.LIVE)


def validate_event_again(*, event: Event, who: User) -> int:
    require_queue_watcher(event, who)
    return _queue(Submission.objects.filter(match__round__event=event), who, Submission.Priority.AGAIN)


def validate_all_again(*, who: User) -> int:
    require_site_staff(who)
    return _queue(Submission.objects.all(), who, Submission.Priority.AGAIN)


@transaction.atomic
def validate_dependents_again(*, subject: str) -> None:
    """Validate the event's logs again that depend on a changed card.

    A repeated delivery skips those that have been validated since.
    """
    pin = FactsPin.objects.filter(pk=int(subject.partition(":")[2])).select_related("event", "by").first()
    if pin is None:
        return
    of_event = Submission.objects.filter(match__round__event=pin.event).order_by("pk")
    # waits for logs that are being finished
    list(of_event.select_for_update(no_key=True, of=("self",)).values_list("pk"))
    others = Report.objects.filter(current=True, submission__match__round__event=pin.event).exclude(facts=pin.digest)
    depending = [report.submission_id for report in others.only("header", "submission") if _depends(report, pin.keys)]
    _queue(Submission.objects.filter(pk__in=depending), pin.by, Submission.Priority.LIVE)


class VerdictChange(NamedTuple):
    """What another card text would make of a log."""

    submission: Submission
    before: str
    after: str


MOST_PREVIEWED = 40  # logs played again while somebody waits for the page


def verdicts_with(pin: FactsPin, content: bytes) -> tuple[list[VerdictChange], int]:
    """Return the logs of the event whose verdict would change with these card texts, and how many that depend on them
    were not tried."""
    current = Report.objects.filter(current=True, submission__match__round__event=pin.event).order_by("-pk")
    rows = current.select_related("submission__submitter", "submission__guest", "submission__match")
    rows = rows.prefetch_related(players_of("submission__match")).defer("steps")
    depending = [report for report in rows if _depends(report, pin.keys)]
    tried = [_verdict_with(report, content) for report in depending[:MOST_PREVIEWED]]
    return [change for change in tried if change.before != change.after], len(depending[MOST_PREVIEWED:])


def _verdict_with(report: Report, content: bytes) -> VerdictChange:
    log = report.submission
    try:
        played = parse(bytes(log.content), content, corrections=log.judge_entries)
    except Malformed:
        return VerdictChange(log, "", "")
    after = Report.Verdict(ruleset_of(played).replay(played).verdict)
    return VerdictChange(log, report.get_verdict_display(), str(after.label))


def card_changes(report: Report, event: Event) -> list[FactsPin]:
    """Return the judges' changes to cards on which this report depends, the latest first."""
    pins = list(event.facts_pins.select_related("snapshot", "by"))
    changed = [pin for pin in pins if pin.changes and _depends(report, pin.keys)]
    before = [pin.pk for pin in pins if pin.digest == report.facts]
    return [pin for pin in reversed(changed) if before and pin.pk <= max(before)]


def _depends(report: Report, keys: list[str]) -> bool:
    """Whether the report depends on one of the cards. Summons are unknown before play, and old reports do not name
    cards."""
    named = report.header.get("facts") if isinstance(report.header, dict) else None
    return named is None or any(key.startswith("summon:") or key in named for key in keys)


@transaction.atomic
def _queue(logs: SubmissionQuerySet, who: User | None, priority: Submission.Priority) -> int:
    """Queue logs again, except those in the queue, which are validated by the new rules anyway."""
    settled = logs.exclude(state__in=[Submission.State.QUEUED, Submission.State.RUNNING])
    rows = list(settled.order_by("pk").select_for_update(no_key=True, of=("self",)))
    Submission.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=Submission.State.QUEUED, priority=priority, queued_at=timezone.now(), attempts=0, trouble=""
    )
    transaction.on_commit(worker_notifier.notify)
    for row in rows:
        record("log-validated-again", who=who, subject=row, scope=row.match.round.event if row.match else None)
        notify(row.topic)
    return len(rows)


@dataclass(frozen=True)
class ReportChange:
    """What changed from one report of a log to the next."""

    before: Report
    after: Report
    gone: list[dict[str, Any]]
    new: list[dict[str, Any]]

    @property
    def verdict_changed(self) -> bool:
        return self.before.verdict != self.after.verdict

    @property
    def says_otherwise(self) -> bool:
        return bool(self.verdict_changed or self.gone or self.new)


def report_changes(submission: Submission) -> list[ReportChange]:
    """Return the changes from one report to the next, the latest first, without unchanged ones."""
    reports = list(submission.reports.order_by("pk"))
    steps = [_change(before, after) for before, after in pairwise(reports)]
    return [step for step in reversed(steps) if step.says_otherwise]


def _by_others(event: Event) -> QuerySet[Report, Any]:
    """Return the current reports of an event's logs, each with the last one by other rules, cards or texts."""
    earlier = Report.objects.filter(submission=OuterRef("submission"), pk__lt=OuterRef("pk")).order_by("-pk")
    others = earlier.exclude(engine=OuterRef("engine"), data_version=OuterRef("data_version"), facts=OuterRef("facts"))
    current = Report.objects.filter(current=True, submission__match__round__event=event)
    found = current.annotate(other=Subquery(others.values("pk")[:1])).filter(other__isnull=False)
    return found.values_list("pk", "other")


def changed_since_the_update(event: Event) -> list[ReportChange]:
    """Return the logs whose report changed with the latest update of rules and cards.

    Validating again by the same rules does not affect this.
    """
    pairs = list(_by_others(event))
    if not pairs:
        return []
    said = Report.objects.select_related("submission__match").defer("steps", "header", "submission__content")
    reports = said.prefetch_related(players_of("submission__match")).in_bulk({*chain.from_iterable(pairs)})
    found = [_change(reports[before], reports[now]) for now, before in pairs]
    return [change for change in found if change.says_otherwise]


def _change(before: Report, after: Report) -> ReportChange:
    was, is_ = _by_place(before), _by_place(after)
    return ReportChange(
        before=before,
        after=after,
        gone=[finding for place, finding in was.items() if place not in is_],
        new=[finding for place, finding in is_.items() if place not in was],
    )


def _by_place(report: Report) -> dict[tuple[Any, ...], dict[str, Any]]:
    return {(f.get("action"), f.get("pointer"), f.get("article"), f["code"]): f for f in report.findings}
