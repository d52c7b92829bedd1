"""Conversion of the rows of an event at tables of four into the plain objects that are scored, ranked and seated."""

from collections.abc import Mapping

from core.database.compiled import NUMBER, Compiled
from tournaments.core.fours.players import Player
from tournaments.core.fours.scoring import Record, Result, Scoring, records
from tournaments.models import Event, Registration
from tournaments.models import Result as StoredResult
from tournaments.standings.services.rounds_played import PlayedTable, rounds_played

_settled = Compiled(
    lambda event: (
        StoredResult.objects.current()
        .filter(match__round__event=event)
        .values_list("match", "places", "tallies", "absent")
    ),
    NUMBER,
)
TableRecords = Mapping[int, Record]


def scoring_of_tables(event: Event) -> Scoring:
    first, second, third, last = event.points_by_place
    return Scoring((first, second, third, last), event.bye_points, event.glory_cap)


def results_of_tables(event: Event, *, up_to: int | None = None) -> list[Result]:
    """Return what counts: settled tables, byes, missed rounds."""
    played = rounds_played(event, up_to, Result)
    settled = [
        _as_plain(played.tables[match], places, tallies, absent)
        for match, places, tallies, absent in _settled.all(event.pk)
        if match in played.tables
    ]
    return [*settled, *played.byes_and_misses]


def _as_plain(table: PlayedTable, places: list[int], tallies: list[int], absent: list[int]) -> Result:
    return Result(table.round, tuple(table.players), tuple(places), tuple(tallies), frozenset(absent))


def records_of_tables(event: Event, *, up_to: int | None = None) -> TableRecords:
    found = records(results_of_tables(event, up_to=up_to), scoring_of_tables(event))
    return {int(player): record for player, record in found.items()}


def to_be_seated(event: Event, *, before_round: int) -> list[Player]:
    """Return all players to seat in this round, with their record so far."""
    found = records_of_tables(event, up_to=before_round - 1)
    return [_as_player(row, found.get(row.pk) or Record()) for row in event.registrations.to_be_paired()]


def _as_player(row: Registration, record: Record) -> Player:
    return Player(
        id=str(row.pk),
        points=record.points,
        met=tuple(str(other) for other in record.seated_with),
        byes=record.byes,
        threes=record.threes,
        club=row.club.strip().casefold() or None,
        late=row.is_late,
    )
