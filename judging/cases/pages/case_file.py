"""The case file: everything a judge needs to see of a case."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q

from accounts.models import User
from judging.board.action_lines import Step, is_same_walk, proof_of_line, words_of_line
from judging.cases.comparison.log_alignment import Alignment, Stretch, align
from judging.cases.pages.differences import DifferenceRow, difference_rows
from judging.logs.pages.entered import EnteredRow, WhoseWord, entered, recording_of, whose_word
from judging.logs.pages.log_names import names_in
from judging.logs.pages.proof import ProofView, TextRow, proof_view, text_rows
from judging.logs.pages.wording import (
    IssueRow,
    action_words,
    alignment_words,
    failure_reason,
    finding_rows,
    result_words,
)
from judging.logs.services.parsed_logs import log_of_submission
from judging.models import Case, Report, Ruling, Submission
from judging.replay.board.replay_data import replay_data
from judging.rights import may_see_lists
from rules.common.verdicts import Malformed
from tournaments.models import Penalty, PenaltyKind, Registration, Result, ResultReport
from tournaments.players.services.penalties import next_penalty
from tournaments.results.services.scores import read_score

PairOfActions = tuple[int | None, int | None, bool]  # an action by its index in each log, and whether they differ there
Played = Sequence[Any]

EARLIER_SHOWN = 10
LINES_AROUND = 3
MOST_LINES = 60  # of each difference
MOST_DIFFERENCES = 30


@dataclass(frozen=True)
class Line:
    """An action or a walk as it happened and, where two logs differ, also as it was recorded."""

    first: int
    number: int
    words: str = ""
    entry: str = ""
    proof: str = ""


@dataclass(frozen=True)
class PairOfLines:
    """What stands in each log at one place; None where only the other has an action."""

    left: Line | None
    right: Line | None
    differs: bool

    @property
    def both(self) -> tuple[Line | None, Line | None]:
        return self.left, self.right


@dataclass(frozen=True)
class LogDifference:
    """Two logs of one game side by side: their first difference in a sentence, with the actions around it, and the
    further differences."""

    action: int
    words: str
    lines: list[PairOfLines]
    further: list[list[PairOfLines]]
    further_count: int  # also of those that are not shown

    @property
    def number(self) -> int:
        return self.action + 1


@dataclass(frozen=True)
class PersonRow:
    player: Registration
    penalties: list[str]
    proposed: str

    @property
    def proposed_label(self) -> str:
        return str(PenaltyKind(self.proposed).label)


@dataclass(frozen=True)
class CaseFile:
    people: list[PersonRow]
    earlier: Sequence[Case]
    player_reports: list[tuple[ResultReport, str]] = field(default_factory=list)
    results: list[tuple[Result, str]] = field(default_factory=list)
    findings: list[IssueRow] = field(default_factory=list)
    differences: list[DifferenceRow] = field(default_factory=list)
    report: Report | None = None
    proof: ProofView | None = None
    texts_differ: Sequence[TextRow] = ()
    other_logs: Sequence[Submission] = ()
    corrections: Sequence[Submission] = ()
    log_difference: LogDifference | None = None
    violations: list[dict[str, Any]] = field(default_factory=list)
    sees_lists: bool = True
    failure_reason: str = ""
    entered: EnteredRow | None = None  # the action of the first error
    whose: WhoseWord | None = None

    @property
    def errors(self) -> list[IssueRow]:
        return [finding for finding in self.findings if finding.severity == "error"]

    @property
    def first_error(self) -> IssueRow | None:
        """The first error, which judges read first."""
        return next(iter(self.errors), None)

    @property
    def further_findings(self) -> list[IssueRow]:
        """All findings but the first error, which the page begins with."""
        return [finding for finding in self.findings if finding is not self.first_error]

    @property
    def more_errors(self) -> int:
        return len(self.errors) - 1


def case_file(case: Case, judge: User) -> CaseFile:
    """Return the case file. Staff who play here see no closed list, nor what a log reveals of one."""
    report = _report(case.submission)
    sees_lists = may_see_lists(case.event, case.people(), judge)
    match = case.match
    player_reports = match.reports.select_related("by__user") if match else ()
    results = match.results.current() if match else ()
    findings = finding_rows(report.findings, names_in(report, sees_lists=sees_lists)) if report else []
    return CaseFile(
        people=_people(case),
        earlier=earlier_cases(case, judge),
        player_reports=[(claim, result_words(match, read_score(claim.score()))) for claim in player_reports if match],
        results=[(result, result_words(match, read_score(result.score()))) for result in results if match],
        findings=findings,
        entered=entered(case.submission, next((row.action for row in findings if row.severity == "error"), None)),
        whose=whose_word(recording_of(case.submission), judge) if sees_lists else None,
        differences=difference_rows(report, for_judges=True, sees_lists=sees_lists) if report else [],
        report=report,
        proof=proof_view(report) if sees_lists else None,
        texts_differ=_differing_texts(case) if sees_lists else (),
        failure_reason=failure_reason(report),
        other_logs=_other_logs(case) if sees_lists else [],
        corrections=_corrections(case) if sees_lists else [],
        log_difference=log_difference(case) if sees_lists else None,
        violations=case.team_list.verdict.get("violations", []) if case.team_list and sees_lists else [],
        sees_lists=sees_lists,
    )


def _report(submission: Submission | None) -> Report | None:
    return submission.current_report if submission else None


def _people(case: Case) -> list[PersonRow]:
    """Return the people with their proposed penalties, as if the ruling that a new one would replace did not exist."""
    former = case.rulings.current().select_related("penalty").first()
    replaced = former.penalty if former else None
    return [_person(case, person, replaced) for person in case.people()]


def _person(case: Case, person: Registration, replaced: Penalty | None) -> PersonRow:
    penalties = person.penalties.current().order_by("at")
    shown = [str(each.get_kind_display()) for each in penalties]
    return PersonRow(person, shown, next_penalty(case.event, [each for each in penalties if each != replaced]))


def next_step(case: Case, player: str) -> dict[str, str]:
    """Return the fields of the form for the next step of the ladder."""
    rows = {str(row.player.pk): row for row in _people(case)}
    return {"penalty": rows[player].proposed, "penalised": player} if player in rows else {}


def earlier_cases(case: Case, judge: User) -> Sequence[Case]:
    """Return earlier cases of the same people at any event, without conflicts of interest, the latest first."""
    users = [person.user_id for person in case.people() if person.user_id]
    seats = [person.pk for person in case.people()]
    others = Case.objects.exclude(pk=case.pk).not_in_conflict_with(judge).with_people()
    return list(others.of_people(users, seats).order_by("-opened_at")[:EARLIER_SHOWN])


def _other_logs(case: Case) -> Sequence[Submission]:
    """Return other logs of the match by the same people, the latest first; the case follows their latest ones."""
    shown = [log for log in (case.submission, case.other_submission) if log]
    accounts = Q(guest__isnull=True, submitter__in=[log.submitter_id for log in shown if not log.guest_id])
    people = accounts | Q(guest__in=[log.guest_id for log in shown if log.guest_id])
    logs = Submission.objects.filter(people, match=case.match)
    logs = logs.exclude(pk__in=[log.pk for log in shown]).exclude(source=Submission.Source.CORRECTION)
    current = Prefetch(
        "reports", queryset=Report.objects.filter(current=True).only("verdict", "ended", "current", "submission")
    )
    return list(logs.select_related("submitter", "guest").prefetch_related(current).order_by("-pk"))


def _corrections(case: Case) -> Sequence[Submission]:
    """Return the judges' corrected copies with their reports, and whether the ruling behind each is current."""
    if case.submission is None:
        return []
    counts = Exists(Ruling.objects.current().filter(corrected_log=OuterRef("pk")))
    return list(case.submission.corrections.prefetch_related("reports").annotate(stands=counts).order_by("pk"))


