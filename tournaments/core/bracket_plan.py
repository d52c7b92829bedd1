"""Where everybody comes from in a bracket of a given size: 1-8, 4-5, 2-7, 3-6 and so on, byes for the top seeds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Section = Literal["winners", "losers", "third", "final", "reset"]
Source = tuple[Literal["seed", "winner", "loser"], str]


@dataclass(frozen=True, slots=True)
class Plan:
    slot: str
    section: Section
    number: int
    wave: int
    sources: tuple[Source, Source]
    decides_on: str = ""  # of a reset: the tie that was won by whoever came to the final without a defeat


def seed_order(size: int) -> list[int]:
    """The seeds from the top of the bracket down; in each part of it the best can only meet in its last tie."""
    order = [1]
    while len(order) < size:
        doubled = 2 * len(order) + 1
        order = [seed for strong in order for seed in (strong, doubled - strong)]
    return order


def single_elimination(size: int, *, third: bool) -> list[Plan]:
    plans = list(_winners_section(size))
    last = plans[-1]
    plans[-1] = Plan("final", "final", last.number, last.wave, last.sources)
    if third and size > 3:
        one, other = (source[1] for source in last.sources)
        plans.insert(-1, Plan("third", "third", last.number, last.wave, (("loser", one), ("loser", other))))
    return plans


def double_elimination(size: int) -> list[Plan]:
    """Who loses once goes on among the losers; the final is played twice if the unbeaten one loses it."""
    winners = list(_winners_section(size))
    top = winners[-1].slot
    losers = list(_losers_section(winners))
    bottom: Source = ("winner", losers[-1].slot) if losers else ("loser", top)
    wave = max(plan.wave for plan in winners + losers) + 1
    final = Plan("final", "final", 1, wave, (("winner", top), bottom))
    reset = Plan("reset", "reset", 1, wave + 1, (("winner", "final"), ("loser", "final")), decides_on=top)
    return [*winners, *losers, final, reset]


def _winners_section(size: int) -> Iterator[Plan]:
    coming: list[Source] = [("seed", str(seed)) for seed in seed_order(size)]
    number = 0
    while len(coming) > 1:
        number += 1
        slots = [f"W{number}.{place}" for place in range(1, len(coming) // 2 + 1)]
        for slot, one, other in zip(slots, coming[::2], coming[1::2], strict=True):
            yield Plan(slot, "winners", number, number, (one, other))
        coming = [("winner", slot) for slot in slots]


def _losers_section(winners: list[Plan]) -> Iterator[Plan]:
    """In turn the survivors among themselves, then against those who have just lost, crossed to delay rematches."""
    fallen: dict[int, list[Source]] = {}
    for plan in winners:
        fallen.setdefault(plan.number, []).append(("loser", plan.slot))
    coming, number, wave = fallen.pop(1), 0, 1
    for round_, arrivals in fallen.items():
        number, wave = number + 1, wave + 1
        survivors = [*_losers_round(number, wave, coming[::2], coming[1::2])]
        yield from survivors
        number, wave = number + 1, max(wave, round_) + 1
        crossed = arrivals[::-1] if round_ % 2 == 0 else arrivals[len(arrivals) // 2 :] + arrivals[: len(arrivals) // 2]
        mixed = [*_losers_round(number, wave, crossed, [("winner", plan.slot) for plan in survivors])]
        yield from mixed
        coming = [("winner", plan.slot) for plan in mixed]


def _losers_round(number: int, wave: int, ones: list[Source], others: list[Source]) -> Iterator[Plan]:
    for place, sources in enumerate(zip(ones, others, strict=True), start=1):
        yield Plan(f"L{number}.{place}", "losers", number, wave, sources)
