"""The top cut: who qualifies, the seeding, and the complete state of the bracket from its results.

Only the seeds and the winner of each slot are stored; everything else is computed from them. In each match `a` is the
higher seed, who chooses the side.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tournaments.core.bracket_plan import (
    BracketError,
    PlannedMatch,
    Section,
    Source,
    double_elimination,
    single_elimination,
)
from tournaments.core.places import PlayerId

MIN_PLAYERS, MAX_PLAYERS = 2, 64
Elimination = Literal["single", "double"]


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of the bracket: the known players, where they come from, and the winner.

    A match that only one player can ever reach is a bye, and that player has won it.
    """

    slot: str
    section: Section
    number: int  # the round within the section
    wave: int  # the earliest round of the cut in which the match can be played
    sources: tuple[Source, Source]
    # the players in the order of their sources, from the top of the drawing
    sides: tuple[PlayerId | None, PlayerId | None]
    a: PlayerId | None
    b: PlayerId | None
    winner: PlayerId | None
    is_bye: bool
    seats: ClassVar = 2
    places: ClassVar = None  # pages show the winner alone

    @property
    def players(self) -> tuple[PlayerId | None, PlayerId | None]:
        """The known players, higher seed first."""
        return self.a, self.b

    @property
    def is_playable(self) -> bool:
        return self.a is not None and self.b is not None and self.winner is None

    @property
    def loser(self) -> PlayerId | None:
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a


@dataclass(frozen=True, slots=True)
class Bracket:
    seeds: tuple[PlayerId, ...]
    matches: tuple[BracketMatch, ...]

    def match(self, slot: str) -> BracketMatch:
        return next(match for match in self.matches if match.slot == slot)

    def drawing_order(self, matches: int) -> Sequence[int]:
        """Return the positions of a stage's matches so that those whose winners meet next are adjacent."""
        return range(matches)

    @property
    def playable(self) -> tuple[BracketMatch, ...]:
        return tuple(match for match in self.matches if match.is_playable)

    @property
    def is_over(self) -> bool:
        return all(match.winner is not None or match.is_bye for match in self.matches)

    @property
    def champion(self) -> PlayerId | None:
        """The winner of the deciding match, or None while it is open."""
        deciding = [match for match in self.matches if match.section in ("final", "reset") and match.a is not None]
        return deciding[-1].winner if deciding else None

    def placings(self) -> list[tuple[int, PlayerId]]:
        """Places and players; players beaten in the same wave share a place, and so do all remaining players."""
        left = {
            match.loser: (match.wave, 0)
            for match in self.matches
            if match.loser is not None and match.section != "third"
        }
        for match in self.matches:
            if match.section == "third" and match.winner is not None:
                left[match.winner] = (match.wave - 1, 1)
        left |= dict.fromkeys(self._remaining_players(), (len(self.matches) + 1, 0))
        ranked = sorted(self.seeds, key=left.__getitem__, reverse=True)
        return [(1 + sum(left[other] > left[player] for other in ranked), player) for player in ranked]

    def _remaining_players(self) -> set[PlayerId]:
        """The champion; until there is one, everyone with a match still to play."""
        if self.champion is not None:
            return {self.champion}
        waiting = [match for match in self.matches if match.winner is None and match.section != "third"]
        return {player for match in waiting for player in (match.a, match.b) if player is not None}


def select_qualifiers(
    ranked: Sequence[tuple[PlayerId, int]],
    *,
    top: int,
    points: int | None = None,
    withdrawn: Iterable[PlayerId] = (),
) -> tuple[PlayerId, ...]:
    """The seeds: the first `top` of the final ranking, or everyone with at least `points` if they are more.

    A player who withdraws before the start is replaced by the next in rank, so that the size of the cut stays the same.
    """
    enough = sum(score >= points for _, score in ranked) if points is not None else 0
    size = min(max(top, enough), MAX_PLAYERS)
    gone = set(withdrawn)
    return tuple(player for player, _ in ranked if player not in gone)[:size]


def build_bracket(
    seeds: Sequence[PlayerId],
    winners: Mapping[str, PlayerId] | None = None,
    *,
    kind: Elimination = "single",
    third_place: bool = False,
) -> Bracket:
    """Return the bracket of these seeds (highest first) once the matches in `winners` have been won."""
    _validate_seeds(seeds)
    plan = double_elimination(len(seeds)) if kind == "double" else single_elimination(len(seeds), third=third_place)
    state = _State(seeds, dict(winners or {}))
    matches = tuple(state.play(planned) for planned in plan)
    if state.winners:
        raise BracketError("unknown-slot", f"no tie of this bracket is called {', '.join(sorted(state.winners))}")
    return Bracket(tuple(seeds), matches)


def _validate_seeds(seeds: Sequence[PlayerId]) -> None:
    if not MIN_PLAYERS <= len(seeds) <= MAX_PLAYERS:
        raise BracketError("bad-size", f"a cut has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {len(seeds)}")
    if len(set(seeds)) < len(seeds):
        raise BracketError("player-twice", "a player is seeded twice")


class _State:
    """Plays the planned matches in order; each source is a player, undecided (None), or known to stay EMPTY."""

    EMPTY = object()

    def __init__(self, seeds: Sequence[PlayerId], winners: dict[str, PlayerId]) -> None:
        self.rank = {player: place for place, player in enumerate(seeds)}
        self.winners = winners
        self.occupants: dict[Source, object] = {("seed", str(place)): name for place, name in enumerate(seeds, start=1)}

    def play(self, plan: PlannedMatch) -> BracketMatch:
        sides = [self.occupants.get(source, self.EMPTY) for source in plan.sources]
        if plan.section == "reset" and not self._needs_reset(plan):
            sides = [self.EMPTY, self.EMPTY] if sides[0] is not None else [None, None]
        players = sorted((side for side in sides if isinstance(side, str | int)), key=self.rank.__getitem__)
        empty = sides.count(self.EMPTY)
        winner = self._winner(plan, players, empty)
        self._advance(plan, players, winner, empty)
        a, b = (*players, None, None)[:2]
        top, bottom = (side if isinstance(side, str | int) else None for side in sides)
        return BracketMatch(
            plan.slot, plan.section, plan.number, plan.wave, plan.sources, (top, bottom), a, b, winner, is_bye=empty > 0
        )

    def _needs_reset(self, plan: PlannedMatch) -> bool:
        """Whether the final of a double elimination is played again, because the undefeated player lost it."""
        unbeaten = self.occupants.get(("winner", plan.unbeaten_source))
        return unbeaten is not None and self.occupants.get(plan.sources[1]) == unbeaten

    def _winner(self, plan: PlannedMatch, players: list[PlayerId], empty: int) -> PlayerId | None:
        named = self.winners.pop(plan.slot, None)
        if named is None:
            return players[0] if empty == 1 and players else None
        if empty or len(players) < 2:
            raise BracketError("tie-not-ready", f"{plan.slot} is not there to be won yet")
        if named not in players:
            raise BracketError("not-in-tie", f"{named} does not play {plan.slot}")
        return named

    def _advance(self, plan: PlannedMatch, players: list[PlayerId], winner: PlayerId | None, empty: int) -> None:
        losers = [player for player in players if player != winner]
        settled = self.EMPTY if empty == 2 else None
        self.occupants[("winner", plan.slot)] = winner if winner is not None else settled
        if empty:
            self.occupants[("loser", plan.slot)] = self.EMPTY
        else:
            self.occupants[("loser", plan.slot)] = losers[0] if winner is not None else None