def _differing_texts(case: Case) -> list[TextRow]:
    """Return the card texts that this game and another game of the event claim differently."""
    here, there = _report(case.submission), _report(case.other_submission)
    if case.kind != Case.Kind.TEXTS_DIFFER or here is None or there is None:
        return []
    return text_rows(here.claims, there.claims)


def log_difference(case: Case) -> LogDifference | None:
    if case.kind != Case.Kind.LOGS_DIFFER or case.submission is None or case.other_submission is None:
        return None
    one, other = _report(case.submission), _report(case.other_submission)
    alignment = align(one.digests(), other.digests()) if one and other else None
    if alignment is None or alignment.first is None:
        return None
    logs = case.submission, case.other_submission
    left, right = (_played(log) for log in logs)
    parts = [_in_lines(rows, left, right) for rows in around_differences(alignment)]
    words = alignment_words(alignment, (logs[0].author, logs[1].author))
    return LogDifference(alignment.first.left.start, words, parts[0], parts[1:MOST_DIFFERENCES], len(parts) - 1)


def around_differences(alignment: Alignment) -> list[list[PairOfActions]]:
    """Return the indexes of each difference side by side, with some of the actions before and after it."""
    found = []
    for index, stretch in enumerate(alignment.stretches):
        if stretch.is_same:
            continue
        before, after = alignment.stretches[:index][-1:], alignment.stretches[index + 1 :][:1]
        rows = [row for each in before for row in _rows(each)[-LINES_AROUND:]]
        rows += _rows(stretch)[:MOST_LINES]
        found.append(rows + [row for each in after for row in _rows(each)[:LINES_AROUND]])
    return found


