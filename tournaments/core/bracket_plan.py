"""The matches of a bracket of a given size and their sources: 1-8, 4-5, 2-7, 3-6 and so on, with byes for the top
seeds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Section = Literal["winners", "losers", "third", "final", "reset"]
Source = tuple[Literal["seed", "winner", "loser"], str]


class BracketError(ValueError):
    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    slot: str
    section: Section
    number: int
    wave: int
    sources: tuple[Source, Source]
    unbeaten_source: str = ""  # only for the "reset": the match whose winner came to the final undefeated


def seed_order(size: int) -> list[int]:
    """Return the seeds from the top of the bracket down, so that the two best of any part can only meet in its last
    match."""
    order = [1]
    while len(order) < size:
        doubled = 2 * len(order) + 1
        order = [seed for strong in order for seed in (strong, doubled - strong)]
    return order


def single_elimination(size: int, *, third: bool) -> list[PlannedMatch]:
    plans = list(_winners_section(size))
    last = plans[-1]
    plans[-1] = PlannedMatch("final", "final", last.number, last.wave, last.sources)
    if third and size > 3:
        one, other = (source[1] for source in last.sources)
        plans.insert(-1, PlannedMatch("third", "third", last.number, last.wave, (("loser", one), ("loser", other))))
    return plans


def double_elimination(size: int) -> list[PlannedMatch]:
    """Return a double elimination: losers continue in the losers' section, and if the undefeated player loses the
    final, it is played again."""
    winners = list(_winners_section(size))
    top = winners[-1].slot
    losers = list(_losers_section(winners))
    bottom: Source = ("winner", losers[-1].slot) if losers else ("loser", top)
    wave = max(plan.wave for plan in winners + losers) + 1
    final = PlannedMatch("final", "final", 1, wave, (("winner", top), bottom))
    reset = PlannedMatch("reset", "reset", 1, wave + 1, (("winner", "final"), ("loser", "final")), unbeaten_source=top)
    return [*winners, *losers, final, reset]


def _winners_section(size: int) -> Iterator[PlannedMatch]:
    sources: list[Source] = [("seed", str(seed)) for seed in seed_order(size)]
    number = 0
    while len(sources) > 1:
        number += 1
        slots = [f"W{number}.{place}" for place in range(1, len(sources) // 2 + 1)]
        for slot, one, other in zip(slots, sources[::2], sources[1::2], strict=True):
            yield PlannedMatch(slot, "winners", number, number, (one, other))
        sources = [("winner", slot) for slot in slots]


def _losers_section(winners: list[PlannedMatch]) -> Iterator[PlannedMatch]:
    """Yield the losers' section: survivors alternately play each other and the players who have just lost, crossed to
    delay rematches."""
    losers_by_round: dict[int, list[Source]] = {}
    for plan in winners:
        losers_by_round.setdefault(plan.number, []).append(("loser", plan.slot))
    sources, number, wave = losers_by_round.pop(1), 0, 1
    for round_, arrivals in losers_by_round.items():
        number, wave = number + 1, wave + 1
        survivors = [*_losers_round(number, wave, sources[::2], sources[1::2])]
        yield from survivors
        number, wave = number + 1, max(wave, round_) + 1
        crossed = arrivals[::-1] if round_ % 2 == 0 else arrivals[len(arrivals) // 2 :] + arrivals[: len(arrivals) // 2]
        mixed = [*_losers_round(number, wave, crossed, [("winner", plan.slot) for plan in survivors])]
        yield from mixed
        sources = [("winner", plan.slot) for plan in mixed]


def _losers_round(number: int, wave: int, ones: list[Source], others: list[Source]) -> Iterator[PlannedMatch]:
    for place, sources in enumerate(zip(ones, others, strict=True), start=1):
        yield PlannedMatch(f"L{number}.{place}", "losers", number, wave, sources)


# The recommended number of rounds and size of the top cut for a number of players.
# (most players, Swiss rounds, size of the top cut)
ADVICE = ((8, 3, 0), (16, 4, 4), (32, 5, 8), (64, 6, 8), (128, 7, 8), (226, 8, 8), (409, 9, 8))
LARGEST = (10, 8)


def advised_rounds(players: int) -> int:
    return next((rounds for most, rounds, _cut in ADVICE if players <= most), LARGEST[0])


def advised_cut(players: int) -> int:
    return next((cut for most, _rounds, cut in ADVICE if players <= most), LARGEST[1])


def cut_rounds(size: int, *, double: bool = False) -> int:
    """Return the rounds of a single elimination of this size, or of a double one whose final is played once."""
    rounds = max(size - 1, 0).bit_length()
    return max(plan.wave for plan in double_elimination(2**rounds)) - 1 if double and rounds else rounds
