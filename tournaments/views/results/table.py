"""The page of a table of three or four: what its players report and confirm, and what the staff enter."""

from collections.abc import Mapping
from typing import Any

from tournaments.forms.table_results import StaffTableScoreForm, TableScoreForm
from tournaments.models import Match, Registration, Result
from tournaments.services.results.entry import current_score
from tournaments.services.results.player_reports import (
    current_reported_scores,
    disputing_sides,
    reported_by_others,
    side_key,
    sides_to_agree,
)
from tournaments.services.results.scores import describe_score
from tournaments.services.rounds.seated_tables import shown_seat


def is_table(match: Match) -> bool:
    return len(match.seats()) > 2


def player_table_form(match: Match, data: Any = None) -> TableScoreForm:
    return TableScoreForm(data, names=[player.shown_name for player in match.seats()])


def staff_table_form(match: Match, data: Any = None) -> StaffTableScoreForm:
    return StaffTableScoreForm(data, names=[player.full_name for player in match.seats()], score=current_score(match))


def table_context(match: Match, common: Mapping[str, Any]) -> dict[str, Any]:
    me: Registration | None = common["me"]
    result: Result | None = common["result"]
    claims = current_reported_scores(match) if me or common["staff"] else {}
    own = side_key(match, me) if me else ""
    theirs = reported_by_others(match, me) if me else None
    waits = sides_to_agree(match) - claims.keys()
    return {
        "seats": [shown_seat(player, 0, result, number) for number, player in enumerate(match.seats())],
        "side": own,
        "mine": claims.get(own),
        "reported": describe_score(match, claims[own]) if own in claims else "",
        "theirs": theirs if theirs != claims.get(own) else None,
        "theirs_reported": describe_score(match, theirs) if theirs else "",
        "waits_for": [player.shown_name for player in match.seats() if side_key(match, player) in waits],
        "called_by": disputing_sides(match) if me else set(),
        "described_reports": [(report, describe_score(match, report.score())) for report in common["reports"]],
        "form": player_table_form(match),
        "staff_form": staff_table_form(match) if common["staff"] else None,
    }
