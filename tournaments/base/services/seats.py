"""The seats of a table for pages, prints and files: who sits where, and how the game ended for each player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.players.models.players import Registration
from tournaments.results.models import Ending, Result, ResultReport
from tournaments.rounds.models.matches import Match
from tournaments.rounds.models.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat. Place and tally are empty without a result, and for a player who did not come."""

    number: int
    side: int
    role: str
    player: Registration
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


def seat_rows(match: Match, score: Result | ResultReport | None = None) -> tuple[SeatRow, ...]:
    """Return the seats in the order in which they are stored."""
    winners = winning_sides(match, score) if score else set()
    seats = match.seated()
    return tuple(
        _seat_row(seat, score, _index_in_score(seat, len(seats), score), seat.side in winners) for seat in seats
    )


def _index_in_score(seat: Seat, seats: int, score: Result | ResultReport | None) -> int:
    """Return the index of a seat in the lists of a score; the score of two crews has one place for each crew."""
    return seat.number - 1 if score is None or len(score.places) == seats else seat.side - 1


def _seat_row(seat: Seat, score: Result | ResultReport | None, index: int, won: bool) -> SeatRow:
    absent = index in absent_seats(score)
    place, tally = (score.places[index], score.tallies[index]) if score and not absent else (None, None)
    return SeatRow(seat.number, seat.side, seat.role, seat.registration, place, tally, won, absent)


def by_side(rows: Sequence[SeatRow]) -> list[list[SeatRow]]:
    """Group the seats by side, in the order of the sides."""
    return [[row for row in rows if row.side == side] for side in sorted({row.side for row in rows})]


def winning_sides(match: Match, score: Result | ResultReport) -> set[int]:
    """Return the sides whose best place is the first: several in a draw, none if everyone lost."""
    absent, seats = absent_seats(score), match.seated()
    indexes = [(seat.side, _index_in_score(seat, len(seats), score)) for seat in seats]
    return {side for side, index in indexes if score.places[index] == 1 and index not in absent}


def absent_seats(score: Result | ResultReport | None) -> frozenset[int]:
    """Return the seats, numbered from 0, whose players did not come."""
    return frozenset(score.absent) if score else frozenset()


def own_outcome_at_table(match: Match, me: Registration, score: Result | ResultReport) -> str:
    """Return "won", "drew" (a shared first place), "lost" (two sides only, or a no-show) or "placed"."""
    winners, absent = winning_sides(match, score), absent_seats(score)
    mine = next(seat for seat in match.seated() if seat.registration_id == me.pk)
    if mine.side in winners:
        return "won" if len(winners) == 1 else "drew"
    has_no_place = mine.number - 1 in absent or len({seat.side for seat in match.seated()}) == 2
    return "lost" if has_no_place else "placed"


def joined_names(players: Sequence[Registration]) -> str:
    """Join names like "Ana, Bo and Cléo"."""
    return joined([player.shown_name for player in players])


def joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def company(match: Match, me: Registration) -> str:
    """Describe the others at a player's table: "You play Bo, Cléo and Di", and the partner if there is one."""
    opponents, partners = joined_names(match.opponents_of(me)), joined_names(match.partners_of(me))
    if partners:
        return _("You play with %(partners)s against %(opponents)s") % {"partners": partners, "opponents": opponents}
    return _("You play %(name)s") % {"name": opponents}


def summary(match: Match, score: Result | ResultReport) -> str:
    """Summarise a score: "Ana wins · Gallons of Glory", "draw · time"."""
    return f"{_who_won(match, score)} · {Ending(score.ending).label}"


def _who_won(match: Match, score: Result | ResultReport) -> str:
    winners = winning_sides(match, score)
    if len(winners) != 1:
        return _("draw") if winners else _("no winner")
    players = [seat.registration for seat in match.seated() if seat.side in winners]
    if len(players) == 1:
        return _("%(name)s wins") % {"name": players[0].shown_name}
    return _("%(names)s win") % {"names": joined_names(players)}
