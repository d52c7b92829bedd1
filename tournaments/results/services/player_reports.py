"""Current player reports: the latest one of each side of a match.

Players who have left a table of three or four need not agree any more, so they do not block a result.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Match, MatchState, Registration, ResultReport
from tournaments.results.services.scores import describe_score


def current_reported_scores(match: Match) -> dict[str, dict[str, Any]]:
    """Return the score currently reported by each side ("a", "b", or the side's number at larger tables).

    Sides that reported none, dispute or withdrew are omitted.
    """
    last = {match.side_of(report.by): report for report in _current(match)}
    return {
        side: report.score()
        for side, report in last.items()
        if report.says in {ResultReport.Kind.RESULT, ResultReport.Kind.AGREES}
    }


def counting_scores(match: Match) -> dict[str, dict[str, Any]]:
    """Return the reported scores of the sides that have to agree."""
    to_agree = sides_to_agree(match)
    return {side: score for side, score in current_reported_scores(match).items() if side in to_agree}


def is_disputed(match: Match) -> bool:
    scores = list(counting_scores(match).values())
    return bool(disputes(match)) or any(score != scores[0] for score in scores)


def disputes(match: Match) -> dict[str, str]:
    """Return the sides that dispute the result and have called a judge, with what each wrote to the judge."""
    return {
        side: report.note
        for report in latest_reports(match)
        if report.says == ResultReport.Kind.DISPUTES and (side := match.side_of(report.by)) in sides_to_agree(match)
    }


def state_from_reports(match: Match) -> MatchState:
    if is_disputed(match):
        return MatchState.DISPUTED
    reported = current_reported_scores(match).keys()
    if not reported:
        return MatchState.OPEN
    return MatchState(match.format.state_when_agreed) if sides_to_agree(match) <= reported else MatchState.REPORTED


def reopened_state(match: Match) -> MatchState:
    """Return the state of a match whose result was voided: never done, even if all who are left have agreed."""
    state = state_from_reports(match)
    return MatchState.REPORTED if state == MatchState.DONE else state


def sides_to_agree(match: Match) -> set[str]:
    """Return the sides that have to agree: where a table plays on, those with a player still in the event."""
    return {match.side_of(player) for player in match.seats() if player.can_play or not match.format.plays_on}


def reported_by_others(match: Match, player: Registration) -> dict[str, Any] | None:
    """Return the score on which all other sides agree; None if none has reported or they differ.

    Players who have left are considered only while nobody else has reported.
    """
    own = match.side_of(player)
    to_agree, reported = sides_to_agree(match), current_reported_scores(match)
    others = [score for side, score in reported.items() if side != own and side in to_agree] or [
        score for side, score in reported.items() if side != own and side not in to_agree
    ]
    return others[0] if others and all(score == others[0] for score in others) else None


def current_reports_details(match: Match) -> dict[str, Any]:
    scores = current_reported_scores(match)
    names = {match.side_of(player): player.shown_name for player in match.seats()}
    return {
        "now": scores,
        "stands": gettext("; ").join(f"{names[side]}: {describe_score(match, scores[side])}" for side in scores),
    }


def confirmations_at_the_end(match: Match) -> int:
    """Count the latest reports that only confirm what was reported before them."""
    said = match.reports.current().order_by("-pk").values_list("says", flat=True)
    return sum(1 for _says in takewhile(lambda says: says == ResultReport.Kind.AGREES, said))


def latest_reports(match: Match) -> list[ResultReport]:
    """Return the latest report of each side that is not voided."""
    return list({match.side_of(report.by): report for report in _current(match)}.values())


def _current(match: Match) -> Iterable[ResultReport]:
    return match.reports.current().select_related("by")
