"""The highest level that a limited pool allows (1.1.2.b), exactly, with one team that reaches it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.arena.cards import Card

SMALLEST, LARGEST, TOP = 3, 8, 12
UP_TO_TOP = (1 << TOP + 1) - 1


@dataclass(frozen=True, slots=True)
class Reachable:
    level: int
    figures: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        return {"level": self.level, "figures": list(self.figures)}


def highest(pool: Sequence[Card]) -> Reachable | None:
    """The highest total of 3 to 8 figures that does not pass 12; None where no three figures fit under it."""
    figures = _that_can_matter(pool)
    steps = _levels_by_size(figures)
    totals = [(total, size) for size in range(SMALLEST, LARGEST + 1) for total in _members(steps[-1][size])]
    if not totals:
        return None
    level, size = max(totals, key=lambda reached: (reached[0], -reached[1]))
    return Reachable(level, _walk_back(figures, steps, level, size))


def _that_can_matter(pool: Sequence[Card]) -> list[Card]:
    """As many figures of a level as fit into one team: more of them change nothing."""
    taken: dict[int, int] = {}
    best = []
    for card in pool:
        taken[card.level] = taken.get(card.level, 0) + 1
        if taken[card.level] <= min(LARGEST, TOP // card.level):
            best.append(card)
    return best


def _levels_by_size(figures: list[Card]) -> list[list[int]]:
    """For each first n figures and each size: the set of totals that can be made, as the bits of a number."""
    steps = [[1] + [0] * LARGEST]
    for card in figures:
        before = steps[-1]
        with_card = [0] + [(before[size - 1] << card.level) & UP_TO_TOP for size in range(1, LARGEST + 1)]
        steps.append([old | new for old, new in zip(before, with_card, strict=True)])
    return steps


def _members(bits: int) -> list[int]:
    return [total for total in range(TOP + 1) if bits >> total & 1]


def _walk_back(figures: list[Card], steps: list[list[int]], level: int, size: int) -> tuple[str, ...]:
    """Take a figure only where the total could not be made without it, so that the first of the pool are used."""
    chosen = []
    for place in range(len(figures), 0, -1):
        if not steps[place - 1][size] >> level & 1:
            card = figures[place - 1]
            chosen.append(card.slug)
            level, size = level - card.level, size - 1
    return tuple(reversed(chosen))


class Completion:
    """Whether a team can still become one of so many figures, of level `top` or, in limited, of at most that."""

    def __init__(
        self, rest: Sequence[Card], *, exactly: bool, sizes: range = range(SMALLEST, LARGEST + 1), top: int = TOP
    ) -> None:
        self.rest, self.exactly, self.sizes, self.top = rest, exactly, sizes, top
        self.without_one: dict[int, list[int]] = {}

    def is_open(self, level: int, count: int, last: Card) -> bool:
        """For a team of this level and size, in which the last card was one of the rest."""
        missing = self.top - level
        if missing < 0:
            return False
        wanted = 1 << missing if self.exactly else (2 << missing) - 1
        levels = self._levels_without(last)
        return any(levels[size - count] & wanted for size in self.sizes if size >= count)

    def _levels_without(self, card: Card) -> list[int]:
        """Cards of one level are alike here, so one answer a level is worked out."""
        if card.level not in self.without_one:
            rest = list(self.rest)
            rest.remove(next(each for each in rest if each.level == card.level))
            self.without_one[card.level] = _levels_by_size(_that_can_matter(rest))[-1]
        return self.without_one[card.level]