def _rows(stretch: Stretch) -> list[PairOfActions]:
    return [(left, right, not stretch.is_same) for left, right in zip_longest(stretch.left, stretch.right)]


def _played(submission: Submission) -> Played:
    """Return each action with its step in the replay; nothing for a log that cannot be read or has no board."""
    try:
        log = log_of_submission(submission)
    except Malformed:
        return []
    return [] if log.is_light else list(zip_longest(log.actions, replay_data(log)["steps"]))


def _in_lines(rows: Sequence[PairOfActions], left: Played, right: Played) -> list[PairOfLines]:
    """Show the actions side by side; a walk that both logs have is one line."""
    lines: list[list[PairOfActions]] = []
    for row in rows:
        if lines and _walks_on(lines[-1][-1], row, left, right):
            lines[-1].append(row)
        else:
            lines.append([row])
    return [_pair(line, left, right) for line in lines]


def _walks_on(before: PairOfActions, row: PairOfActions, left: Played, right: Played) -> bool:
    if before[2] or row[2]:
        return False
    return all(is_same_walk(_step(log, before[side]), _step(log, row[side])) for side, log in enumerate((left, right)))


def _pair(line: Sequence[PairOfActions], left: Played, right: Played) -> PairOfLines:
    differs = line[0][2]
    mine, theirs = ([row[side] for row in line] for side in (0, 1))
    one, other = _line(left, mine), _line(right, theirs)
    is_unclear = differs and (one and one.words) == (other and other.words)
    return PairOfLines(_shown(one, differs, is_unclear), _shown(other, differs, is_unclear), differs)


def _shown(line: Line | None, differs: bool, is_unclear: bool) -> Line | None:
    """What was entered stands only below words that do not tell two actions apart, or in place of them."""
    if line is None or is_unclear or (differs and not line.words):
        return line
    return replace(line, entry="")


def _line(played: Played, indexes: Sequence[int | None]) -> Line | None:
    first, last = indexes[0], indexes[-1]
    if first is None or last is None:
        return None
    steps = [_step(played, index) for index in indexes]
    action = played[last][0] if last < len(played) else None
    return Line(
        first + 1,
        last + 1,
        words_of_line(steps),
        action_words(action) if action else "",
        proof_of_line(steps),
    )


def _step(played: Played, index: int | None) -> Step:
    """Return an action as the replay shows it; of a log that was not played that far, without words."""
    step = played[index][1] if index is not None and index < len(played) else None
    return step or {"words": "", "proof": "unchecked"}
