"""Statistics of an event's desk, and the export of its cases."""

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import Any

from accounts.models import User
from judging.cases.models import AUTHORS
from judging.models import Case, Report, Ruling, Submission
from teams.wording import article_of
from tournaments.models import Event, Match, MatchState


@dataclass(frozen=True)
class ArticleCount:
    number: str
    title: str
    times: int
    per_100_games: float


@dataclass(frozen=True)
class DeskStatistics:
    games: int
    logs: int
    cases: int
    cases_per_100_games: float
    kinds: list[tuple[str, int]]
    penalties: list[tuple[str, int]]
    broken_articles: list[ArticleCount]
    proof: dict[str, Any] | None
    minutes_to_ruling: float | None
    longest_minutes: float | None
    appeals: int


def desk_statistics(event: Event) -> DeskStatistics:
    games = Match.objects.filter(round__event=event, state=MatchState.DONE, bye=False).count()
    handed_in = Report.objects.exclude(submission__source=Submission.Source.CORRECTION)
    reports = list(handed_in.filter(current=True, submission__match__round__event=event).only("body"))
    cases = Counter(Case.objects.filter(event=event).values_list("kind", flat=True))
    rulings = Ruling.objects.filter(case__event=event).select_related("case")
    minutes = [(first.at - first.case.opened_at).total_seconds() / 60 for first in rulings if not first.supersedes_id]
    return DeskStatistics(
        games=games,
        logs=len(reports),
        cases=cases.total(),
        cases_per_100_games=_per_100(cases.total(), games),
        kinds=[(str(Case.Kind(kind).label), number) for kind, number in cases.most_common()],
        penalties=_penalties(rulings.current()),
        broken_articles=_articles(reports, games),
        proof=_proof(reports),
        minutes_to_ruling=median(minutes) if minutes else None,
        longest_minutes=max(minutes, default=None),
        appeals=Case.objects.filter(event=event, appeal__isnull=False).count(),
    )


def _per_100(number: int, games: int) -> float:
    return 100 * number / games if games else 0.0


def _penalties(rulings: Any) -> list[tuple[str, int]]:
    given = Counter(str(ruling.get_penalty_kind_display()) for ruling in rulings if ruling.penalty_kind)
    return given.most_common()


def _articles(reports: list[Report], games: int) -> list[ArticleCount]:
    """Count in how many logs each article was broken; repetitions within one log do not count."""
    broken = Counter(number for report in reports for number in {fault.get("article") for fault in report.errors})
    return [
        ArticleCount(number, article.title if (article := article_of(number)) else "", times, _per_100(times, games))
        for number, times in sorted(broken.items(), key=lambda pair: (-pair[1], pair[0] or ""))
        if number
    ]


def _proof(reports: list[Report]) -> dict[str, Any] | None:
    """Add up the proof counts of all reports; None before the first report."""
    proofs = [(report.proof, report.body["actions"]) for report in reports if report.proof]
    if not proofs:
        return None
    total: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for proof, actions in proofs:
        total.update({name: number for name, number in proof.items() if name != "by_card"}, actions=actions)
        cards.update(proof["by_card"])
    return {**total, "by_card": dict(cards)}


def export_cases(event: Event, reader: User) -> list[dict[str, Any]]:
    """Return all cases without a conflict of interest for the reader, with statements and rulings, oldest first."""
    cases = Case.objects.filter(event=event).not_in_conflict_with(reader).with_people().order_by("pk")
    return [_case(case) for case in cases.prefetch_related(*AUTHORS, "rulings__judge", "rulings__penalised")]


def _case(case: Case) -> dict[str, Any]:
    match, appeal = case.match, getattr(case, "appeal", None)
    return {
        "id": case.pk,
        "kind": case.kind,
        "status": case.status,
        "opened_at": case.opened_at.isoformat(),
        "round": match.round.number if match else None,
        "table": match.table if match else None,
        "players": [person.full_name for person in case.people()],
        "log": str(case.submission.uuid) if case.submission else None,
        "statements": [
            {"by": str(said.author), "at": said.at.isoformat(), "text": said.text} for said in case.statements.all()
        ],
        "rulings": [_ruling(ruling) for ruling in case.rulings.all()],
        "appeal": {"by": str(appeal.author), "at": appeal.at.isoformat(), "text": appeal.text} if appeal else None,
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.pk,
        "judge": str(ruling.judge),
        "at": ruling.at.isoformat(),
        "remedy": ruling.remedy,
        "details": ruling.details,
        "penalty": ruling.penalty_kind or None,
        "penalised": ruling.penalised.full_name if ruling.penalised else None,
        "article": ruling.article,
        "reason": ruling.reason,
        "message": ruling.message,
        "supersedes": ruling.supersedes_id,
        "final": ruling.is_final,
    }
