"""Conversion of an event's rows into the plain objects that are scored, ranked and paired."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.core.fours.players import Player as SeatedPlayer
from tournaments.core.pairing.players import Float, Player
from tournaments.core.scoring import Record, records
from tournaments.core.scoring import Result as PlainResult
from tournaments.events.models.events import Event
from tournaments.players.models.crews import columns_of_entrants, entrants_to_pair, first_of_crew
from tournaments.players.models.players import ForbiddenPair, Registration, Status
from tournaments.results.models import Result
from tournaments.rounds.models.seats import Seat

Records = Mapping[int, Record]


@dataclass(slots=True)
class PlayedTable:
    round: int
    bye: bool
    players: list[int] = field(default_factory=list)


class RoundsPlayed(NamedTuple):
    numbers: list[int]
    tables: dict[int, PlayedTable]  # by match
    byes_and_misses: list[PlainResult]


def results_of(event: Event, *, up_to: int | None = None) -> list[PlainResult]:
    """Return what counts in the Swiss rounds: settled matches, byes, missed rounds. Four queries whatever the size."""
    played = rounds_played(event, up_to)
    results = Result.objects.current().filter(match__round__event=event, match__round__number__in=played.numbers)
    settled = [
        _as_plain(played.tables[match], *score)
        for match, *score in results.values_list("match", "places", "tallies", "ending", "absent", "heat")
        if match in played.tables  # else it was drawn since the tables were read
    ]
    return [*settled, *played.byes_and_misses]


def results_of_cut(event: Event) -> list[PlainResult]:
    """Return the settled matches of the cut, which no standings count."""
    tables = _tables_in(event, event.rounds.cut().public().numbers())
    results = Result.objects.current().filter(match__in=tables)
    scores = results.values_list("match", "places", "tallies", "ending", "absent", "heat")
    return [_as_plain(tables[match], *score) for match, *score in scores]


def _as_plain(
    table: PlayedTable, places: list[int], tallies: list[int], ending: str, absent: list[int], heat: list[int]
) -> PlainResult:
    players = tuple(table.players)
    return PlainResult(table.round, players, tuple(places), tuple(tallies), ending, tuple(absent), tuple(heat))


def rounds_played(event: Event, up_to: int | None) -> RoundsPlayed:
    """Return what is known of the rounds without their results."""
    rounds = event.rounds.swiss().public()
    numbers = (rounds if up_to is None else rounds.filter(number__lte=up_to)).numbers()
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


def _byes_and_misses(event: Event, tables: Iterable[PlayedTable], numbers: list[int]) -> Iterator[PlainResult]:
    """Yield byes and missed rounds. Active players without a seat, late or absent, missed the round."""
    if not numbers:
        return
    seated: dict[int, set[int]] = defaultdict(set)
    for table in tables:
        seated[table.round].update(table.players)
        if table.bye:
            yield PlainResult.bye(table.round, *table.players)
    for player, can_play, left in _presence(event):
        last = numbers[-1] if can_play else left or 0
        yield from (PlainResult.missed(n, player) for n in numbers if n <= last and player not in seated[n])


def _presence(event: Event) -> Iterable[tuple[int, bool, int | None]]:
    """Return whether each player or crew is still in the event, or after which round they left."""
    rows = columns_of_entrants(event, "status", "left_after_round")
    return [(player, status == Status.REGISTERED, left) for player, status, left in rows]


def records_of(event: Event, *, up_to: int | None = None) -> Records:
    records_by_player = records(results_of(event, up_to=up_to), event.scoring)
    return {int(player): record for player, record in records_by_player.items()}


def to_be_paired(event: Event, *, before_round: int | None = None) -> list[Player]:
    """Return all players to pair in the next Swiss round (or in an earlier one), with their record so far."""
    records_by_player = records_of(event, up_to=None if before_round is None else before_round - 1)
    floats = _floats(records_by_player)
    rows = entrants_to_pair(event)
    return [_as_player(row, records_by_player.get(row.pk) or Record(), floats[row.pk]) for row in rows]


def _as_player(row: Registration, record: Record, floats: list[Float]) -> Player:
    """Convert a player. All opponents ever paired count as met, even if nobody came to the table."""
    return Player(
        id=str(row.pk),
        points=record.points,
        met=tuple(map(str, record.seated_with)),
        byes=record.byes,
        floats=tuple(floats),
        club=row.club.strip().casefold() or None,
        other_club=next((partner.club.strip().casefold() or None for partner in row.partners), None),
        rating=row.rating,
        late=row.is_late,
    )


def to_be_seated(event: Event, *, before_round: int) -> list[SeatedPlayer]:
    """Return all players to seat at tables of four in this round, with their record so far."""
    found = records_of(event, up_to=before_round - 1)
    return [_as_seated(row, found.get(row.pk) or Record()) for row in event.registrations.to_be_paired()]


def _as_seated(row: Registration, record: Record) -> SeatedPlayer:
    return SeatedPlayer(
        id=str(row.pk),
        points=record.points,
        met=tuple(map(str, record.seated_with)),
        byes=record.byes,
        threes=turns_at_three(record),
        club=row.club.strip().casefold() or None,
        late=row.is_late,
    )


def turns_at_three(record: Record) -> int:
    return sum(len(game.others) == 2 for game in record.games)


def _floats(records_by_player: Records) -> dict[int, list[Float]]:
    """Compute the earlier floats of each player from the points at that time, so that corrections count."""
    before = {player: dict(_points_before(record)) for player, record in records_by_player.items()}
    floats: dict[int, list[Float]] = defaultdict(list)
    for player, record in records_by_player.items():
        for game in record.games:
            if isinstance(game.opponent, int):
                gap = before[player][game.round] - before[game.opponent][game.round]
                floats[player] += ["down"] if gap > 0 else ["up"] if gap < 0 else []
    return floats


def _points_before(record: Record) -> Iterator[tuple[int, int]]:
    so_far = 0
    for game in record.games:
        yield game.round, so_far
        so_far += game.points


def forbidden_pairs(event: Event) -> list[tuple[str, str]]:
    """Return the pairs forbidden by the staff, and all pairs within a household."""
    pairs = {(str(a), str(b)) for a, b in ForbiddenPair.objects.filter(event=event).values_list("first", "second")}
    households: dict[str, list[str]] = defaultdict(list)
    for pk, household in event.registrations.exclude(household="").values_list("pk", "household").order_by("pk"):
        households[household.strip().casefold()].append(str(pk))
    pairs.update(pair for members in households.values() for pair in _all_pairs(members))
    return sorted(_replace_by_crews(event, pairs))


def _replace_by_crews(event: Event, pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Replace players by their crews, since players who must not meet keep their crews apart. Partners never meet."""
    first = {str(second): str(of_crew) for second, of_crew in first_of_crew(event).items()}
    paired = {(first.get(a, a), first.get(b, b)) for a, b in pairs} if first else pairs
    return {(a, b) for a, b in paired if a != b}


def _all_pairs(members: list[str]) -> Iterable[tuple[str, str]]:
    return ((one, other) for place, one in enumerate(members) for other in members[place + 1 :])
