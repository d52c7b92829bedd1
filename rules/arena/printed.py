"""What is printed on cards and tokens, in machine-readable words: spells, powers, summons, Demonic Rewards.

Effects are short lists of primitives ({"do": "push", "cells": 3}); engine/effects.py gives each its meaning.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ELEMENTS = ("water", "air", "earth", "fire")
UNKNOWN_REWARD = "unknown-reward"  # in a log: a token that only its player has seen
RANKS = ("granite", "jade", "silver", "gold")
Effect = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spell:
    """One line of a card's spells (2.5). `kind` is attack, healing or special (4.8.6); `ap` None is a dash (4.8.2)."""

    slug: str
    name: str
    also: tuple[str, ...]
    limit: str
    ap: int | None
    mp: int
    injuries: int
    range: str
    least: int
    most: int
    alterable: bool | None
    kind: str
    element: str | None
    amount: int
    area: str | None
    control: int | None
    effects: tuple[Effect, ...]
    track: bool
    invasion: bool
    unknown: frozenset[str]
    inferred: Mapping[str, str]

    def __deepcopy__(self, memo: object) -> "Spell":
        return self


@dataclass(frozen=True, slots=True)
class Text:
    """What a figure's card says. `missing` tells which part of it was never seen."""

    slug: str
    powers: tuple[str, ...]
    spells: Mapping[str, Spell]
    missing: str | None


@dataclass(frozen=True, slots=True)
class SummonText:
    slug: str
    name: str
    kind: str
    families: tuple[str, ...]
    mp: int | None
    hp: int | None
    ap: int | None
    powers: tuple[str, ...]
    spells: Mapping[str, Spell]
    known: bool


@dataclass(frozen=True, slots=True)
class RewardText:
    """A Demonic Reward (4.7.5). `bonus` changes characteristics, `damage` spells, `following` the next spell only."""

    slug: str
    name: str
    also: tuple[str, ...]
    kind: str
    equipment: str | None
    rank: str | None
    bonus: Mapping[str, int]
    powers: tuple[str, ...]
    damage: tuple[Effect, ...]
    following: Effect | None
    effects: tuple[Effect, ...]
    spells: Mapping[str, Spell]
    inferred: Mapping[str, str]

    def __deepcopy__(self, memo: object) -> "RewardText":
        return self


# 4.8.5: what every Krosmaster can do
PUNCH = Spell(
    slug="punch",
    name="Punch",
    also=(),
    limit="turn",
    ap=5,
    mp=0,
    injuries=0,
    range="close",
    least=1,
    most=1,
    alterable=False,
    kind="attack",
    element="neutral",
    amount=1,
    area=None,
    control=None,
    effects=(),
    track=False,
    invasion=False,
    unknown=frozenset(),
    inferred={},
)
