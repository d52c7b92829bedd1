"""The desk as rows of plain values, read in a fixed number of queries and worded before the template."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from judging.cases.models import NO_LONGER_DISPUTED, STAFF_ENTERED, CaseQuerySet
from judging.logs.pages.first_error import error_row
from judging.logs.pages.wording import result_words
from judging.models import Case, Report, Statement
from teams.wording import colon
from tournaments.models import Match, ResultReport, Seat, Stage
from tournaments.players.models.name_rows import NameRow, name_columns
from tournaments.results.services.scores import read_score

NAMES = name_columns("registration__")
READ = (
    "pk", "kind", "status", "opened_at", "coming_at", "urgency", "proved", "claimed_by", "claimed_by__public_name",
    "claimed_by__username", "match", "match__table", "match__round__number", "match__round__stage",
    "submission", "on_trust", "by_staff", "calls", *NAMES,
)  # fmt: skip
STATUS_BADGES = {"open": "badge-warn", "appealed": "badge-bad"}


@dataclass(frozen=True, slots=True)
class CaseRow:
    pk: int
    url: str
    kind: str
    status: str
    status_badge: str
    words: str  # the illegal move, or the last statement of the player who called
    article: str
    judge: str
    mine: bool
    coming: bool
    opened: SafeString
    age: str
    proved: int | None
    reports: tuple[str, ...]  # of a disputed result: what each player says of it last


@dataclass(frozen=True, slots=True)
class TableRow:
    """All cases of one table, or a single case without a table."""

    table: int | None
    round_words: str
    who: str
    urgent: bool
    on_trust: bool  # nothing but results taken on trust that the players confirmed and no judge has claimed
    cases: tuple[CaseRow, ...]


def to_read(cases: CaseQuerySet) -> QuerySet[Case, Any]:
    """Return the query for what the rows show, with the most urgent first."""
    ordered = cases.with_share_proved().with_results_on_trust().with_results_of_staff().with_calls().most_urgent_first()
    return ordered.values_list(*READ)


def table_rows(
    cases: Iterable[tuple[Any, ...]], judge: Any, clock: Callable[[datetime], SafeString], *, sees_lists: bool
) -> tuple[list[TableRow], list[TableRow]]:
    """Return what `to_read` found: the calls, each on its own, and the tables; both with the most urgent first.

    People who may not see the lists do not see what logs reveal of the figures.
    """
    rows = [dict(zip(READ, case, strict=True)) for case in cases]
    names, rounds = _names_at_tables(rows), _round_names(rows)
    words = _last_statements(rows) | (_illegal_moves(rows) if sees_lists else {})
    case_row = _Cases(judge, words, clock, _reports_of_disputes(rows))
    calls = sorted((row for row in rows if row["calls"]), key=lambda row: row["opened_at"])
    tables: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in rows:
        if not row["calls"]:
            tables.setdefault(("match", row["match"]) if row["match"] else ("case", row["pk"]), []).append(row)

    def table_row(together: list[Mapping[str, Any]]) -> TableRow:
        first = together[0]
        who = " – ".join(filter(None, [*names.get(first["match"], ()), _name(first)]))
        urgent = first["urgency"] == Case.Urgency.HOLDS_UP
        shown = tuple(case_row(row) for row in together)
        on_trust = all(row["on_trust"] for row in together)
        return TableRow(first["match__table"], rounds.get(first["match"], ""), who, urgent, on_trust, shown)

    return [table_row([call]) for call in calls], [table_row(together) for together in tables.values()]


def _round_names(rows: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Return names of rounds by match. Only those of the top cut need more than the number."""
    swiss, text = {row["match"]: row["match__round__number"] for row in rows if row["match"]}, _("round %(n)s")
    in_the_cut = [row["match"] for row in rows if row["match__round__stage"] == Stage.CUT]
    played = Match.objects.filter(pk__in=in_the_cut).select_related("round__event") if in_the_cut else ()
    named = {match.pk: match.round_name_in_sentence for match in played}
    return {match: text % {"n": number} for match, number in swiss.items()} | named


def _names_at_tables(rows: Iterable[Mapping[str, Any]]) -> dict[int, list[str]]:
    """Return the players of each match in the order of the seats, partners together."""
    matches = {row["match"] for row in rows} - {None}
    found: dict[int, dict[int, list[str]]] = {}
    seats = Seat.objects.filter(match__in=matches).order_by("number")
    for match, side, *name in seats.values_list("match", "side", *NAMES):
        found.setdefault(match, {}).setdefault(side, []).append(NameRow._make(name).full or "")
    return {match: [" & ".join(names) for names in sides.values()] for match, sides in found.items()}


def _name(row: Mapping[str, Any]) -> str:
    return NameRow._make(row[name] for name in NAMES).full or ""


