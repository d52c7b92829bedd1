"""The published Swiss rounds of an event in any mode: who sat where, who had a bye, who missed a round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from tournaments.core.fours.scoring import Result as TableResult
from tournaments.core.scoring import Result as DuelResult
from tournaments.models import Event, RoundState, Seat, Status
from tournaments.models.crews import entrants

Plain = TypeVar("Plain", DuelResult, TableResult)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    round: int
    bye: bool
    players: list[int] = field(default_factory=list)


def tables_in(event: Event, numbers: list[int]) -> dict[int, PlayedTable]:
    """Return the players of each match in these rounds, in the order of the seats."""
    seats = Seat.objects.entered().filter(round__event=event, round__number__in=numbers).order_by("match", "number")
    tables: dict[int, PlayedTable] = {}
    for match, number, bye, player in seats.values_list("match", "round__number", "match__bye", "registration"):
        tables.setdefault(match, PlayedTable(number, bye)).players.append(player)
    return tables


def byes_and_misses(
    event: Event, tables: Iterable[PlayedTable], numbers: list[int], kind: type[Plain]
) -> Iterator[Plain]:
    """Yield byes and missed rounds. Active players without a seat, late or absent, missed the round."""
    seated: dict[int, set[int]] = defaultdict(set)
    for table in tables:
        seated[table.round].update(table.players)
        if table.bye:
            yield kind.bye(table.round, *table.players)
    for player, can_play, left in _presence(event):
        last = numbers[-1] if numbers and can_play else left or 0
        yield from (kind.missed(n, player) for n in numbers if n <= last and player not in seated[n])


def _presence(event: Event) -> Iterable[tuple[int, bool, int | None]]:
    """Return whether each player or crew is still in the event, or after which round they left."""
    if event.is_for_crews:
        return [(crew.pk, crew.can_play, crew.left_after_round) for crew in entrants(event)]
    rows = event.registrations.taking_part().values_list("pk", "status", "left_after_round")
    return [(player, status == Status.REGISTERED, left) for player, status, left in rows]


def public_rounds(event: Event) -> list[int]:
    rounds = event.rounds.swiss().exclude(state=RoundState.UNPUBLISHED)
    return list(rounds.order_by("number").values_list("number", flat=True))
