"""Cases that result from the state of an event: a disputed match, a locked illegal list, a result that contradicts a
log."""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from judging.cases.comparison.result_differences import against_result
from judging.cases.services.from_logs import open_case_of_logs
from judging.cases.services.opening import open_case
from judging.cases.services.settled import comes_after_seal
from judging.models import Case, Comparison, Report, Submission
from tournaments.models import Event, Match, Result, Status, SubmittedList

OPENS_CASES = (
    "event-edited",
    "illegal-list",
    "list-submitted",
    "lists-locked",
    "log-stored",
    "reinstated",
    "result-agrees",
    "result-corrected",
    "result-disputes",
    "result-result",
    "result-settled",
    "rounds-begun",
)


def open_missing_of(*, scope: str, **_facts: Any) -> None:
    """Handle the domain events above. There is at most one case for each cause, so a repeated delivery opens none."""
    event = Event.objects.filter(pk=int(scope.partition(":")[2])).first()
    if event is not None and not event.is_over:
        open_missing(event)


def open_missing(event: Event) -> int:
    """Open a case for every cause in this event that has none yet; return how many were opened."""
    return sum(_open_disputes(event) + _open_illegal_lists(event) + _open_contradicted_results(event))


def _open_disputes(event: Event) -> list[bool]:
    waiting = Case.objects.unsettled().filter(kind=Case.Kind.DISPUTED_RESULT, match=OuterRef("pk"))
    matches = Match.objects.disputed().filter(~Exists(waiting), round__event=event)
    return [
        open_case(kind=Case.Kind.DISPUTED_RESULT, cause=f"match:{match.pk}", event=event, match=match)[1]
        for match in matches
    ]


def _open_illegal_lists(event: Event) -> list[bool]:
    """Open cases for illegal lists, even if the event withdraws their players, because seated players are never
    withdrawn."""
    lists = SubmittedList.objects.current().filter(
        locked_at__isnull=False,
        legal=False,
        cases__isnull=True,
        registration__status=Status.REGISTERED,
        registration__event=event,
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


def _open_contradicted_results(event: Event) -> list[bool]:
    """Compare logs with results and open cases for differences. Results by ruling are the judges' own and not
    compared."""
    compared = Comparison.objects.filter(report=OuterRef("pk"), result=OuterRef("submission__match__results"))
    standing = Q(submission__match__results__superseded_at__isnull=True, submission__match__results__isnull=False) & ~Q(
        submission__match__results__source=Result.Source.RULING
    )
    games = (Report.Verdict.VALID, Report.Verdict.UNVERIFIED, Report.Verdict.LEDGER, Report.Verdict.INVALID)
    reports = Report.objects.filter(standing, ~Exists(compared), current=True, verdict__in=games)
    reports = reports.exclude(submission__source=Submission.Source.CORRECTION)
    reports = reports.filter(submission__match__round__event=event)
    reports = reports.select_related("submission__match__round__event").defer("submission__content")
    return [_compare_result(report) for report in reports]


@transaction.atomic
def _compare_result(report: Report) -> bool:
    match = report.submission.match
    assert match is not None
    result = match.results.current().exclude(source=Result.Source.RULING).first()
    if result is None:
        return False
    comparison, created = Comparison.objects.get_or_create(
        report=report, result=result, defaults={"differences": against_result(report, result)}
    )
    if not (created and comparison.differences) or comes_after_seal(report.submission):
        return False
    return open_case_of_logs(kind=Case.Kind.LOG_VS_RESULT, match=match, result=result, submission=report.submission)
