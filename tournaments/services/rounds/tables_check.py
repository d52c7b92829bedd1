"""The independent check of a round of tables of four. Its input comes from the database only."""

from collections import defaultdict

from rules.common.issues import Issue
from tournaments.core.fours.check import Entry, check_tables
from tournaments.core.fours.scoring import Record
from tournaments.models import Event, Match, Round
from tournaments.services.standings.pairing_input import forbidden_pairs
from tournaments.services.standings.tables_input import records_of_tables


def issues_of_tables(event: Event, unpublished: Round) -> list[Issue]:
    seated = [[str(player) for player in players] for players in unpublished.matches.seat_lists().values()]
    byes = [player for players in seated if len(players) == 1 for player in players]
    return check_tables(
        _entries(event, unpublished),
        [players for players in seated if len(players) > 1],
        byes,
        forbidden=forbidden_pairs(event),
        with_threes=event.tables_of_three,
    )


def _entries(event: Event, unpublished: Round) -> list[Entry]:
    records, met = records_of_tables(event, up_to=unpublished.number - 1), _met_before(event, unpublished)
    return [
        Entry(
            id=str(row.pk),
            points=records.get(row.pk, Record()).points,
            met=frozenset(met[row.pk]),
            byes=records.get(row.pk, Record()).byes,
            threes=records.get(row.pk, Record()).threes,
            just_arrived=row.is_late and row.entered_round == unpublished.number,
        )
        for row in event.registrations.to_be_paired()
    ]


def _met_before(event: Event, unpublished: Round) -> dict[int, set[str]]:
    met: dict[int, set[str]] = defaultdict(set)
    earlier = Match.objects.filter(round__event=event, round__number__lt=unpublished.number).at_tables().public()
    for players in earlier.seat_lists().values():
        for player in players:
            met[player].update(str(other) for other in players if other != player)
    return met
