"""The top cut: who is in, where the seeds stand, and the whole state of the bracket from its results.

Nothing is stored but the seeds and who won which slot; the rest follows, the same every time. In each tie `a` is the
higher seed, who chooses the side.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.core.bracket_plan import Plan, Section, Source, double_elimination, single_elimination
from tournaments.core.scoring import PlayerId

FEWEST, MOST = 2, 64
Kind = Literal["single", "double"]


class BracketFault(ValueError):
    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Tie:
    """One meeting of the bracket: who is known to play it, from where they come, who won.

    With only one player ever to come it is no meeting but a bye, and he has won it.
    """

    slot: str
    section: Section
    number: int  # the round within the section
    wave: int  # the earliest round of the cut in which it can be played
    sources: tuple[Source, Source]
    sides: tuple[PlayerId | None, PlayerId | None]  # as the sources stand in the drawing, from the top
    a: PlayerId | None
    b: PlayerId | None
    winner: PlayerId | None
    is_bye: bool

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
    ties: tuple[Tie, ...]

    def tie(self, slot: str) -> Tie:
        return next(tie for tie in self.ties if tie.slot == slot)

    @property
    def playable(self) -> tuple[Tie, ...]:
        return tuple(tie for tie in self.ties if tie.is_playable)

    @property
    def is_over(self) -> bool:
        return all(tie.winner is not None or tie.is_bye for tie in self.ties)

    @property
    def champion(self) -> PlayerId | None:
        """The winner of the last tie that was needed."""
        deciding = [tie for tie in self.ties if tie.section in ("final", "reset") and tie.a is not None]
        return deciding[-1].winner if deciding else None

    def placings(self) -> list[tuple[int, PlayerId]]:
        """Who came where; those beaten in the same wave share a place, as all do who are still in, by their seeds."""
        left = {tie.loser: (tie.wave, 0) for tie in self.ties if tie.loser is not None and tie.section != "third"}
        for tie in self.ties:
            if tie.section == "third" and tie.winner is not None:
                left[tie.winner] = (tie.wave - 1, 1)
        left |= dict.fromkeys(self._still_in(), (len(self.ties) + 1, 0))
        ranked = sorted(self.seeds, key=left.__getitem__, reverse=True)
        return [(1 + sum(left[other] > left[player] for other in ranked), player) for player in ranked]

    def _still_in(self) -> set[PlayerId]:
        """The champion; until there is one, everyone with a tie still to play."""
        if self.champion is not None:
            return {self.champion}
        waiting = [tie for tie in self.ties if tie.winner is None and tie.section != "third"]
        return {player for tie in waiting for player in (tie.a, tie.b) if player is not None}


def qualified(
    ranked: Sequence[tuple[PlayerId, int]],
    *,
    top: int,
    points: int | None = None,
    withdrawn: Iterable[PlayerId] = (),
) -> tuple[PlayerId, ...]:
    """The seeds: the first `top` of the final ranking, or everyone with so many points if they are more.

    Whoever withdraws before the start leaves room for the next in rank, so that the size of the cut stays as it was.
    """
    enough = sum(score >= points for _, score in ranked) if points is not None else 0
    size = min(max(top, enough), MOST)
    gone = set(withdrawn)
    return tuple(player for player, _ in ranked if player not in gone)[:size]


def bracket(
    seeds: Sequence[PlayerId],
    winners: Mapping[str, PlayerId] | None = None,
    *,
    kind: Kind = "single",
    third_place: bool = False,
) -> Bracket:
    """The bracket of these seeds (the first is the highest) after these ties have been won."""
    _refuse_bad_seeds(seeds)
    plan = double_elimination(len(seeds)) if kind == "double" else single_elimination(len(seeds), third=third_place)
    state = _State(seeds, dict(winners or {}))
    ties = tuple(state.play(planned) for planned in plan)
    if state.winners:
        raise BracketFault("unknown-slot", f"no tie of this bracket is called {', '.join(sorted(state.winners))}")
    return Bracket(tuple(seeds), ties)


def _refuse_bad_seeds(seeds: Sequence[PlayerId]) -> None:
    if not FEWEST <= len(seeds) <= MOST:
        raise BracketFault("bad-size", f"a cut has {FEWEST} to {MOST} players, not {len(seeds)}")
    if len(set(seeds)) < len(seeds):
        raise BracketFault("player-twice", "a player is seeded twice")


class _State:
    """Walks through the plan in its order; each source is a player, still open (None), or known to stay empty."""

    EMPTY = object()

    def __init__(self, seeds: Sequence[PlayerId], winners: dict[str, PlayerId]) -> None:
        self.rank = {player: place for place, player in enumerate(seeds)}
        self.winners = winners
        self.coming: dict[Source, object] = {("seed", str(place)): name for place, name in enumerate(seeds, start=1)}

    def play(self, plan: Plan) -> Tie:
        sides = [self.coming.get(source, self.EMPTY) for source in plan.sources]
        if plan.section == "reset" and not self._needs_reset(plan):
            sides = [self.EMPTY, self.EMPTY] if sides[0] is not None else [None, None]
        players = sorted((side for side in sides if isinstance(side, str | int)), key=self.rank.__getitem__)
        empty = sides.count(self.EMPTY)
        winner = self._winner(plan, players, empty)
        self._send_on(plan, players, winner, empty)
        a, b = (*players, None, None)[:2]
        top, bottom = (side if isinstance(side, str | int) else None for side in sides)
        return Tie(
            plan.slot, plan.section, plan.number, plan.wave, plan.sources, (top, bottom), a, b, winner, is_bye=empty > 0
        )

    def _needs_reset(self, plan: Plan) -> bool:
        """The final of a double elimination is played again if whoever came without a defeat has lost it."""
        unbeaten = self.coming.get(("winner", plan.decides_on))
        return unbeaten is not None and self.coming.get(plan.sources[1]) == unbeaten

    def _winner(self, plan: Plan, players: list[PlayerId], empty: int) -> PlayerId | None:
        named = self.winners.pop(plan.slot, None)
        if named is None:
            return players[0] if empty == 1 and players else None
        if empty or len(players) < 2:
            raise BracketFault("tie-not-ready", f"{plan.slot} is not there to be won yet")
        if named not in players:
            raise BracketFault("not-in-tie", f"{named} does not play {plan.slot}")
        return named

    def _send_on(self, plan: Plan, players: list[PlayerId], winner: PlayerId | None, empty: int) -> None:
        losers = [player for player in players if player != winner]
        settled = self.EMPTY if empty == 2 else None
        self.coming[("winner", plan.slot)] = winner if winner is not None else settled
        if empty:
            self.coming[("loser", plan.slot)] = self.EMPTY
        else:
            self.coming[("loser", plan.slot)] = losers[0] if winner is not None else None
