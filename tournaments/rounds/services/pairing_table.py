"""A round as rows for the page: names, points and state, formatted before the template."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from core.database.compiled import NUMBER, Compiled
from tournaments.core.scores import outcome_of_duel, tallies_of_duel
from tournaments.events.models.unchanged_by_results import unchanged_by_results
from tournaments.models import Ending, Event, Match, Outcome, Result, Round, Seat
from tournaments.players.models.name_rows import side_columns, sides_of_matches
from tournaments.results.models import UNPLAYED
from tournaments.rounds.models.matches import two_of
from tournaments.rounds.services.reasons import reasons_text
from tournaments.standings.services.pairing_input import records_of


class PairingRow(NamedTuple):
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


class Side(NamedTuple):
    player: int  # by whose id results refer to the side
    shown: str


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
    lambda played: (
        Result.objects.current().filter(match__round=played).values_list("match", "places", "tallies", "ending")
    ),
    NUMBER,
)


def pairing_rows(shown: Round, *, with_points: bool = True) -> list[PairingRow]:
    records = records_of(shown.event, up_to=shown.number - 1) if with_points else {}
    points = {player: record.points for player, record in records.items()}
    matches = _matches.all(shown.pk)  # read before the seats: a match that is drawn in between has none yet
    sides = _sides(shown.event, shown.pk, tuple([pk for pk, *_of in matches]))
    results = {match: score for match, *score in _results.all(shown.pk)}
    reasons = shown.reasons if shown.is_unpublished else {}  # only needed by the staff who review the pairings
    names = {str(side.player): side.shown for both in sides.values() for side in both if side} if reasons else {}
    rows = []
    for pk, table, bye, state, why in matches:
        a, b = sides[pk]
        a_id, b_id = a.player, b.player if b else None
        winner, score = _score(a, b, *results[pk]) if pk in results else ("", "")
        rows.append(
            PairingRow(
                match=pk,
                table=table,
                a=a.shown,
                b=b.shown if b else "",
                a_id=a_id,
                b_id=b_id,
                a_points=points.get(a_id, 0),
                b_points=points.get(b_id, 0) if b_id else 0,
                state=state,
                score=score,
                winner="a" if bye else winner,
                is_manual=bool(why),
                why=why,
                reason=reasons_text(reasons.get(str(a_id), []), names) if reasons else "",
            )
        )
    return rows


@unchanged_by_results
def _sides(_event: Event, played: int, matches: tuple[int, ...]) -> dict[int, tuple[Side, Side | None]]:
    """Return both sides of each of these matches."""
    seated = sides_of_matches(_seats.all(played))
    sides = {match: [Side(side.player, side.shown) for side in seated[match]] for match in matches}
    return {match: two_of(match, both) for match, both in sides.items()}


def _score(a: Side, b: Side | None, places: Sequence[int], tallies: Sequence[int], ending: str) -> tuple[str, str]:
    """Return who won, "a", "b" or nobody; and "6 : 0", or the ending of a match without a game."""
    outcome = outcome_of_duel(places)
    winner = outcome if outcome in {Outcome.A, Outcome.B} else ""
    if ending in UNPLAYED:
        return winner, _without_a_game(Outcome(outcome), str(Ending(ending).label), a, b)
    glory, against = tallies_of_duel(tallies)
    return winner, f"{glory} : {against}"


def _without_a_game(outcome: Outcome, ending: str, a: Side, b: Side | None) -> str:
    """Describe a match without a game: "Ana wins · no-show"."""
    winner = {Outcome.A: a, Outcome.B: b}.get(outcome)
    if winner is not None:
        return f"{_('%(name)s wins') % {'name': winner.shown}} · {ending}"
    return f"{outcome.label} · {ending}" if outcome == Outcome.BOTH_LOSE else ending
