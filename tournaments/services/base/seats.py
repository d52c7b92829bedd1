"""The seats of a table as pages, prints and files show them: who sits where, and how it ended for each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Ending, Match, Registration, Result, ResultReport


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat. Without a result there is neither place nor tally."""

    number: int
    side: int
    role: str
    player: Registration
    points: int = 0  # before this round
    place: int | None = None
    tally: int | None = None
    won: bool = False
    absent: bool = False

    @property
    def name(self) -> str:
        return self.player.shown_name

    @property
    def player_id(self) -> int:
        return self.player.pk


def seat_rows(
    match: Match, score: Result | ResultReport | None = None, points: dict[int, int] | None = None
) -> tuple[SeatRow, ...]:
    """In the order as written; `points` are those of each player before this round."""
    seats = match.seated()
    places: Sequence[int | None] = score.places if score else [None] * len(seats)
    tallies: Sequence[int | None] = score.tallies if score else [None] * len(seats)
    winners = winning_sides(match, score) if score else set()
    absent = absent_seats(score)
    return tuple(
        SeatRow(
            number=seat.number,
            side=seat.side,
            role=seat.role,
            player=seat.registration,
            points=(points or {}).get(seat.registration_id, 0),
            place=place,
            tally=tally,
            won=seat.side in winners,
            absent=seat.number - 1 in absent,
        )
        for seat, place, tally in zip(seats, places, tallies, strict=True)
    )


def by_side(rows: Sequence[SeatRow]) -> list[list[SeatRow]]:
    """Who plays together, in the order of the sides."""
    return [[row for row in rows if row.side == side] for side in sorted({row.side for row in rows})]


def winning_sides(match: Match, score: Result | ResultReport) -> set[int]:
    """Those whose best place is the first; more than one is a draw, none means that everybody lost."""
    absent = absent_seats(score)
    seats = zip(match.seated(), score.places, strict=True)
    return {seat.side for seat, place in seats if place == 1 and seat.number - 1 not in absent}


def absent_seats(score: Result | ResultReport | None) -> frozenset[int]:
    """Seats, from 0, whose players did not come."""
    return frozenset(score.absent) if isinstance(score, Result) else frozenset()


def own_outcome_at_table(match: Match, me: Registration, score: Result | ResultReport) -> str:
    """ "won", "drew" (a shared first place), "lost" to the other of two sides, or "placed" where more sides play."""
    winners = winning_sides(match, score)
    sides = {seat.side for seat in match.seated()}
    mine = next((seat.side for seat in match.seated() if seat.registration_id == me.pk), None)
    if mine in winners:
        return "won" if len(winners) == 1 else "drew"
    return "lost" if len(sides) == 2 else "placed"


def names_of_winners(match: Match, score: Result | ResultReport, *, in_full: bool = False) -> str:
    """Of the side that won; nobody's after a draw."""
    winners = winning_sides(match, score)
    if len(winners) != 1:
        return ""
    seats = [seat.registration for seat in match.seated() if seat.side in winners]
    return joined_names(seats, in_full=in_full)


def joined_names(players: Sequence[Registration], *, in_full: bool = False) -> str:
    """ "Ana, Bo and Cléo"."""
    return joined([player.full_name if in_full else player.shown_name for player in players])


def joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def company(match: Match, me: Registration) -> str:
    """ "You play Bo, Cléo and Di", and with whom."""
    opponents, partners = joined_names(match.opponents_of(me)), joined_names(match.partners_of(me))
    if partners:
        return _("You play with %(partners)s against %(opponents)s") % {"partners": partners, "opponents": opponents}
    return _("You play %(name)s") % {"name": opponents}


def summary(match: Match, score: Result | ResultReport) -> str:
    """ "Ana wins · Gallons of Glory", "draw · time"."""
    winner = names_of_winners(match, score)
    how = str(Ending(score.ending).label)
    if winner:
        return f"{_('%(name)s wins') % {'name': winner}} · {how}"
    return f"{_('draw') if winning_sides(match, score) else _('both lose')} · {how}"
