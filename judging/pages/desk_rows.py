"""The desk as rows of plain values, read in a fixed number of queries and worded before the template."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from judging.models import Case, Report, Statement
from judging.pages.slips import slip_row
from tournaments.models import Match, Seat, Stage

NAMES = tuple(f"registration__{name}" for name in ("user__public_name", "user__username", "guest_name"))
READ = (
    "pk", "kind", "status", "opened_at", "coming_at", "urgency", "proved", "claimed_by", "claimed_by__public_name",
    "claimed_by__username", "match", "match__table", "match__round__number", "match__round__stage",
    "submission", *NAMES,
)  # fmt: skip
STATUS_BADGES = {"open": "badge-warn", "appealed": "badge-bad"}


@dataclass(frozen=True)
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
    age: str
    proved: int | None
    opened_at: datetime


@dataclass
class TableRow:
    """All cases of one table, or a single case without a table."""

    table: int | None
    round_words: str
    who: str
    urgent: bool
    cases: list[CaseRow] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.cases[0].url


def table_rows(
    cases: QuerySet[Case, Any], judge: Any, *, most: int, sees_lists: bool
) -> tuple[list[TableRow], list[TableRow]]:
    """Return the calls, each on its own, and the tables; both with the most urgent first.

    People who may not see the lists do not see what logs reveal of the figures.
    """
    rows = list(cases.values(*READ)[:most])
    names = _names_at_tables(rows)
    words = _last_statements(rows) | (_illegal_moves(rows) if sees_lists else {})
    kinds = {value: capfirst(str(label)) for value, label in Case.Kind.choices}
    statuses = {value: str(label) for value, label in Case.Status.choices}
    labels = {"kinds": kinds, "statuses": statuses, "now": timezone.now(), "ages": _ages()}
    rounds = _round_names(rows)
    calls: list[TableRow] = []
    tables: dict[tuple[str, int], TableRow] = {}
    for row in rows:
        shown = _case_row(row, judge, words, labels)
        if row["kind"] == Case.Kind.JUDGE_CALL and row["status"] == Case.Status.OPEN:
            calls.append(_table_row(row, names, rounds))
            calls[-1].cases.append(shown)
            continue
        key = ("match", row["match"]) if row["match"] else ("case", row["pk"])
        if key not in tables:
            tables[key] = _table_row(row, names, rounds)
        tables[key].cases.append(shown)
    return sorted(calls, key=lambda row: row.cases[0].opened_at), list(tables.values())


def _round_names(rows: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Return names of rounds by match. Only those of the top cut need more than the number."""
    swiss, text = {row["match"]: row["match__round__number"] for row in rows if row["match"]}, _("round %(n)s")
    in_the_cut = [row["match"] for row in rows if row["match__round__stage"] == Stage.CUT]
    played = Match.objects.filter(pk__in=in_the_cut).select_related("round__event") if in_the_cut else ()
    named = {match.pk: match.round_name_in_sentence for match in played}
    return {match: text % {"n": number} for match, number in swiss.items()} | named


def _table_row(row: Mapping[str, Any], names: Mapping[int, list[str]], rounds: Mapping[int, str]) -> TableRow:
    who = " - ".join(filter(None, [*names.get(row["match"], ()), _name(row)]))
    urgent = row["urgency"] == Case.Urgency.HOLDS_UP
    return TableRow(row["match__table"], rounds.get(row["match"], ""), who, urgent)


def _names_at_tables(rows: Iterable[Mapping[str, Any]]) -> dict[int, list[str]]:
    """Return the players of each match in the order of the seats, partners together."""
    seats = Seat.objects.filter(match__in={row["match"] for row in rows} - {None}).order_by("number")
    found: dict[int, dict[int, list[str]]] = {}
    for seat in seats.values("match", "side", *NAMES):
        found.setdefault(seat["match"], {}).setdefault(seat["side"], []).append(_name(seat))
    return {match: [" & ".join(names) for names in sides.values()] for match, sides in found.items()}


def _name(row: Mapping[str, Any]) -> str:
    public, username, guest = (row[name] for name in NAMES)
    return public or username or guest or ""


def _case_row(
    row: Mapping[str, Any], judge: Any, words: Mapping[int, tuple[str, str]], labels: Mapping[str, Any]
) -> CaseRow:
    said, article = words.get(row["pk"], ("", ""))
    return CaseRow(
        pk=row["pk"],
        url=reverse("judging:case", args=[row["pk"]]),
        kind=labels["kinds"][row["kind"]],
        status=labels["statuses"][row["status"]],
        status_badge=STATUS_BADGES.get(row["status"], "badge-good"),
        words=said,
        article=article,
        judge=row["claimed_by__public_name"] or row["claimed_by__username"] or "",
        mine=row["claimed_by"] == judge.pk,
        coming=row["coming_at"] is not None,
        age=_age(row["opened_at"], labels["now"], labels["ages"]),
        proved=row["proved"],
        opened_at=row["opened_at"],
    )


def _ages() -> dict[str, str]:
    """Return the units of time, translated once for all rows."""
    return {"minutes": _("%(number)s min"), "hours": _("%(number)s h"), "days": _("%(number)s days")}


def _age(since: datetime, now: datetime, ages: Mapping[str, str]) -> str:
    minutes = max(0, int((now - since).total_seconds() // 60))
    if minutes < 60:
        return ages["minutes"] % {"number": minutes}
    if minutes < 48 * 60:
        return ages["hours"] % {"number": minutes // 60}
    return ages["days"] % {"number": minutes // (24 * 60)}


def _last_statements(rows: Iterable[Mapping[str, Any]]) -> dict[int, tuple[str, str]]:
    """Return the last statement of each call."""
    calls = [row["pk"] for row in rows if row["kind"] == Case.Kind.JUDGE_CALL]
    said = Statement.objects.filter(case__in=calls).order_by("pk").values_list("case", "text") if calls else ()
    return {pk: (text, "") for pk, text in said}


def _illegal_moves(rows: Iterable[Mapping[str, Any]]) -> dict[int, tuple[str, str]]:
    """Return what was done in each illegal move, and its article."""
    cases = {row["submission"]: row["pk"] for row in rows if row["kind"] == Case.Kind.INVALID_LOG}
    reports = (
        Report.objects.filter(current=True, submission__in=cases).exclude(slip={}) if cases else Report.objects.none()
    )
    illegal = {}
    for submission, slip, header in reports.values_list("submission", "slip", "header"):
        row = slip_row(slip, header)
        if row:
            illegal[cases[submission]] = (row.done or row.message, row.article)
    return illegal
