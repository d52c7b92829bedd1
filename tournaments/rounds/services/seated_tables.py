"""Tables of three or four as rows for the page: players with points, places and Gallons of Glory, and the reasons."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from core.database.compiled import NUMBER, Compiled
from tournaments.base.services.seats import summary
from tournaments.cut.services.bracket import seeds_by_match
from tournaments.models import Match, Registration, Result, Round, Stage
from tournaments.rounds.models.seats import keep_seats_of
from tournaments.rounds.services.pairing_table import PairingRow, pairing_rows
from tournaments.rounds.services.reasons import StoredReasons
from tournaments.rounds.services.seating import SEATING
from tournaments.standings.services.ranking import points_of


@dataclasses.dataclass(frozen=True, slots=True)
class ShownSeat:
    player: int
    name: str
    points: int
    place: int | None
    glory: int | None
    is_absent: bool
    is_winner: bool
    number: int  # seat number, from 1
    full_name: str


@dataclasses.dataclass(frozen=True, slots=True)
class TableRow:
    match: int
    table: int | None
    seats: list[ShownSeat]
    state: str
    ending: str
    is_manual: bool
    why: str
    reason: str
    is_bye: bool
    score: str  # the winner and the ending


_matches = Compiled(lambda played: Match.objects.filter(round=played).with_round().by_table(), NUMBER)
_results = Compiled(lambda played: Result.objects.current().filter(match__round=played), NUMBER)


def rows_of(shown: Round, *, with_points: bool = True) -> Sequence["PairingRow | TableRow"]:
    """Return the rows of a round, for duels or for larger tables. Points are read from all rounds before."""
    make = table_rows if shown.event.is_free_for_all else pairing_rows
    return make(shown, with_points=with_points)


def unpublished_rows(shown: Round) -> Sequence["PairingRow | TableRow"]:
    """Return the rows of a round with the reasons of its pairings: in the cut, the seeds."""
    rows = rows_of(shown)
    if shown.stage != Stage.CUT:
        return rows
    seeds = seeds_by_match(shown)
    return [
        row._replace(reason=seeds[row.match])
        if isinstance(row, PairingRow)
        else dataclasses.replace(row, reason=seeds[row.match])
        for row in rows
    ]


def table_rows(shown: Round, *, with_points: bool = True) -> list[TableRow]:
    points = points_of(shown.event, up_to=shown.number - 1) if with_points else {}
    matches = _matches.all(shown.pk)
    keep_seats_of(matches)
    results = {result.match_id: result for result in _results.all(shown.pk)}
    names = {str(seat.pk): seat.shown_name for match in matches for seat in match.seats()}
    reasons = shown.reasons if shown.is_unpublished else {}  # only needed by the staff who review the tables
    return [_row(match, points, _reason(match, reasons, names), results.get(match.pk)) for match in matches]


def _reason(match: Match, reasons: dict[str, list[list[object]]], names: dict[str, str]) -> str:
    """Return the reasons of a table. They are stored by the player drawn first, who may have been swapped away."""
    kept = next((reasons[str(seat.pk)] for seat in match.seats() if str(seat.pk) in reasons), [])
    return _text_of_reasons(kept, names)


def _row(match: Match, points: dict[int, int], reason: str, result: Result | None) -> TableRow:
    seats = [shown_seat(seat, points.get(seat.pk, 0), result, number) for number, seat in enumerate(match.seats())]
    return TableRow(
        match=match.pk,
        table=match.table,
        seats=seats,
        state=match.state,
        ending=str(result.get_ending_display()) if result else "",
        is_manual=bool(match.manual_why),
        why=match.manual_why,
        reason=reason,
        is_bye=match.is_bye,
        score=summary(match, result) if result else "",
    )


def shown_seat(player: Registration, points: int, result: Result | None, number: int) -> ShownSeat:
    is_absent = result is not None and number in result.absent
    return ShownSeat(
        player=player.pk,
        name=player.shown_name,
        points=points,
        place=result.places[number] if result and not is_absent else None,
        glory=result.tallies[number] if result and not is_absent else None,
        is_absent=is_absent,
        is_winner=result is not None and not is_absent and result.places[number] == 1,
        number=number + 1,
        full_name=player.full_name,
    )


def _text_of_reasons(reasons: StoredReasons, names: dict[str, str]) -> str:
    return gettext("; ").join(
        _text(code, number) % {"player": names.get(player, player), "other": names.get(other, other), "n": number}
        for code, player, other, number in reasons
    )


def _text(code: str, number: int | None) -> str:
    n = number or 0
    if code == "same-points":
        return ngettext("all have %(n)s point", "all have %(n)s points", n)
    if code == "points-apart":
        return ngettext("at most %(n)s point apart", "at most %(n)s points apart", n)
    if code == "met":
        text = "%(player)s and %(other)s have met before"
        more = "%(player)s and %(other)s have met %(n)s times before"
        return ngettext(text, more, n)
    if code == "forbidden":
        return gettext("%(player)s and %(other)s should not meet, but no other seating keeps all such pairs apart")
    if code == "three":
        return gettext("table of three")
    if code == "three-before":
        text = "%(player)s has sat at a table of three before"
        more = "%(player)s has sat at a table of three %(n)s times before"
        return ngettext(text, more, n)
    return gettext("bye: for those who had fewest of them, then the fewest points")


def quality_of_seating(unpublished: Round) -> dict[str, Any] | None:
    """Return the quality of the tables as drawn, which ignores later swaps by hand."""
    if SEATING not in unpublished.reasons:
        return None
    cost, bound, is_best = unpublished.reasons[SEATING]
    event = unpublished.event
    weight = (2 * event.points_by_place[0]) ** 2
    return {"cost": cost, "bound": bound, "is_best": is_best, "weight": weight, "with_threes": event.tables_of_three}
