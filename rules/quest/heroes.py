"""Q-3: the figures that players take, from a catalogue that the registry of games hands in."""

from collections.abc import Callable
from typing import Protocol

from rules.common.ruleset import Packs
from rules.quest.words import BOSS_FIGURES

HIGHEST_START = 6  # the GG at the start and the level of the figure add up to it


class Figure(Protocol):
    """What a card shows; `boss` is None where nobody knows."""

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def boss(self) -> bool | None: ...
    @property
    def level(self) -> int: ...
    @property
    def initiative(self) -> int: ...
    @property
    def ap(self) -> int | None: ...


class Figures(Protocol):
    """A catalogue of figures."""

    def find(self, name: str) -> Figure | None: ...
    def nearest(self, name: str) -> list[str]: ...


Known = Callable[[Packs], Figures]  # the catalogue, with the figures of packs


def start_gg(figure: Figure) -> int:
    """Q-3.2."""
    return max(0, HIGHEST_START - figure.level)


def is_boss(figure: Figure) -> bool:
    """Q-3.4: by the printed type, and the two that the book names."""
    return figure.boss is True or figure.slug in BOSS_FIGURES
