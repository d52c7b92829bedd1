"""Submitting logs, and lists of them: on the page of a match, and of their submitter with opponent, event and score."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from core.pages.requests import asks_for_part, client_address
from judging.cases.comparison.log_alignment import align
from judging.cases.models import CaseQuerySet
from judging.cases.services.desk import open_call
from judging.cases.services.from_logs import latest_reports
from judging.cases.services.settled import SETTLED, comes_after_seal
from judging.logs.models import SubmissionQuerySet, tally_in
from judging.logs.pages.log_names import player_names
from judging.logs.pages.wording import alignment_words
from judging.logs.services.submission import submit_log
from judging.models import Case, Report, Ruling, Submission
from judging.rights import may_open_case, may_see_logs_of, may_submit, plays_in
from tournaments.base.services.seats import own_outcome
from tournaments.base.views.access import EventRequest, match_page, refusal_page, signed_in
from tournaments.base.views.form_fields import form_text
from tournaments.core.scores import format_score
from tournaments.models import Event, Match, Result, players_of
from tournaments.results.services.entry import seat_of
from tournaments.results.services.own_games import own_score

LOGS_SHOWN = 50


def submitted_log(request: Any) -> bytes:
    """Return the uploaded file or the pasted text."""
    file = request.FILES.get("log")
    content: bytes = file.read() if file else request.POST.get("text", "").encode()
    return content


def refused_log(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Return the reason, and the form with the text that was pasted: without scripts nothing else keeps it."""
    return refusal_page(request, refusal, "judging/log_refused.html", pasted=request.POST.get("text", ""))


def log_rows(logs: Any) -> list[dict[str, Any]]:
    newest = _newest(logs).select_related("match").prefetch_related(players_of("match"))
    return _rows(list(newest))


def log_rows_of(match: Match) -> list[dict[str, Any]]:
    """Return the rows of the logs of a match, for its own page."""
    rows = _rows(list(_newest(match.submissions.defer("content"))))
    ruled = Ruling.objects.current().filter(case__match=match, details__has_key="counts") if len(rows) > 1 else ()
    counting = {ruling.details["counts"] for ruling in ruled}
    return [{**row, "counts": str(row["log"].uuid) in counting} for row in rows]


def _newest(logs: SubmissionQuerySet) -> SubmissionQuerySet:
    counts = Exists(Ruling.objects.current().filter(corrected_log=OuterRef("pk")))
    return logs.select_related("submitter", "guest").annotate(stands=counts).order_by("-pk")[:LOGS_SHOWN]


def _rows(newest: list[Submission]) -> list[dict[str, Any]]:
    reports = Report.objects.filter(current=True, submission__in=newest).defer("steps")
    current = {report.submission_id: report for report in reports}
    return [{"log": log, "report": current.get(log.pk), "faults": _error_count(current.get(log.pk))} for log in newest]


def _error_count(report: Report | None) -> int:
    return len(report.errors) if report else 0


@dataclass(frozen=True)
class LogFacts:
    players: str = ""  # only the opponent if the reader played; empty if the log has no names
    event: Event | None = None
    round: str = ""
    outcome: str = ""
    score: str = ""


def with_games(logs: "QuerySet[Submission]") -> "QuerySet[Submission]":
    """Load all that `told` reads, except the players, with one more query for any number of logs."""
    results = Prefetch("match__results", queryset=Result.objects.current(), to_attr="current_results")
    return logs.select_related("match__round__event").prefetch_related(results)


def with_facts(rows: Iterable[dict[str, Any]], user: Any) -> list[dict[str, Any]]:
    return [{**row, "facts": _facts(row["log"], row["report"], user)} for row in rows]


def _facts(log: Submission, report: Report | None, user: Any) -> LogFacts:
    return _of_match(log.match, user) if log.match else _of_header(report.header if report else {})


def _of_match(match: Match, user: Any) -> LogFacts:
    me = seat_of(match, user)
    players = " – ".join(seat.shown_name for seat in (me and match.others(me)) or match.seats())
    result: Result | None = next(iter(match.current_results), None)  # type: ignore[attr-defined]  # as prefetched
    if result is None or not result.outcome:
        return LogFacts(players=players, event=match.round.event, round=match.round_name_in_sentence)
    return LogFacts(
        players=players,
        event=match.round.event,
        round=match.round_name_in_sentence,
        outcome=own_outcome(match, me, result) if me else "",
        score=own_score(match, me or match.a, result),
    )


def _of_header(header: dict[str, Any]) -> LogFacts:
    """Return the facts of a game without an event, from its log alone."""
    _name, tally = tally_in(header.get("result") or {})
    score = format_score(tally["A"], tally["B"]) if tally.keys() == {"A", "B"} else ""
    return LogFacts(players=" – ".join(player_names(header).values()), score=score)


@require_GET
@match_page
def match_logs(request: EventRequest, match: Match) -> HttpResponse:
    """Render the part of a match page about judging: its logs and its cases."""
    seated = plays_in(match, request.user)
    insider = may_see_logs_of(match, request.user)
    logs = log_rows_of(match) if insider else []
    reports = latest_reports(match) if logs else []
    are_aligned = len(reports) == 2 and not any(report.is_light for report in reports)  # these tell no play
    alignment = align(reports[0].digests(), reports[1].digests()) if are_aligned else None
    context = {
        "match": match,
        "seated": seated,
        "may_submit": may_submit(match, request.user) and not match.is_bye,
        "is_being_recorded": not seated and match.recordings.filter(submission=None).exists(),
        "logs": logs,
        "logs_agree": alignment is not None and alignment.first is None,
        "logs_end": all(report.ended for report in reports),
        "logs_differ": alignment_words(alignment, (reports[0].submission.author, reports[1].submission.author))
        if alignment
        else "",
        "cases": _cases_of(match, request) if seated else [],
        "may_open": may_open_case(match.round.event, match.players(), request.user) and not match.is_bye,
    }
    return render(request, "judging/parts/match_logs.html", context)


def _cases_of(match: Match, request: EventRequest) -> CaseQuerySet:
    """Return the cases that the player may see. With scripts, the open call stands at the head of the page."""
    cases = match.cases.visible_to_player(request.user).exclude(status=Case.Status.CANCELLED)
    called = open_call(match) if asks_for_part(request) else None
    return cases.exclude(pk=called.pk) if called else cases


@require_POST
@match_page
def submit(request: EventRequest, match: Match) -> HttpResponse:
    return _submit(request, match)


@require_GET
@signed_in
def my_logs(request: HttpRequest) -> HttpResponse:
    mine = Submission.objects.filter(submitter=request.user, guest__isnull=True)
    return render(request, "judging/my_logs.html", {"logs": with_facts(log_rows(with_games(mine)), request.user)})


@require_POST
@signed_in
def check_my_log(request: HttpRequest) -> HttpResponse:
    """Submit a log of a game without an event."""
    return _submit(request, None)


def _submit(request: Any, match: Match | None) -> HttpResponse:
    """Store the log and answer at once; it is validated later."""
    try:
        submission = submit_log(
            content=submitted_log(request),
            submitter=request.user,
            match=match,
            key=form_text(request, "key"),
            source=Submission.Source.PAGE,
            address=client_address(request) or None,
        )
    except Refused as refusal:
        return refused_log(request, refusal)
    if comes_after_seal(submission):
        messages.info(request, SETTLED)
    return redirect(submission)
