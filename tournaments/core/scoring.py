"""The points of a result, and its Gallons of Glory within the cap."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal

PlayerId = str | int
Outcome = Literal["a", "b", "draw", "both-lose"]
GameOutcome = Literal["win", "draw", "loss"]

# each outcome as seen by player a and by player b
OUTCOMES_BY_SIDE: dict[Outcome, tuple[GameOutcome, GameOutcome]] = {
    "a": ("win", "loss"),
    "b": ("loss", "win"),
    "draw": ("draw", "draw"),
    "both-lose": ("loss", "loss"),
}


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


class UnknownEnding(ValueError):
    code = "unknown-ending"


@dataclass(slots=True)  # a frozen one takes three times as long to make, and there may be thousands
class Result:
    """One settled match. Without `b` it is a bye or a missed round, according to `ending`."""

    round: int
    a: PlayerId
    b: PlayerId | None
    outcome: Outcome = "a"
    glory_a: int = 0
    glory_b: int = 0
    ending: str = "glory"

    @classmethod
    def bye(cls, round_: int, player: PlayerId) -> "Result":
        return cls(round_, player, None, "a", ending="bye")

    @classmethod
    def missed(cls, round_: int, player: PlayerId) -> "Result":
        return cls(round_, player, None, "b", ending="missed")


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points that an event awards, fixed before its first round."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    glory_cap: int = 6

    def clipped(self, difference: int) -> int:
        cap = self.glory_cap
        return difference if -cap <= difference <= cap else cap if difference > 0 else -cap

    @property
    def worth(self) -> dict[GameOutcome, int]:
        return {"win": self.win, "draw": self.draw, "loss": self.loss}


SCORING = Scoring()


@dataclass(slots=True)
class Game:
    """A result from the point of view of one of its players."""

    round: int
    opponent: PlayerId | None
    outcome: GameOutcome
    points: int
    glory: int
    against: int
    ending: str


@dataclass(slots=True)
class Record:
    """The record of one player so far. Byes count in the points but not in the matches.

    Games are created from the results only on demand, because standings of thousands of players do not need them.
    """

    player: PlayerId = ""
    scoring: Scoring = SCORING
    results: list[Result] = field(default_factory=list)  # in the order of the rounds
    opponents: list[PlayerId] = field(default_factory=list)  # opponents really met, one for each game
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
            worth = self.scoring.worth
            self._games = [_game(result, self.player, worth) for result in self.results]
        return self._games

    @property
    def byes(self) -> int:
        return len(self.results) - self.matches

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many rounds were won (a bye is), drawn and lost (a missed round is)."""
        return self.wins, self.draws, len(self.results) - self.wins - self.draws


def _game(result: Result, player: PlayerId, worth: Mapping[GameOutcome, int]) -> Game:
    own, other = OUTCOMES_BY_SIDE[result.outcome]
    opponent, glory, against = result.b, result.glory_a, result.glory_b
    if player != result.a:
        own, opponent, glory, against = other, result.a, against, glory
    if not ENDINGS[result.ending].glory:
        glory = against = 0
    return Game(result.round, opponent, own, worth[own], glory, against, result.ending)


class Records(dict[PlayerId, Record]):
    """The records by player; players who have not played yet get an empty one."""

    def __init__(self, scoring: Scoring) -> None:
        super().__init__()
        self.scoring = scoring

    def __missing__(self, player: PlayerId) -> Record:
        record = self[player] = Record(player, self.scoring)
        return record


def records(results: Iterable[Result], scoring: Scoring, before: Records | None = None) -> Records:
    """Return the record of every player in the results, in round order whatever the order of the results.

    Players whose results are as they were `before` keep their record."""
    results_of: defaultdict[PlayerId, list[Result]] = defaultdict(list)
    for result in sorted(results, key=attrgetter("round")):
        b, ending = result.b, result.ending
        if ending not in ENDINGS or (b is None) != (ending in WITHOUT_OPPONENT):
            raise UnknownEnding(f"round {result.round}: {ending!r} does not say how this result came about")
        results_of[result.a].append(result)
        if b is not None:
            results_of[b].append(result)
    found, worth = Records(scoring), scoring.worth
    kept = before if before is not None and before.scoring == scoring else {}
    for player, own_results in results_of.items():
        known = kept.get(player)
        if known is None or known.results != own_results:
            known = _record(player, own_results, scoring, worth)
        found[player] = known
    return found


def _record(player: PlayerId, results: list[Result], scoring: Scoring, worth: Mapping[GameOutcome, int]) -> Record:
    """Add up the results of a player. Large events have many results: hence one loop over plain numbers."""
    opponents: list[PlayerId] = []
    outcomes: list[GameOutcome] = []
    points = wins = draws = matches = match_points = 0  # of the results without a meeting
    glory_difference = glory_scored = 0
    cap = scoring.glory_cap
    for result in results:
        ending, (outcome, other_outcome) = ENDINGS[result.ending], OUTCOMES_BY_SIDE[result.outcome]
        opponent, scored, against = result.b, result.glory_a, result.glory_b
        if player != result.a:
            outcome, opponent, scored, against = other_outcome, result.a, against, scored
        if ending.met and opponent is not None:
            opponents.append(opponent)
            outcomes.append(outcome)
        else:
            points += worth[outcome]
            wins += outcome == "win"
            draws += outcome == "draw"
            if ending.is_match:
                matches += 1
                match_points += worth[outcome]
        if ending.glory:
            difference = scored - against
            glory_difference += difference if -cap <= difference <= cap else scoring.clipped(difference)
            glory_scored += scored
    met, won, drawn = len(outcomes), outcomes.count("win"), outcomes.count("draw")
    points_of_met = worth["win"] * won + worth["draw"] * drawn + worth["loss"] * (met - won - drawn)
    points, match_points = points + points_of_met, match_points + points_of_met
    totals = (points, wins + won, draws + drawn, matches + met, match_points, glory_difference, glory_scored)
    return Record(player, scoring, results, opponents, outcomes, *totals)
