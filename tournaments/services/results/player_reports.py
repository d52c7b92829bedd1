"""What the two players of a match say now: the last word of each."""

from typing import Any

from tournaments.models import Match, MatchState, ResultReport
from tournaments.services.results.scores import told

Says = ResultReport.Says


def standing_claims(match: Match) -> dict[str, dict[str, Any]]:
    """What each side ("a", "b") says now; a side that said nothing, disputes or took back is left out."""
    last = {match.side_of(report.by): report for report in match.reports.standing().select_related("by")}
    return {side: report.score() for side, report in last.items() if report.says in {Says.RESULT, Says.AGREES}}


def is_disputed(match: Match) -> bool:
    claims = list(standing_claims(match).values())
    return bool(called_by(match)) or (len(claims) == 2 and claims[0] != claims[1])


def called_by(match: Match) -> set[str]:
    """The sides ("a", "b") that said no and called a judge."""
    return {match.side_of(word.by) for word in last_words(match) if word.says == Says.DISPUTES}


def state_by_what_is_said(match: Match) -> MatchState:
    if is_disputed(match):
        return MatchState.DISPUTED
    return (MatchState.OPEN, MatchState.REPORTED, MatchState.DONE)[len(standing_claims(match))]


def what_they_say(match: Match) -> dict[str, Any]:
    claims = standing_claims(match)
    names = {"a": match.a.shown_name, "b": match.b.shown_name if match.b else ""}
    return {"now": claims, "stands": "; ".join(f"{names[side]}: {told(match, claims[side])}" for side in claims)}


def last_words(match: Match) -> list[ResultReport]:
    """What each side said last."""
    return list({report.by_id: report for report in match.reports.standing().select_related("by")}.values())
