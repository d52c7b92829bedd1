"""What a result gives each seat: points, opponents met, and Gallons of Glory within the cap.

A result has a place and a tally for each of its seats, of which there may be any number; a duel has two.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import Literal, NamedTuple, Protocol

from tournaments.core.places import PlayerId, are_places

GameOutcome = Literal["win", "draw", "loss"]
SYMBOLS: dict[GameOutcome, str] = {"win": "+", "draw": "=", "loss": "-"}
SEATS = 4  # of the largest table


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether an ending counts as a match of the record, as a meeting, and for Gallons of Glory."""

    is_match: bool = True
    met: bool = True
    glory: bool = True


PLAYED = Ending()
ENDINGS: dict[str, Ending] = {
    "glory": PLAYED,
    "krosmasters": PLAYED,
    "knock-out": PLAYED,
    "glyphs": PLAYED,
    "no-winner": PLAYED,
    "path-filled": PLAYED,
    "scenario": PLAYED,
    "adventure-path-full": PLAYED,
    "time": PLAYED,
    "concession": PLAYED,
    "ruling": PLAYED,
    "walkover": Ending(glory=False),  # conceded without a game
    "intentional-draw": Ending(glory=False),
    "no-show": Ending(met=False, glory=False),
    "drop": Ending(met=False, glory=False),
    "missed": Ending(met=False, glory=False),  # a round before a late entry, counted as lost
    "bye": Ending(is_match=False, met=False, glory=False),
}
WITHOUT_OPPONENT = frozenset({"bye", "missed"})


class ImpossibleScoring(ValueError):
    """Points that cannot be awarded or a result that cannot be counted; `code` says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(slots=True)  # a frozen one takes three times as long to make, and there may be thousands
class Result:
    """One settled match; with a single player a bye or a missed round, according to `ending`."""

    round: int
    players: tuple[PlayerId, ...]
    places: tuple[int, ...]
    glory: tuple[int, ...]
    ending: str = "glory"
    absent: tuple[int, ...] = ()  # seats, from 0, whose players did not come, where others at the table played
    heat: tuple[int, ...] = ()  # of a heat: Demon turns taken and KOs

    @classmethod
    def bye(cls, round_: int, player: PlayerId) -> "Result":
        return cls(round_, (player,), (1,), (0,), "bye")

    @classmethod
    def missed(cls, round_: int, player: PlayerId) -> "Result":
        return cls(round_, (player,), (2,), (0,), "missed")


class Scoring(Protocol):
    """How an event awards points, fixed before its first round."""

    @property
    def alone(self) -> bool:
        """Whether a table has one side, which plays for its result alone."""

    @property
    def glory_cap(self) -> int:
        """The most GG by which a match can differ."""

    def in_figures(self) -> Mapping[str, object]:
        """What a sentence about the points names."""

    @property
    def awards(self) -> tuple[int, ...]:
        """The points as pages list them, from the most on."""

    @property
    def most(self) -> int:
        """The most points that a match can give."""

    @property
    def floor(self) -> Fraction:
        """The least share of the possible points that an opponent counts with."""

    def ending(self, code: str) -> Ending: ...

    def points(self, places: Sequence[int], absent: Sequence[int] = (), ending: str = "") -> tuple[int, ...]:
        """The points of each seat."""

    def counted_glory(self, glory: int) -> int:
        """Gallons of Glory that count as scored."""

    def explain(self, seat: "SeatScore", places: Sequence[int], ending: str) -> str:
        """Describe the result of a seat for breakdowns: how it ended, or the place."""

    def mark(self, game: "Game") -> str:
        """Return the mark of a game in the cross table."""

    def counts(self, record: "Record") -> tuple[int, ...]:
        """Return how often each kind of result occurs in a record."""


class SeatScore(NamedTuple):
    """What a result gives one of its seats."""

    outcome: GameOutcome
    points: int
    met: tuple[int, ...]  # the seats whose players were really met
    is_match: bool
    counts_glory: bool
    place: int
    shared: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class WinDrawLoss:
    """Points of duels."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    glory_cap: int = 6
    alone: bool = field(default=False, init=False)

    def in_figures(self) -> Mapping[str, object]:
        return {"win": self.win, "draw": self.draw, "loss": self.loss}

    @property
    def awards(self) -> tuple[int, ...]:
        return self.win, self.draw, self.loss

    @property
    def most(self) -> int:
        return self.win

    @property
    def floor(self) -> Fraction:
        return Fraction(33, 100)  # exactly, not one third

    def ending(self, code: str) -> Ending:
        return ENDINGS[code]

    def points(self, places: Sequence[int], absent: Sequence[int] = (), ending: str = "") -> tuple[int, ...]:
        firsts = places.count(1)
        return tuple([self.loss if place > 1 else self.win if firsts == 1 else self.draw for place in places])

    def counted_glory(self, glory: int) -> int:
        return glory

    def explain(self, seat: SeatScore, places: Sequence[int], ending: str) -> str:
        return seat.outcome if seat.counts_glory else ending

    def mark(self, game: "Game") -> str:
        return SYMBOLS[game.outcome]

    def counts(self, record: "Record") -> tuple[int, ...]:
        """How many rounds were won (a bye is), drawn and lost (a missed round is)."""
        return record.wins, record.draws, len(record.results) - record.wins - record.draws


