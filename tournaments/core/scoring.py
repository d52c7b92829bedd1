"""What a result is worth: match points, and Gallons of Glory within the cap."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal

PlayerId = str | int
Outcome = Literal["a", "b", "draw", "both-lose"]
GameOutcome = Literal["win", "draw", "loss"]

# each outcome for player a and player b
OUTCOMES_BY_SIDE: dict[Outcome, tuple[GameOutcome, GameOutcome]] = {
    "a": ("win", "loss"),
    "b": ("loss", "win"),
    "draw": ("draw", "draw"),
    "both-lose": ("loss", "loss"),
}


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether an ending counts as a match of the record, as having met, and for its Gallons of Glory."""

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
    "missed": Ending(met=False, glory=False),  # a round before a late entry: lost
    "bye": Ending(is_match=False, met=False, glory=False),
}
WITHOUT_OPPONENT = frozenset({"bye", "missed"})


class UnknownEnding(ValueError):
    code = "unknown-ending"


@dataclass(frozen=True, slots=True)
class Result:
    """One settled match. Without `b` it is a bye, or a round missed (the ending says which)."""

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
    """What an event gives, fixed before its first round."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    glory_cap: int = 6

    def clipped(self, difference: int) -> int:
        return max(-self.glory_cap, min(self.glory_cap, difference))


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
    """Everything one player has done so far, byes included in the points but not in the matches."""

    games: list[Game] = field(default_factory=list)
    met: list[Game] = field(default_factory=list)
    points: int = 0
    matches: int = 0
    match_points: int = 0
    glory_difference: int = 0
    glory_scored: int = 0

    def add(self, game: Game, ending: Ending, clipped: int) -> None:
        self.games.append(game)
        self.points += game.points
        if ending.is_match:
            self.matches += 1
            self.match_points += game.points
        if ending.met:
            self.met.append(game)
        if ending.glory:
            self.glory_difference += clipped
            self.glory_scored += game.glory

    def count_of(self, outcome: GameOutcome) -> int:
        """How often won, drawn or lost; a bye is a win, a missed round a loss."""
        return [game.outcome for game in self.games].count(outcome)

    @property
    def byes(self) -> int:
        return len(self.games) - self.matches


def records(results: Iterable[Result], scoring: Scoring) -> defaultdict[PlayerId, Record]:
    """The record of everyone who appears, in the order of the rounds, whatever the order of the results."""
    records_by_player: defaultdict[PlayerId, Record] = defaultdict(Record)
    worth: dict[GameOutcome, int] = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    for result in sorted(results, key=attrgetter("round")):
        ending = _ending(result)
        outcome_a, outcome_b = OUTCOMES_BY_SIDE[result.outcome]
        a, b, number, how = result.a, result.b, result.round, result.ending
        glory_a, glory_b = (result.glory_a, result.glory_b) if ending.glory else (0, 0)
        clipped = scoring.clipped(glory_a - glory_b)
        records_by_player[a].add(Game(number, b, outcome_a, worth[outcome_a], glory_a, glory_b, how), ending, clipped)
        if b is not None:
            records_by_player[b].add(
                Game(number, a, outcome_b, worth[outcome_b], glory_b, glory_a, how), ending, -clipped
            )
    return records_by_player


def _ending(result: Result) -> Ending:
    ending = ENDINGS.get(result.ending)
    if ending is None or (result.b is None) != (result.ending in WITHOUT_OPPONENT):
        raise UnknownEnding(f"round {result.round}: {result.ending!r} does not say how this result came about")
    return ending
