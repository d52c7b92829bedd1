"""The dossier of a table: its other cases, both players' logs, the open recording, and the current board."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from judging.cases.pages.case_file import CaseFile
from judging.cases.services.desk import closed_together
from judging.logs.pages.first_error import first_error
from judging.models import Case, Recording, Report, Submission
from rules.games import of

LOGS_SHOWN = 20


@dataclass(frozen=True)
class Moment:
    """A board to show. `shows` is the position seen first; a button switches to the other one."""

    source: str
    title: str
    shows: str = "before"


@dataclass(frozen=True)
class OtherCase:
    case: Case
    words: str


@dataclass(frozen=True)
class Dossier:
    others: Sequence[OtherCase]
    together: Sequence[int]  # the other cases that a ruling on this one can close
    logs: Sequence[Submission]
    recording: Recording | None
    moments: Sequence[Moment]


def dossier(case: Case, judge: User, file: CaseFile, others: Sequence[Case], *, may_rule: bool) -> Dossier:
    logs = _logs(case) if file.sees_lists else []
    recording = recording_of(case) if file.sees_lists else None
    return Dossier(
        others=[OtherCase(other, _words(other) if file.sees_lists else "") for other in others],
        together=[other.pk for other in closed_together(others, judge)] if may_rule else [],
        logs=logs,
        recording=recording,
        moments=_moments(case, file, recording) if file.sees_lists else [],
    )


def _words(case: Case) -> str:
    if case.kind in Case.ABOUT_WORDS:
        said = case.statements.exclude(text="").last()
        return said.text if said else ""
    error = first_error(case) if case.kind == Case.Kind.INVALID_LOG else None
    return (error.done or error.message) if error else ""


def _logs(case: Case) -> Sequence[Submission]:
    """Return the logs of both players, the latest first. Judges' copies are listed with the corrections."""
    if case.match_id is None:
        return []
    logs = Submission.objects.filter(match=case.match_id).exclude(source=Submission.Source.CORRECTION)
    reports = Report.objects.filter(current=True).only("verdict", "ended", "current", "submission", "header")
    newest = logs.select_related("submitter", "guest__user").prefetch_related(Prefetch("reports", queryset=reports))
    return list(newest.order_by("-pk")[:LOGS_SHOWN])


def recording_of(case: Case) -> Recording | None:
    """Return the open recording of the table, if it has a board."""
    if case.match_id is None:
        return None
    recordings = Recording.objects.filter(match=case.match_id, submission=None).exclude(actions=[])
    return next((each for each in recordings if not each.is_light and of(each.header).frames is not None), None)


def _moments(case: Case, file: CaseFile, recording: Recording | None) -> list[Moment]:
    if file.log_difference and case.other_submission:
        action = file.log_difference.action
        pair = ((case.submission, ""), (case.other_submission, "?log=other"))
        return [Moment(_position(case, action) + query, str(log.author), "after") for log, query in pair if log]
    if case.submission is None:
        return _moment_of_table(case, recording)
    report = file.report
    if report is None or not report.steps or not report.has_replay:
        return []
    actions = [finding.action for finding in file.findings if finding.action is not None]
    wrong = [finding.action for finding in file.findings if finding.action is not None and finding.severity == "error"]
    shown = next(iter(wrong or actions), None)
    if shown is None:
        last = report.body.get("actions", 0) - 1
        return [Moment(_position(case, last), _("The end of the log"), "after")] if last >= 0 else []
    return [Moment(_position(case, shown), _("Action %(number)s") % {"number": shown + 1})]


def _moment_of_table(case: Case, recording: Recording | None) -> list[Moment]:
    """Return the current board for a call, which has no log of its own."""
    if recording is None:
        return []
    return [Moment(reverse("judging:position_now", args=[case.pk]), _("The table as recorded"), "after")]


def _position(case: Case, action: int) -> str:
    return reverse("judging:position", args=[case.pk, action])
