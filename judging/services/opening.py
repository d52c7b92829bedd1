"""Opens cases. What happens in the rooms below leaves a state behind (a disputed match, a locked illegal list); the
sweeper and the desk turn each such state into a case. The database allows one case a cause, so looking twice is safe.
"""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.errors import Invalid, NotAllowed, Refused
from accounts.journal import record
from accounts.live import touch
from accounts.models import User
from judging.models import Case, Comparison, Report, Submission
from judging.services.against_result import against_result
from judging.services.parting import where_they_part
from judging.services.rights import sits_at
from tournaments.models import Event, Match, Result, Status, SubmittedList
from tournaments.models.settings import IllegalList

CASE_OF_VERDICT = {
    Report.Verdict.INVALID: Case.Kind.INVALID_LOG,
    Report.Verdict.UNPROCESSABLE: Case.Kind.UNPROCESSABLE_LOG,
}


def open_case(*, kind: str, cause: str, event: Event, opened_by: User | None = None, **about: Any) -> tuple[Case, bool]:
    """The case of this cause: the one that is there, or a new one."""
    same = {"kind": kind, "cause": cause}
    if kind not in Case.ONCE:
        same["status__in"] = Case.UNSETTLED  # type: ignore[assignment]
    case, created = Case.objects.get_or_create(
        **same, defaults={"kind": kind, "cause": cause, "event": event, "opened_by": opened_by, **about}
    )
    if created:
        record("case-opened", who=opened_by, subject=case, scope=event, after={"kind": kind, "cause": cause})
        touch(case.topic, *event.topics("cases"), *([case.match.topic] if case.match else []))
    return case, created


# --- from logs --------------------------------------------------------------------------------------------------


def open_for_report(report: Report) -> None:
    """Call in the transaction that stores the report. A judge's corrected log is looked at in its own case."""
    submission = report.submission
    match = submission.match
    if match is None or submission.source == Submission.Source.CORRECTION:
        return
    kinds = dict.fromkeys(disagreement["kind"] for disagreement in report.disagreements)
    if report.verdict in CASE_OF_VERDICT:
        kinds[CASE_OF_VERDICT[Report.Verdict(report.verdict)]] = None
    for kind in kinds:
        open_case_of_logs(kind=kind, match=match, submission=submission)
    _compare_logs(report, match)


def open_case_of_logs(*, kind: str, match: Match, result: Result | None = None, **logs: Any) -> bool:
    """One case a kind and person, or pair, at a match: it follows their latest logs. Answers whether one was opened.

    Once settled it comes again only for a newer log.
    """
    people = "+".join(str(log.submitter_id) for log in logs.values())
    cause = f"match:{match.pk}/by:{people}" + (f"/result:{result.pk}" if result else "")
    last = Case.objects.filter(kind=kind, cause=cause).order_by("-pk").first()
    if last and not any(log.pk > getattr(last, f"{name}_id") for name, log in logs.items()):
        return False
    if last and Case.objects.filter(pk=last.pk).unsettled().update(**logs):
        _followed(last, logs)
        return False
    return open_case(kind=kind, cause=cause, event=match.round.event, match=match, **logs)[1]


def _followed(case: Case, logs: dict[str, Submission]) -> None:
    after = {name: str(log.uuid) for name, log in logs.items()}
    record("case-follows-log", who=None, subject=case, scope=case.event, after=after)
    touch(case.topic, *case.event.topics("cases"))


def latest_reports(match: Match) -> list[Report]:
    """Of each person the last log that tells a game."""
    told = Report.objects.filter(current=True, submission__match=match).exclude(steps="")
    told = told.exclude(submission__source=Submission.Source.CORRECTION).select_related("submission__submitter")
    return list({report.submission.submitter_id: report for report in told.order_by("submission_id")}.values())


def _compare_logs(report: Report, match: Match) -> None:
    latest = latest_reports(match)
    if report not in latest:
        return
    for other in latest:
        if where_they_part(report, other) is not None:
            one, two = sorted((report.submission, other.submission), key=lambda submission: submission.submitter_id)
            open_case_of_logs(kind=Case.Kind.LOGS_DIFFER, match=match, submission=one, other_submission=two)


# --- from the states of the event -------------------------------------------------------------------------------


def open_missing_everywhere() -> int:
    return sum(open_missing(event) for event in Event.objects.running())


def open_missing(event: Event) -> int:
    """Every cause in this event that has no case yet; answers how many were opened."""
    return sum(_disputes(event) + _illegal_lists(event) + _contradicted_results(event))


def _disputes(event: Event) -> list[bool]:
    waiting = Case.objects.unsettled().filter(kind=Case.Kind.DISPUTED_RESULT, match=OuterRef("pk"))
    matches = Match.objects.disputed().filter(~Exists(waiting), round__event=event)
    return [
        open_case(kind=Case.Kind.DISPUTED_RESULT, cause=f"match:{match.pk}", event=event, match=match)[1]
        for match in matches
    ]


def _illegal_lists(event: Event) -> list[bool]:
    lists = SubmittedList.objects.current().filter(
        locked_at__isnull=False,
        legal=False,
        cases__isnull=True,
        registration__status=Status.REGISTERED,
        registration__event=event,
        registration__event__illegal_list=IllegalList.JUDGE,
    )
    return [
        open_case(
            kind=Case.Kind.ILLEGAL_LIST,
            cause=f"list:{submitted.pk}",
            event=event,
            registration=submitted.registration,
            team_list=submitted,
        )[1]
        for submitted in lists.select_related("registration")
    ]


def _contradicted_results(event: Event) -> list[bool]:
    """A result by ruling is the judges' own: no log is held against it."""
    compared = Comparison.objects.filter(report=OuterRef("pk"), result=OuterRef("submission__match__results"))
    standing = Q(submission__match__results__superseded_at__isnull=True, submission__match__results__isnull=False) & ~Q(
        submission__match__results__source=Result.Source.RULING
    )
    reports = Report.objects.filter(standing, ~Exists(compared), current=True).exclude(steps="")
    reports = reports.exclude(submission__source=Submission.Source.CORRECTION)
    reports = reports.filter(submission__match__round__event=event)
    return [_compare_result(report) for report in reports.select_related("submission__match__round__event")]


@transaction.atomic
def _compare_result(report: Report) -> bool:
    match = report.submission.match
    assert match is not None
    result = match.results.standing().exclude(source=Result.Source.RULING).first()
    if result is None:
        return False
    comparison, created = Comparison.objects.get_or_create(
        report=report, result=result, defaults={"disagreements": against_result(report, result)}
    )
    if not (created and comparison.disagreements):
        return False
    return open_case_of_logs(kind=Case.Kind.LOG_VS_RESULT, match=match, result=result, submission=report.submission)


# --- from a table -----------------------------------------------------------------------------------------------


@transaction.atomic
def call_judge(*, match: Match, by: User, text: str) -> Case:
    """A second call while the first is open adds to it."""
    if not sits_at(match, by):
        raise NotAllowed("not-your-match", _("Only the two players of this match can do this."))
    if not match.round.is_open:
        raise Refused("round-not-open", _("This round is not being played."))
    if not text.strip():
        raise Invalid("text-missing", _("Please say in a few words what it is about."))
    case, _created = open_case(
        kind=Case.Kind.JUDGE_CALL, cause=f"match:{match.pk}", event=match.round.event, match=match, opened_by=by
    )
    case.hear(by, text)
    touch(case.topic)
    return case
