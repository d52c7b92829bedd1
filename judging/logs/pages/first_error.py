"""The first error of a log for display: desk, dossier and ready-made texts begin with it."""

from collections.abc import Mapping
from typing import Any

from judging.cases.comparison.seat_matching import seating
from judging.logs.pages.log_names import LogNames
from judging.logs.pages.wording import IssueRow, finding_rows
from judging.models import Case
from tournaments.models import Registration


def first_error(case: Case) -> IssueRow | None:
    """Return the first error in the active language; None if the log has none, or there is no log."""
    report = case.submission.current_report if case.submission else None
    return error_row(report.first_error, report.header) if report else None


def error_row(error: Mapping[str, Any], header: Mapping[str, Any]) -> IssueRow | None:
    return next(iter(finding_rows([dict(error)], LogNames(header))), None) if error else None


def player_at_fault(case: Case) -> Registration | None:
    """Return the player whose action the first error is about; None where no action or nobody is named."""
    report = case.submission.current_report if case.submission else None
    if case.match is None or report is None:
        return None
    error = report.first_error
    if error.get("action") is None or not error.get("done"):
        return None
    side = _side_that_acted(error["done"]["facts"], report.header["players"])
    return seating(report.header, case.match).get(side)


def _side_that_acted(facts: Mapping[str, Any], players: Mapping[str, Any]) -> str:
    """Return the side named in a description of what was done. Dice follow the action itself, which comes first."""
    while isinstance(facts.get("first"), Mapping):
        facts = facts["first"]["facts"]
    if "player" in facts:
        return str(facts["player"])
    figure = str(facts.get("unit", "")).partition("/")[0]  # a summon acts for its summoner
    return next((side for side, player in players.items() if figure in player["team"]), "")