def _is_dispute_over(row: Mapping[str, Any]) -> bool:
    """The same as `Case.is_dispute_over`, for one row."""
    return (row["kind"], row["status"], row["calls"]) == (Case.Kind.DISPUTED_RESULT, Case.Status.OPEN, False)


class _Cases:
    """Makes the rows of cases for one judge; what all rows share is translated once."""

    def __init__(
        self,
        judge: Any,
        words: Mapping[int, tuple[str, str]],
        clock: Callable[[datetime], SafeString],
        reports: Mapping[int, tuple[str, ...]],
    ) -> None:
        self.reports = reports
        self.judge, self.words, self.clock, self.now = judge, words, clock, timezone.now()
        self.kinds = {value: capfirst(str(label)) for value, label in Case.Kind.choices}
        self.statuses = {value: str(label) for value, label in Case.Status.choices}
        self.dispute_over = {False: str(NO_LONGER_DISPUTED), True: str(STAFF_ENTERED)}
        self.minutes, self.hours, self.days = _("%(number)s min"), _("%(number)s h"), _("%(number)s days")
        self.address = reverse("judging:case", args=[0]).removesuffix("0/")

    def __call__(self, row: Mapping[str, Any]) -> CaseRow:
        said, article = self.words.get(row["pk"], ("", ""))
        return CaseRow(
            pk=row["pk"],
            url=f"{self.address}{row['pk']}/",
            kind=self.kinds[row["kind"]],
            status=self.statuses[row["status"]],
            status_badge=STATUS_BADGES.get(row["status"], "badge-good"),
            words=said or (self.dispute_over[row["by_staff"]] if _is_dispute_over(row) else ""),
            article=article,
            judge=row["claimed_by__public_name"] or row["claimed_by__username"] or "",
            mine=row["claimed_by"] == self.judge.pk,
            coming=row["coming_at"] is not None,
            opened=self.clock(row["opened_at"]),
            age=self._age(row["opened_at"]),
            proved=row["proved"],
            reports=self.reports.get(row["pk"], ()),
        )

    def _age(self, since: datetime) -> str:
        minutes = max(0, int((self.now - since).total_seconds() // 60))
        if minutes < 60:
            return self.minutes % {"number": minutes}
        if minutes < 48 * 60:
            return self.hours % {"number": minutes // 60}
        return self.days % {"number": minutes // (24 * 60)}


def _last_statements(rows: Iterable[Mapping[str, Any]]) -> dict[int, tuple[str, str]]:
    """Return the last statement of each call, and of each case that the staff opened."""
    calls = [row["pk"] for row in rows if row["kind"] in Case.ABOUT_WORDS]
    statements = Statement.objects.filter(case__in=calls).exclude(text="").order_by("pk")
    return {pk: (text, "") for pk, text in statements.values_list("case", "text")}


def _reports_of_disputes(rows: Iterable[Mapping[str, Any]]) -> dict[int, tuple[str, ...]]:
    """Return for each table that calls over its result what each player says of it last, with their own words."""
    disputes = {row["match"]: row["pk"] for row in rows if row["calls"] and row["kind"] == Case.Kind.DISPUTED_RESULT}
    if not disputes:
        return {}
    matches = Match.objects.filter(pk__in=disputes).select_related("round__event").with_players().in_bulk()
    last: dict[int, dict[int, ResultReport]] = {match: {} for match in disputes}
    for report in ResultReport.objects.current().filter(match__in=disputes).select_related("by__user"):
        last[report.match_id][report.by_id] = report
    return {disputes[pk]: tuple(_said(report, match) for report in last[pk].values()) for pk, match in matches.items()}


def _said(report: ResultReport, match: Match) -> str:
    score = result_words(match, read_score(report.score()))
    said = f"{colon(f'{report.by.full_name} {report.words}')} {score}"
    return " · ".join(filter(None, [said, report.note]))


def _illegal_moves(rows: Iterable[Mapping[str, Any]]) -> dict[int, tuple[str, str]]:
    """Return what was done in each illegal move, and its article."""
    cases = {row["submission"]: row["pk"] for row in rows if row["kind"] == Case.Kind.INVALID_LOG}
    reports = Report.objects.filter(current=True, submission__in=cases).exclude(first_error={})
    illegal = {}
    for submission, error, header in reports.values_list("submission", "first_error", "header"):
        illegal[cases[submission]] = _words_of_error(json.dumps([error, header]), get_language())
    return illegal


@lru_cache(maxsize=1000)
def _words_of_error(error_and_header: str, _language: str | None) -> tuple[str, str]:
    """Word an illegal move once: the desk is drawn anew after every change, and reports never change."""
    row = error_row(*json.loads(error_and_header))
    return (row.done or row.message, row.article) if row else ("", "")
