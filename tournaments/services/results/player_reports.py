"""The current reports of the two players of a match: the latest of each."""

from typing import Any

from django.utils.translation import gettext

from tournaments.models import Match, MatchState, ResultReport
from tournaments.services.results.scores import describe_score

Kind = ResultReport.Kind


def current_reported_scores(match: Match) -> dict[str, dict[str, Any]]:
    """The score currently reported by each side ("a", "b"); without sides that reported none, dispute or withdrew."""
    last = {match.side_of(report.by): report for report in match.reports.current().select_related("by")}
    return {side: report.score() for side, report in last.items() if report.says in {Kind.RESULT, Kind.AGREES}}


def is_disputed(match: Match) -> bool:
    scores = list(current_reported_scores(match).values())
    return bool(disputing_sides(match)) or (len(scores) == 2 and scores[0] != scores[1])


def disputing_sides(match: Match) -> set[str]:
    """The sides ("a", "b") that dispute the result and have called a judge."""
    return {match.side_of(report.by) for report in latest_reports(match) if report.says == Kind.DISPUTES}


def state_from_reports(match: Match) -> MatchState:
    if is_disputed(match):
        return MatchState.DISPUTED
    return (MatchState.OPEN, MatchState.REPORTED, MatchState.DONE)[len(current_reported_scores(match))]


def current_reports_details(match: Match) -> dict[str, Any]:
    scores = current_reported_scores(match)
    names = {"a": match.a.shown_name, "b": match.b.shown_name if match.b else ""}
    return {
        "now": scores,
        "stands": gettext("; ").join(f"{names[side]}: {describe_score(match, scores[side])}" for side in scores),
    }


def latest_reports(match: Match) -> list[ResultReport]:
    """The latest report of each side that is not voided."""
    return list({match.side_of(report.by): report for report in match.reports.current().select_related("by")}.values())
