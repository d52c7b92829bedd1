"""A round as rows for the page: names, points and state, formatted before the template."""

import dataclasses

from django.utils.translation import gettext as _

from core.compiled import NUMBER, Compiled
from tournaments.models import Match, Outcome, Result, Round, Seat
from tournaments.models.matches import two_of
from tournaments.models.name_rows import SideRow, side_columns, sides_of_matches
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


# Queried after each result, even with 1,000 players. Plain values are ten times cheaper than instances.
_matches = Compiled(
    lambda played: (
        Match.objects.filter(round=played).by_table().values_list("pk", "table", "bye", "state", "manual_why")
    ),
    NUMBER,
)
_seats = Compiled(
    lambda played: Seat.objects.filter(round=played).order_by("number").values_list(*side_columns()), NUMBER
)
_results = Compiled(
    lambda played: Result.objects.current().filter(match__round=played).only("match", "places", "tallies", "ending"),
    NUMBER,
)


def pairing_rows(shown: Round, *, with_points: bool = True) -> list[PairingRow]:
    records = records_of(shown.event, up_to=shown.number - 1) if with_points else {}
    points = {player: record.points for player, record in records.items()}
    matches = _matches.all(shown.pk)  # read before the seats: a match that is drawn in between has none yet
    sides = sides_of_matches(_seats.all(shown.pk))
    results = {result.match_id: result for result in _results.all(shown.pk)}
    reasons = shown.reasons if shown.is_unpublished else {}  # only needed by the staff who review the pairings
    names = {str(side.player): side.shown for seated in sides.values() for side in seated} if reasons else {}
    rows = []
    for pk, table, bye, state, why in matches:
        a, b = two_of(pk, sides[pk])
        result = results.get(pk)
        rows.append(
            PairingRow(
                match=pk,
                table=table,
                a=a.shown,
                b=b.shown if b else "",
                a_id=a.player,
                b_id=b.player if b else None,
                a_points=points.get(a.player, 0),
                b_points=points.get(b.player, 0) if b else 0,
                state=state,
                score=_score(result, a, b) if result else "",
                winner="a" if bye else _winner_of(result),
                is_manual=bool(why),
                why=why,
                reason=reasons_text(reasons.get(str(a.player), []), names) if reasons else "",
            )
        )
    return rows


def _winner_of(result: Result | None) -> str:
    return result.outcome if result and result.outcome in {Outcome.A, Outcome.B} else ""


def _score(result: Result, a: SideRow, b: SideRow | None) -> str:
    """Return "6 : 0", or the ending of a match without a game."""
    return f"{result.glory_a} : {result.glory_b}" if result.was_played else _without_a_game(result, a, b)


def _without_a_game(result: Result, a: SideRow, b: SideRow | None) -> str:
    """Describe a match without a game: "Ana wins · no-show"."""
    ending = str(result.get_ending_display())
    winner = {Outcome.A: a, Outcome.B: b}.get(Outcome(result.outcome))
    if winner is not None:
        return f"{_('%(name)s wins') % {'name': winner.shown}} · {ending}"
    return f"{result.outcome_label} · {ending}" if result.outcome == Outcome.BOTH_LOSE else ending
