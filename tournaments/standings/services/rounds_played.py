"""The published Swiss rounds of an event in any mode: who sat where, who had a bye, who missed a round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.core.scoring import Result
from tournaments.events.models.events import Event
from tournaments.players.models.crews import entrants
from tournaments.players.models.players import Status
from tournaments.rounds.models.seats import Seat


@dataclass(slots=True)
class PlayedTable:
    round: int
    bye: bool
    players: list[int] = field(default_factory=list)


class RoundsPlayed(NamedTuple):
    numbers: list[int]
    tables: dict[int, PlayedTable]  # by match
    byes_and_misses: list[Result]


def rounds_played(event: Event, up_to: int | None) -> RoundsPlayed:
    """Return what is known of the rounds without their results."""
    numbers = public_rounds(event, up_to)
    tables = _tables_in(event, numbers)
    return RoundsPlayed(numbers, tables, list(_byes_and_misses(event, tables.values(), numbers)))


def _tables_in(event: Event, numbers: list[int]) -> dict[int, PlayedTable]:
    """Return the players of each match in these rounds, in the order of the seats."""
    tables: dict[int, PlayedTable] = {}
    seats = Seat.objects.entered().filter(round__event=event, round__number__in=numbers).order_by("match", "number")
    for match, number, bye, player in seats.values_list("match", "round__number", "match__bye", "registration"):
        if match not in tables:
            tables[match] = PlayedTable(number, bye)
        tables[match].players.append(player)
    return tables


def _byes_and_misses(event: Event, tables: Iterable[PlayedTable], numbers: list[int]) -> Iterator[Result]:
    """Yield byes and missed rounds. Active players without a seat, late or absent, missed the round."""
    if not numbers:
        return
    seated: dict[int, set[int]] = defaultdict(set)
    for table in tables:
        seated[table.round].update(table.players)
        if table.bye:
            yield Result.bye(table.round, *table.players)
    for player, can_play, left in _presence(event):
        last = numbers[-1] if can_play else left or 0
        yield from (Result.missed(n, player) for n in numbers if n <= last and player not in seated[n])


def _presence(event: Event) -> Iterable[tuple[int, bool, int | None]]:
    """Return whether each player or crew is still in the event, or after which round they left."""
    if event.is_for_crews:
        return [(crew.pk, crew.can_play, crew.left_after_round) for crew in entrants(event)]
    players = event.registrations.taking_part().values_list("pk", "status", "left_after_round")
    return [(player, status == Status.REGISTERED, left) for player, status, left in players]


def public_rounds(event: Event, up_to: int | None = None) -> list[int]:
    """Return the numbers of the published Swiss rounds, or of those up to a number."""
    rounds = event.rounds.swiss().public().order_by("number")
    if up_to is not None:
        rounds = rounds.filter(number__lte=up_to)
    return list(rounds.values_list("number", flat=True))
