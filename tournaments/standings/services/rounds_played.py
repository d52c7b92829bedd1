"""The published Swiss rounds of an event in any mode: who sat where, who had a bye, who missed a round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.database.compiled import NUMBER, Compiled
from tournaments.core.scoring import Result
from tournaments.events.models.events import Event
from tournaments.events.models.unchanged_by_results import unchanged_by_results
from tournaments.players.models.crews import entrants
from tournaments.players.models.players import Registration, Status
from tournaments.rounds.models.rounds import Round, RoundState, Stage
from tournaments.rounds.models.seats import Seat

LAST = 32_767  # the highest number that the column of a round can hold
A_ROUND = LAST - 1  # a sample for compiled queries


@dataclass(slots=True)
class PlayedTable:
    round: int
    bye: bool
    players: list[int] = field(default_factory=list)


class RoundsPlayed(NamedTuple):
    numbers: list[int]
    tables: dict[int, PlayedTable]  # by match
    byes_and_misses: list[Result]
    settled: dict[tuple[Any, ...], Result | None]  # by their stored rows; filled by who reads results


@unchanged_by_results
def rounds_played(event: Event, up_to: int | None) -> RoundsPlayed:
    """Return what is known of the rounds without their results."""
    numbers = public_rounds(event, up_to)
    tables = _tables_in(event, numbers)
    return RoundsPlayed(numbers, tables, list(_byes_and_misses(event, tables.values(), numbers)), {})


def _tables_in(event: Event, numbers: list[int]) -> dict[int, PlayedTable]:
    """Return the players of each match in these rounds, in the order of the seats."""
    tables: dict[int, PlayedTable] = {}
    for match, number, bye, player in _seats.all(event.pk, numbers[-1]) if numbers else []:
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
    return [(player, status == Status.REGISTERED, left) for player, status, left in _taking_part.all(event.pk)]


@unchanged_by_results
def public_rounds(event: Event, up_to: int | None = None) -> list[int]:
    return [number for (number,) in _public.all(event.pk, LAST if up_to is None else up_to)]


def public_swiss(way: str, event: int, last: int) -> dict[str, Any]:
    """Return the conditions of `filter` for the published Swiss rounds up to a number; `way` leads to the round."""
    states = [state for state in RoundState if state != RoundState.UNPUBLISHED]
    of_round = {"event": event, "stage": Stage.SWISS, "state__in": states, "number__lte": last}
    return {f"{way}{name}": value for name, value in of_round.items()}


_public = Compiled(
    lambda event, last: Round.objects.filter(**public_swiss("", event, last)).order_by("number").values_list("number"),
    NUMBER,
    A_ROUND,
)
_seats = Compiled(
    lambda event, last: (
        Seat.objects.entered()
        .filter(**public_swiss("round__", event, last))
        .order_by("match", "number")
        .values_list("match", "round__number", "match__bye", "registration")
    ),
    NUMBER,
    A_ROUND,
)
_taking_part = Compiled(
    lambda event: (
        Registration.objects.filter(event=event).taking_part().values_list("pk", "status", "left_after_round")
    ),
    NUMBER,
)
