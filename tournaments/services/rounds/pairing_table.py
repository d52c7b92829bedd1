"""A round as rows for the page: names, points and state, formatted before the template."""

import dataclasses

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tournaments.models import Match, Outcome, Result, Round
from tournaments.services.rounds.reasons import reasons_text
from tournaments.services.standings.pairing_input import records_of


@dataclasses.dataclass(frozen=True, slots=True)
class PairingRow:
    match: int
    table: int | None
    a: str
    b: str
    a_id: int
    b_id: int | None
    a_points: int
    b_points: int
    state: str
    score: str
    winner: str  # "a", "b" or ""
    is_manual: bool
    why: str
    reason: str


def pairing_rows(shown: Round) -> list[PairingRow]:
    current_results = Prefetch("results", queryset=Result.objects.current(), to_attr="current_results")
    points = {player: record.points for player, record in records_of(shown.event, up_to=shown.number - 1).items()}
    matches = list(Match.objects.filter(round=shown).named().prefetch_related(current_results).by_table())
    names = {str(seat.pk): seat.shown_name for match in matches for seat in match.seats()}
    reasons = shown.reasons if shown.is_unpublished else {}  # only the staff who review the pairings read them
    return [_row(match, points, reasons_text(reasons.get(str(match.a_id), []), names)) for match in matches]


def _row(match: Match, points: dict[int, int], reason: str) -> PairingRow:
    return PairingRow(
        match=match.pk,
        table=match.table,
        a=match.a.shown_name,
        b=match.b.shown_name if match.b else "",
        a_id=match.a_id,
        b_id=match.b_id,
        a_points=points.get(match.a_id, 0),
        b_points=points.get(match.b_id or 0, 0),
        state=match.state,
        score=score_of(match),
        winner=_winner_of(match),
        is_manual=bool(match.manual_why),
        why=match.manual_why,
        reason=reason,
    )


def _current_result(match: Match) -> Result | None:
    return next(iter(match.current_results), None)  # type: ignore[attr-defined]  # as prefetched


def _winner_of(match: Match) -> str:
    """The side that won, a bye included."""
    result = _current_result(match)
    if match.is_bye:
        return "a"
    return result.outcome if result and result.outcome in {Outcome.A, Outcome.B} else ""


def score_of(match: Match) -> str:
    """ "6 : 0", or the ending of a match without a game."""
    result = _current_result(match)
    if result is None:
        return ""
    return f"{result.glory_a} : {result.glory_b}" if result.was_played else _without_a_game(match, result)


def _without_a_game(match: Match, result: Result) -> str:
    """ "Ana wins · no-show"."""
    ending = str(result.get_ending_display())
    winner = {Outcome.A: match.a, Outcome.B: match.b}.get(Outcome(result.outcome))
    if winner is not None:
        return f"{_('%(name)s wins') % {'name': winner.shown_name}} · {ending}"
    return f"{result.outcome_label} · {ending}" if result.outcome == Outcome.BOTH_LOSE else ending
