"""The seats of a table for pages, prints and files: who sits where, and how the game ended for each player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from tournaments.players.models.players import Registration
from tournaments.results.models import Ending
from tournaments.rounds.models.matches import Match
from tournaments.rounds.models.seats import Seat


class AnyScore(Protocol):
    """A stored result or report, or a score that is checked."""

    @property
    def places(self) -> Sequence[int]: ...
    @property
    def tallies(self) -> Sequence[int]: ...
    @property
    def absent(self) -> Sequence[int]: ...
    @property
    def ending(self) -> str: ...


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


def seat_rows(match: Match, score: AnyScore | None = None) -> tuple[SeatRow, ...]:
    """Return the seats in the order in which they are stored."""
    winners = winning_sides(match, score) if score else set()
    seats = match.seated()
    return tuple(
        _seat_row(seat, score, _index_in_score(seat, len(seats), score), seat.side in winners) for seat in seats
    )


def _index_in_score(seat: Seat, seats: int, score: AnyScore | None) -> int:
    """Return the index of a seat in the lists of a score; the score of two crews has one place for each crew."""
    return seat.number - 1 if score is None or len(score.places) == seats else seat.side - 1


def _seat_row(seat: Seat, score: AnyScore | None, index: int, won: bool) -> SeatRow:
    absent = index in absent_seats(score)
    place, tally = (score.places[index], score.tallies[index]) if score and not absent else (None, None)
    return SeatRow(seat.number, seat.side, seat.role, seat.registration, place, tally, won, absent)


def by_side(rows: Sequence[SeatRow]) -> list[list[SeatRow]]:
    """Group the seats by side, in the order of the sides."""
    return [[row for row in rows if row.side == side] for side in sorted({row.side for row in rows})]


def winning_sides(match: Match, score: AnyScore) -> set[int]:
    """Return the sides whose best place is the first: several in a draw, none if everyone lost."""
    absent, seats = absent_seats(score), match.seated()
    indexes = [(seat.side, _index_in_score(seat, len(seats), score)) for seat in seats]
    return {side for side, index in indexes if score.places[index] == 1 and index not in absent}


def absent_seats(score: AnyScore | None) -> frozenset[int]:
    """Return the seats, numbered from 0, whose players did not come."""
    return frozenset(score.absent) if score else frozenset()


def own_outcome(match: Match, me: Registration, score: AnyScore) -> str:
    """Return "won", "drew" (a shared first place), "lost" (a duel, or a no-show) or "placed"."""
    mine, absent = match.seat_of(me), absent_seats(score)
    first = [seat for seat, place in enumerate(score.places) if place == 1 and seat not in absent]
    if mine in first:
        return "won" if len(first) == 1 else "drew"
    return "lost" if mine in absent else match.format.not_first


def joined_names(players: Sequence[Registration]) -> str:
    """Join names like "Ana, Bo and Cléo"."""
    return joined([player.shown_name for player in players])


def joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def company(match: Match, me: Registration) -> str:
    """Describe the others at a player's table: "You play Bo, Cléo and Di"; nothing for a bye."""
    if match.is_bye:
        return ""
    names = {"name": joined_names(match.others(me)), "names": joined_names(match.partners_of(me))}
    return str(match.format.words.you_play) % names


def summary(match: Match, score: AnyScore) -> str:
    """Summarise a score: "Ana wins · Gallons of Glory", "draw · time"."""
    return f"{_who_won(match, score)} · {Ending(score.ending).label}"


def _who_won(match: Match, score: AnyScore) -> str:
    winners = winning_sides(match, score)
    if len(winners) != 1:
        return _("draw") if winners else _("no winner")
    players = [seat.registration for seat in match.seated() if seat.side in winners]
    if len(players) == 1:
        return _("%(name)s wins") % {"name": players[0].shown_name}
    return _("%(names)s win") % {"names": joined_names(players)}
