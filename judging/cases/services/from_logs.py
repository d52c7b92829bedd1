"""Cases that result from logs: broken rules, differences from the event, two logs that differ."""

from typing import Any

from core.pages.live import notify
from core.records.audit import record
from judging.cases.services.opening import open_case
from judging.cases.services.settled import comes_after_seal
from judging.logs.models import DECLARED_GLORY
from judging.models import Case, Report, Submission
from rules.common.proof import contradictions
from rules.common.verdicts import DISPUTED
from tournaments.models import Event, Match, Result

CASE_OF_VERDICT = {
    Report.Verdict.INVALID: Case.Kind.INVALID_LOG,
    Report.Verdict.UNPROCESSABLE: Case.Kind.UNPROCESSABLE_LOG,
}


def open_for_report(report: Report) -> None:
    """Open the cases of a report, in the transaction that stores it. A judge's corrected log belongs to its own
    case, and a log of a match that was settled before opens none."""
    submission = report.submission
    match = submission.match
    if match is None or submission.source == Submission.Source.CORRECTION or comes_after_seal(submission):
        return
    for kind in _kinds(report, match.round.event):
        open_case_of_logs(kind=kind, match=match, submission=submission)
    _compare_logs(report, match)
    _open_for_contradiction(report, match)


def _kinds(report: Report, event: Event) -> list[str]:
    """Return the kinds of the cases that this report opens by itself."""
    kinds = dict.fromkeys(difference["kind"] for difference in report.differences)
    if report.verdict in CASE_OF_VERDICT:
        kinds[CASE_OF_VERDICT[Report.Verdict(report.verdict)]] = None
    if report.has_finding(DECLARED_GLORY):
        kinds[Case.Kind.DECLARED_GLORY] = None
    if report.has_finding(DISPUTED):
        kinds[Case.Kind.TEXT_DISPUTED] = None
    if _rests_on_belief(report, event):
        kinds[Case.Kind.BELIEVED_RESULT] = None
    return [*kinds]


def close_cleared(report: Report) -> None:
    """Close the open cases for which a changed card text leaves no reason, in the transaction that stores the report.

    A case on which a judge has ruled stays as it was ruled.
    """
    match = report.submission.match
    if match is None:
        return
    waiting = Case.objects.filter(submission=report.submission, status=Case.Status.OPEN, kind__in=Case.OF_FACTS)
    for case in waiting.exclude(kind__in=_kinds(report, match.round.event)).select_for_update(of=("self",)):
        case.status = Case.Status.CLEARED
        case.save(update_fields=["status"])
        record("case-cleared", who=None, subject=case, scope=case.event, after={"report": report.pk})
        notify(case.topic, match.topic, *(person.topic for person in case.people()), *case.event.topics("cases"))


def open_by_new_limit(*, scope: str, **_facts: Any) -> None:
    """Open cases after an event was edited: its logs may now rest on more claims than it allows."""
    event = Event.objects.filter(pk=int(scope.partition(":")[2])).first()
    if event is None or event.is_over:
        return
    reports = Report.objects.filter(current=True, submission__match__round__event=event).defer("steps", "header")
    reports = (
        reports.exclude(submission__source=Submission.Source.CORRECTION)
        .select_related("submission__match__round")
        .defer("submission__content")
    )
    for report in reports.order_by("pk"):
        match = report.submission.match
        if match is not None and _rests_on_belief(report, event):
            open_case_of_logs(kind=Case.Kind.BELIEVED_RESULT, match=match, submission=report.submission)


def open_case_of_logs(*, kind: str, match: Match, result: Result | None = None, **logs: Any) -> bool:
    """Open a case, at most one for each kind and person (or pair) at a match, or attach the latest logs to it.

    Return whether a case was opened. After it was settled, only a newer log opens another.
    """
    people = "+".join(log.author_key for log in logs.values())
    cause = f"match:{match.pk}/by:{people}" + (f"/result:{result.pk}" if result else "")
    cases = Case.objects.filter(kind=kind, cause=cause).exclude(status=Case.Status.CLEARED)
    last = cases.order_by("-pk").first()
    if last and not any(log.pk > getattr(last, f"{name}_id") for name, log in logs.items()):
        return False
    if last and Case.objects.filter(pk=last.pk).unsettled().update(**logs):
        _announce_newer_logs(last, logs)
        return False
    return open_case(kind=kind, cause=cause, event=match.round.event, match=match, **logs)[1]


def _announce_newer_logs(case: Case, logs: dict[str, Submission]) -> None:
    after = {name: str(log.uuid) for name, log in logs.items()}
    record("case-follows-log", who=None, subject=case, scope=case.event, after=after)
    notify(case.topic, *case.event.topics("cases"))


def latest_reports(match: Match) -> list[Report]:
    """Return each person's latest report that contains a game by the rules of the event."""
    with_games = (
        Report.objects.filter(current=True, submission__match=match)
        .exclude(steps="")
        .exclude(submission__source=Submission.Source.CORRECTION)
        .select_related("submission__submitter", "submission__guest__user")
        .defer("submission__content")
        .order_by("submission_id")
    )
    by_author = {report.submission.author_key: report for report in with_games if not report.is_of_other_rules}
    return list(by_author.values())


def _open_for_contradiction(report: Report, match: Match) -> None:
    """Open a case for a spell that another game claims with another text."""
    other = _contradicting_report(report, match)
    if other is not None:
        one, two = report.submission, other.submission
        open_case_of_logs(kind=Case.Kind.TEXTS_DIFFER, match=match, submission=one, other_submission=two)


def _compare_logs(report: Report, match: Match) -> None:
    latest = latest_reports(match)
    if report not in latest:
        return
    for other in latest:
        if report.first_difference(other) is not None and not comes_after_seal(other.submission):
            one, two = sorted(
                (report.submission, other.submission),
                key=lambda submission: (submission.submitter_id, submission.guest_id or 0),
            )
            open_case_of_logs(kind=Case.Kind.LOGS_DIFFER, match=match, submission=one, other_submission=two)


def _rests_on_belief(report: Report, event: Event) -> bool:
    """Whether more GG rest on belief than the event allows or, without a limit, whether another value of a fact that is
    not known would change winner or GG."""
    proof = report.proof
    if proof is None or report.verdict not in {Report.Verdict.VALID, Report.Verdict.UNVERIFIED}:
        return False
    limit = event.believed_glory_limit
    return proof["decisive"] if limit is None else proof["believed_glory"] > limit


def _contradicting_report(report: Report, match: Match) -> Report | None:
    """Return the latest report of another match that claims a different text for one of the same spells."""
    if not report.claims:
        return None
    others = Report.objects.filter(current=True, submission__match__round__event=match.round.event).exclude(claims=[])
    others = others.exclude(submission__match=match).exclude(submission__source=Submission.Source.CORRECTION)
    others = others.select_related("submission").only("claims", "submission__uuid", "submission__submitter")
    return next((other for other in others.order_by("-pk") if contradictions(other.claims, report.claims)), None)
