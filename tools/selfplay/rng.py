"""Dice, coins and choices of a random game: the only random numbers in the rules."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from rules.common.faces import FACES, TURNS

Thing = TypeVar("Thing")


class Rng:
    """Deals dice for the engine and decides for both players. The same seed gives the same game."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)  # noqa: S311  (games, no secrets)

    def die(self) -> str:
        face = self._random.choice(FACES)
        turned = TURNS.get(face)
        return f"{face}>{self._random.choice(turned)}" if turned else face

    def dice(self, count: int) -> list[str]:
        return [self.die() for _ in range(count)]

    def coins(self, count: int) -> list[str]:
        return [self._random.choice(("heads", "tails")) for _ in range(count)]

    def pick(self, count: int) -> int:
        return self._random.randrange(count)

    def one_of(self, things: Sequence[Thing]) -> Thing:
        return self._random.choice(things)

    def weighted(self, things: Sequence[tuple[float, Thing]]) -> Thing:
        place = self._random.choices(range(len(things)), [weight for weight, _ in things])[0]
        return things[place][1]

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        mixed = list(things)
        self._random.shuffle(mixed)
        return mixed

    def happens(self, probability: float) -> bool:
        return self._random.random() < probability
