"""Points by place, and the record of each player with a breakdown by table."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter

from tournaments.core.fours.places import are_places
from tournaments.core.scoring import PlayerId

SEATS, SEATS_OF_THREE = 4, 3


class ImpossibleScoring(ValueError):
    """Points that cannot be awarded or a result that cannot be counted; `code` says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points that an event awards, fixed before its first round."""

    by_place: tuple[int, int, int, int] = (6, 3, 1, 0)
    bye_points: int | None = None  # None: as many as for a second place
    glory_cap: int = 6

    def __post_init__(self) -> None:
        falling = sorted(self.by_place, reverse=True)
        if len(falling) != SEATS or falling != list(self.by_place) or falling[-1] < 0 or falling[0] < 1:
            raise ImpossibleScoring("points-by-place", "four numbers that fall from the first place on, none below 0")
        if self.bye < 0 or self.glory_cap < 0:
            raise ImpossibleScoring("below-zero", "neither a bye nor the cap is below 0")

    @property
    def bye(self) -> int:
        return self.by_place[1] if self.bye_points is None else self.bye_points

    def of_table(self, seats: int) -> tuple[int, ...]:
        """Return the points by place. At a table of three, second place gets the mean of second and third, rounded
        down."""
        first, second, third, last = self.by_place
        return self.by_place if seats == SEATS else (first, (second + third) // 2, last)

    def points(self, places: Sequence[int], no_shows: Iterable[int] = ()) -> tuple[int, ...]:
        """Return the points of each seat. Players sharing a place share its points, rounded down; no-shows get none."""
        absent = frozenset(no_shows)
        present = [place for seat, place in enumerate(places) if seat not in absent]
        if len(places) not in (SEATS, SEATS_OF_THREE) or not are_places(present) or len(absent) > len(places):
            raise ImpossibleScoring("places", f"no table of three or four ends with the places {list(places)}")
        scale = self.of_table(len(places))
        return tuple(0 if seat in absent else _shared(scale, present, place) for seat, place in enumerate(places))

    @property
    def least_share(self) -> Fraction:
        """The minimum share of an opponent: half of the mean points by place over the points of a first place (0.2083
        for 6-3-1-0)."""
        return Fraction(sum(self.by_place), 2 * SEATS * self.by_place[0])


def _shared(scale: Sequence[int], places: Sequence[int], place: int) -> int:
    sharing = list(places).count(place)
    return sum(scale[place - 1 : place - 1 + sharing]) // sharing


@dataclass(frozen=True, slots=True)
class Result:
    """One settled table, with places and Gallons of Glory by seat; or a bye or a missed round."""

    round: int
    players: tuple[PlayerId, ...]
    places: tuple[int, ...] = ()
    glory: tuple[int, ...] = ()
    no_shows: frozenset[int] = frozenset()  # seat numbers, from 0
    ending: str = "played"  # or "bye", "missed"

    @classmethod
    def bye(cls, round_: int, player: PlayerId) -> "Result":
        return cls(round_, (player,), ending="bye")

    @classmethod
    def missed(cls, round_: int, player: PlayerId) -> "Result":
        return cls(round_, (player,), ending="missed")


@dataclass(frozen=True, slots=True)
class Game:
    """A result from the point of view of one of its players; a bye and a missed round have no place."""

    round: int
    seated_with: tuple[PlayerId, ...]  # everyone else at the table
    opponents: tuple[PlayerId, ...]  # those really met; nobody meets a no-show
    place: int
    shared: bool
    seats: int
    points: int
    most_points: int  # the most this table could award; 0 for a bye
    glory: int
    counted_glory: int  # up to the cap
    ending: str  # "played", "no-show", "bye" or "missed"

    @property
    def is_won(self) -> bool:
        """Whether the game was won. A shared first place is a draw."""
        return self.place == 1 and not self.shared


@dataclass(slots=True)
class Record:
    """The record of one player so far. Byes count in the points but not in the share."""

    games: list[Game] = field(default_factory=list)
    points: int = 0
    first_places: int = 0
    glory_scored: int = 0
    table_points: int = 0
    most_points: int = 0

    def add(self, game: Game) -> None:
        self.games.append(game)
        self.points += game.points
        self.first_places += game.is_won
        self.glory_scored += game.counted_glory
        if game.ending != "bye":
            self.table_points += game.points
            self.most_points += game.most_points

    @property
    def byes(self) -> int:
        return sum(game.ending == "bye" for game in self.games)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many tables ended in first, second, third and fourth place, shared places included."""
        places = [game.place for game in self.games]
        return tuple(places.count(place) for place in range(1, SEATS + 1))

    @property
    def threes(self) -> int:
        return sum(game.seats == SEATS_OF_THREE for game in self.games)

    @property
    def met(self) -> list[PlayerId]:
        """Everyone met at a table, once per meeting."""
        return [opponent for game in self.games for opponent in game.opponents]

    @property
    def seated_with(self) -> list[PlayerId]:
        """Everyone seated at the same tables, no-shows included: this is how the next seating counts meetings."""
        return [other for game in self.games for other in game.seated_with]


def records(results: Iterable[Result], scoring: Scoring) -> defaultdict[PlayerId, Record]:
    """Return the record of every player in the results, with games in round order whatever the order of the results."""
    by_player: defaultdict[PlayerId, Record] = defaultdict(Record)
    for result in sorted(results, key=attrgetter("round")):
        for player, game in _games(result, scoring):
            by_player[player].add(game)
    return by_player


def _games(result: Result, scoring: Scoring) -> Iterable[tuple[PlayerId, Game]]:
    if result.ending != "played":
        (player,) = result.players
        is_bye = _is_bye(result)
        points, most = (scoring.bye, 0) if is_bye else (0, scoring.by_place[0])
        return [(player, Game(result.round, (), (), 0, False, 0, points, most, 0, 0, result.ending))]
    if not len(result.players) == len(result.places) == len(result.glory) == len(set(result.players)):
        raise ImpossibleScoring("seats", f"round {result.round}: each seat has one player, one place and its glory")
    points_ = scoring.points(result.places, result.no_shows)
    return [(player, _game(result, scoring, seat, points_[seat])) for seat, player in enumerate(result.players)]


def _is_bye(result: Result) -> bool:
    if result.ending not in ("bye", "missed"):
        raise ImpossibleScoring("unknown-ending", f"round {result.round}: {result.ending!r} is no way to end")
    return result.ending == "bye"


def _game(result: Result, scoring: Scoring, seat: int, points: int) -> Game:
    came = [other for other in range(len(result.players)) if other not in result.no_shows]
    present = seat in came
    sharing = [result.places[other] for other in came].count(result.places[seat])
    return Game(
        round=result.round,
        seated_with=tuple(player for player in result.players if player != result.players[seat]),
        opponents=tuple(result.players[other] for other in came if other != seat) if present else (),
        place=result.places[seat] if present else len(result.players),
        shared=present and sharing > 1,
        seats=len(result.players),
        points=points,
        most_points=scoring.by_place[0],
        glory=result.glory[seat] if present else 0,
        counted_glory=min(result.glory[seat], scoring.glory_cap) if present else 0,
        ending="played" if present else "no-show",
    )