@dataclass(frozen=True, slots=True)
class PointsByPlace:
    """Points at tables of four, and of three where the second place gets the mean of second and third."""

    by_place: tuple[int, int, int, int] = (6, 3, 1, 0)
    bye_points: int | None = None  # None: as many as for a second place
    glory_cap: int = 6
    alone: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        falling = sorted(self.by_place, reverse=True)
        if len(falling) != SEATS or falling != list(self.by_place) or falling[-1] < 0 or falling[0] < 1:
            raise ImpossibleScoring("points-by-place", "four numbers that fall from the first place on, none below 0")
        if self.bye < 0 or self.glory_cap < 0:
            raise ImpossibleScoring("below-zero", "neither a bye nor the cap is below 0")

    def in_figures(self) -> Mapping[str, object]:
        return {"points": _dashed(self.by_place), "of_three": _dashed(self.of_table(SEATS - 1))}

    @property
    def awards(self) -> tuple[int, ...]:
        return self.by_place

    @property
    def most(self) -> int:
        return self.by_place[0]

    @property
    def floor(self) -> Fraction:
        """Half of the mean points by place over the points of a first place (0.2083 for 6-3-1-0)."""
        return Fraction(sum(self.by_place), 2 * SEATS * self.by_place[0])

    @property
    def bye(self) -> int:
        return self.by_place[1] if self.bye_points is None else self.bye_points

    def ending(self, code: str) -> Ending:
        """However a game ended, those who came have met."""
        return ENDINGS[code] if code in WITHOUT_OPPONENT else PLAYED

    def points(self, places: Sequence[int], absent: Sequence[int] = (), ending: str = "") -> tuple[int, ...]:
        """Players sharing a place share its points, rounded down; no-shows get none."""
        if ending in WITHOUT_OPPONENT:
            return (self.bye if ending == "bye" else 0,)
        present = [place for seat, place in enumerate(places) if seat not in absent]
        if len(places) not in (SEATS, SEATS - 1) or not are_places(present):
            raise ImpossibleScoring("places", f"no table of three or four ends with the places {list(places)}")
        scale = self.of_table(len(places))
        return tuple(0 if seat in absent else _shared(scale, present, place) for seat, place in enumerate(places))

    def of_table(self, seats: int) -> tuple[int, ...]:
        """Return the points by place at a table; the mean at a table of three is rounded down."""
        first, second, third, last = self.by_place
        return self.by_place if seats == SEATS else (first, (second + third) // 2, last)

    def counted_glory(self, glory: int) -> int:
        return min(glory, self.glory_cap)

    def explain(self, seat: SeatScore, places: Sequence[int], ending: str) -> str:
        """Return the place for programs: "2/4", "1=/4" for a shared first place, or the ending if nobody played."""
        if seat.counts_glory:
            return f"{seat.place}{'=' if seat.shared else ''}/{len(places)}"
        return ending if ending in WITHOUT_OPPONENT else "no-show"

    def mark(self, game: "Game") -> str:
        return game.why if game.counts_glory else SYMBOLS[game.outcome]

    def counts(self, record: "Record") -> tuple[int, ...]:
        """How many tables ended in first, second, third and fourth place, shared places included."""
        places = [
            seats[result.players.index(record.player)].place
            for result, seats in record.results
            if result.ending not in WITHOUT_OPPONENT
        ]
        return tuple(places.count(place) for place in range(1, SEATS + 1))


@dataclass(frozen=True, slots=True)
class WonOrLost:
    """Heats: one side at a table, which has won or lost. A heat that was missed is lost, and counts as not played."""

    glory_cap: int = 6
    alone: bool = field(default=True, init=False)

    def in_figures(self) -> Mapping[str, object]:
        return {}

    @property
    def awards(self) -> tuple[int, ...]:
        return 1, 0, 0

    @property
    def most(self) -> int:
        return 1

    @property
    def floor(self) -> Fraction:
        return Fraction(0)

    def ending(self, code: str) -> Ending:
        return ENDINGS[code]

    def points(self, places: Sequence[int], absent: Sequence[int] = (), ending: str = "") -> tuple[int, ...]:
        return tuple([int(place == 1 and seat not in absent) for seat, place in enumerate(places)])

    def counted_glory(self, glory: int) -> int:
        return glory

    def explain(self, seat: SeatScore, places: Sequence[int], ending: str) -> str:
        return seat.outcome if seat.counts_glory else ending

    def mark(self, game: "Game") -> str:
        return SYMBOLS[game.outcome]

    def counts(self, record: "Record") -> tuple[int, ...]:
        """How many heats were won and lost."""
        return record.wins, len(record.results) - record.wins


def _dashed(points: Sequence[int]) -> str:
    return "-".join(map(str, points))


def _shared(scale: Sequence[int], places: Sequence[int], place: int) -> int:
    sharing = list(places).count(place)
    return sum(scale[place - 1 : place - 1 + sharing]) // sharing


SCORING = WinDrawLoss()
Scored = tuple[Result, list[SeatScore]]  # a result, and what it gives each seat


class Game(NamedTuple):
    """A result from the point of view of one of its players."""

    round: int
    others: tuple[PlayerId, ...]  # everyone else at the table
    opponents: tuple[PlayerId, ...]  # those really met
    outcome: GameOutcome
    points: int
    glory: int
    against: int  # of everyone else
    is_match: bool
    counts_glory: bool
    why: str
    heat: tuple[int, ...] = ()

    @property
    def opponent(self) -> PlayerId | None:
        """The only other player at the table."""
        return self.others[0] if len(self.others) == 1 else None


@dataclass(slots=True)
class Record:
    """The record of one player so far. Byes count in the points but not in the matches.

    Games are created from the results only on demand, because standings of thousands of players do not need them.
    """

    player: PlayerId = ""
    scoring: Scoring = SCORING
    results: list[Scored] = field(default_factory=list)  # in the order of the rounds
    opponents: list[PlayerId] = field(default_factory=list)  # those really met, once per meeting
    outcomes: list[GameOutcome] = field(default_factory=list)  # of the games against these opponents
    points: int = 0
    wins: int = 0
    draws: int = 0
    matches: int = 0
    match_points: int = 0
    glory_difference: int = 0
    glory_scored: int = 0
    _games: list[Game] | None = field(default=None, compare=False, repr=False)

    @property
    def games(self) -> list[Game]:
        if self._games is None:
            self._games = [_game(self.player, *scored) for scored in self.results]
        return self._games

    @property
    def byes(self) -> int:
        return len(self.results) - self.matches

    @property
    def counts(self) -> tuple[int, ...]:
        return self.scoring.counts(self)

    @property
    def is_under_the_floor(self) -> bool:
        """Whether the share of the possible points is less than what counts; without a match it is."""
        floor = self.scoring.floor
        most = self.scoring.most * self.matches
        return not most or self.match_points * floor.denominator < floor.numerator * most

    @property
    def seated_with(self) -> list[PlayerId]:
        """Everyone seated at the same tables, no-shows included: this is how the next pairing counts meetings."""
        return [other for game in self.games for other in game.others]


def _game(player: PlayerId, result: Result, seats: list[SeatScore]) -> Game:
    number = result.players.index(player)
    seat = seats[number]
    players, glory = result.players, result.glory[number] if seat.counts_glory else 0
    return Game(
        result.round,
        players[:number] + players[number + 1 :],
        tuple([players[other] for other in seat.met]),
        seat.outcome,
        seat.points,
        glory,
        sum(result.glory) - glory if seat.counts_glory else 0,
        seat.is_match,
        seat.counts_glory,
        seat.why,
        result.heat,
    )


class Records(dict[PlayerId, Record]):
    """The records by player; players who have not played yet get an empty one."""

    def __init__(self, scoring: Scoring) -> None:
        super().__init__()
        self.scoring = scoring

    def __missing__(self, player: PlayerId) -> Record:
        record = self[player] = Record(player, self.scoring)
        return record


def records(results: Iterable[Result], scoring: Scoring) -> Records:
    """Return the record of every player in the results, in round order whatever the order of the results."""
    scored: dict[tuple[object, ...], list[SeatScore]] = {}  # many matches end alike
    results_of: defaultdict[PlayerId, list[Scored]] = defaultdict(list)
    for result in sorted(results, key=attrgetter("round")):
        key = result.places, result.ending, result.absent
        seats = scored.get(key)
        if seats is None:
            seats = scored[key] = _seat_scores(result, scoring)
        if not len(result.players) == len(seats) == len(result.glory):
            raise ImpossibleScoring("seats", f"round {result.round}: each seat has a player, a place and its glory")
        scored_result = result, seats
        for player in result.players:
            results_of[player].append(scored_result)
    found = Records(scoring)
    for player, own in results_of.items():
        found[player] = _record(player, scoring, own)
    return found


def _seat_scores(result: Result, scoring: Scoring) -> list[SeatScore]:
    places, code = result.places, result.ending
    if code not in ENDINGS or (
        (len(places) == 1) != (code in WITHOUT_OPPONENT) and not (len(places) == 1 and scoring.alone)
    ):
        raise ImpossibleScoring("ending", f"round {result.round}: {code!r} does not say how this result came about")
    ending, absent = scoring.ending(code), result.absent
    came = [seat for seat in range(len(places)) if seat not in absent]
    present = [places[seat] for seat in came]
    scores = []
    for seat, points in enumerate(scoring.points(places, absent, code)):
        is_here = seat in came
        place = places[seat] if is_here else len(places)
        shared = is_here and present.count(place) > 1
        outcome: GameOutcome = "loss" if place > 1 or not is_here else "draw" if shared else "win"
        met = tuple(other for other in came if other != seat) if is_here and ending.met else ()
        score = SeatScore(outcome, points, met, ending.is_match, is_here and ending.glory, place, shared)
        scores.append(score._replace(why=scoring.explain(score, places, code)))
    return scores


def _record(player: PlayerId, scoring: Scoring, results: list[Scored]) -> Record:
    """Add up the results of a player. Large events have many results: hence one loop over plain numbers."""
    opponents: list[PlayerId] = []
    outcomes: list[GameOutcome] = []
    points = wins = draws = matches = match_points = glory_difference = glory_scored = 0
    cap, counted = scoring.glory_cap, scoring.counted_glory
    for result, scored_seats in results:
        number = result.players.index(player)
        outcome, own_points, met, is_match, counts_glory, _place, _shared, _why = scored_seats[number]
        points += own_points
        if outcome == "win":
            wins += 1
        elif outcome == "draw":
            draws += 1
        if is_match:
            matches += 1
            match_points += own_points
        for other in met:
            opponents.append(result.players[other])
            outcomes.append(outcome)
        if counts_glory:
            scored = result.glory[number]
            difference = 2 * scored - sum(result.glory)
            glory_difference += difference if -cap <= difference <= cap else clipped(difference, cap)
            glory_scored += counted(scored)
    totals = (points, wins, draws, matches, match_points, glory_difference, glory_scored)
    return Record(player, scoring, results, opponents, outcomes, *totals)


def clipped(difference: int, cap: int) -> int:
    return difference if -cap <= difference <= cap else cap if difference > 0 else -cap
