"""What is printed on cards and tokens, in machine-readable words: spells, powers, summons, Demonic Rewards.

Effects are short lists of primitives, bound to their functions when the texts are loaded (text_tables.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from rules.common.signatures import Change, Count, Effect, Words, needs_one_of

ELEMENTS: Final = ("water", "air", "earth", "fire")
CLAIMED: Final = "claimed"  # among the unknown facts of a spell: all of its text is
UNNAMED_SPELL: Final = "unseen"  # in a log: a spell of an unseen card that nobody named
UNKNOWN_REWARD: Final = "unknown-reward"  # in a log: a token that only its player has seen
RANKS: Final = ("granite", "jade", "silver", "gold")
Element = Literal["water", "air", "earth", "fire"]


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
    french: str | None = None
    words: str | None = None  # what the card says and no primitive can
    kamas: int = 0
    area_needs: tuple[Effect, ...] = ()  # what has to hold for its area
    words_only: str | None = None  # where alone its words can come about (printed_words.WORDS_ONLY)
    words_after: bool = False  # they come after its injuries and change none of them

    def __hash__(self) -> int:
        """Of the slug, which equal spells share; what else a spell holds has no hash."""
        return hash(self.slug)

    def __deepcopy__(self, memo: object) -> "Spell":
        return self


@needs_one_of("team-has", "retribution", "invasion", "injured", "injured-below", "fallen")
@dataclass(frozen=True, slots=True, kw_only=True)
class Meanwhile:
    """4.18.4.e: a lasting power works as long as all of it holds: another unit of a type on its side in the arena
    (4.18.9), so many Avengers there of either side (4.9.19.a), its owner in the opponent's territory (7.5.22.a), at
    least so many injuries on its owner, or fewer; or as long as its owner is KO'd (4.10.2.b)."""

    team_has: "Words | None" = None
    retribution: "Count | None" = None
    invasion: "bool" = False
    injured: "Count | None" = None
    injured_below: "Count | None" = None
    fallen: "bool" = False


@dataclass(frozen=True, slots=True)
class PowerText:
    """A power that its card explains (2.7): what it answers to and then does, or what it gives while it is there."""

    slug: str
    name: str
    also: tuple[str, ...]
    when: str | None
    who: str
    kind: str | None  # the type of those that it means
    turn: str | None
    once: str | None
    least: int
    may: bool
    casting: Spell  # its effects, as if they were a spell's
    of: str
    per: str | None
    bonus: "Characteristics"
    powers: tuple[str, ...]
    lose_powers: bool
    no_healing: bool
    suffers: int  # how much more or less of all damage
    only_beside: bool
    lost_after: int | None
    words: str | None
    inferred: Mapping[str, str]
    french: str | None
    meanwhile: Meanwhile | None = None
    every: int = 1
    for_each: str | None = None
    damage: "tuple[SpellDamage, ...]" = ()
    pierce: bool = False
    other: str | None = None  # what the piece on the other side has to be
    other_kind: str | None = None
    shares: str | None = None  # the type of those allies whose powers it gives
    loses: tuple[str, ...] = ()
    dice: int = 0
    any_rewards: bool = False
    against: str | None = None  # the element of a spell that those have against whom alone it gives its powers
    by_spell: str | None = None  # the spell of what was done
    turns_over: bool = False  # its card is then turned over, and nobody knows what else that changes
    level_from: int = 1  # the lowest level of those that it means
    words_only: str | None = None  # where alone its words can come about (printed_words.WORDS_ONLY)

    @property
    def hangs_on_cells(self) -> bool:
        """Whether what it gives may change as a piece moves."""
        return "adjacent" in self.of or "beside" in self.of or (self.meanwhile is not None and self.meanwhile.invasion)

    def __hash__(self) -> int:
        return hash(self.slug)

    def __deepcopy__(self, memo: object) -> "PowerText":
        return self


@dataclass(frozen=True, slots=True)
class Text:
    """What a figure's card says. `missing` tells which part of it was never seen."""

    slug: str
    powers: tuple[str, ...]
    spells: Mapping[str, Spell]
    missing: str | None
    lacks: frozenset[str] = frozenset()  # of `powers` and `spells`, which may have more than the data has
    explained: Mapping[str, PowerText] = field(default_factory=dict)  # of its powers, those with a text of their own
    front: Mapping[str, Any] = field(default_factory=dict)  # what the catalogue has wrong
    behind: tuple[str, ...] | None = ()  # powers that its other side is taken to have; None: to have no others

    @property
    def turns_over(self) -> bool:
        return any(power.turns_over for power in self.explained.values())


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
    kind_known: bool = True


@needs_one_of("ap", "mp", "hp", "range")
@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristics:
    """4.7.5: what a face-up Buff or Equipment adds to its bearer's characteristics and alterable ranges."""

    ap: "Change" = 0
    mp: "Change" = 0
    hp: "Change" = 0
    range: "Change" = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellDamage:
    """7.2.7: what a face-up Buff or Equipment adds to the damage of spells of these elements, or of close ones only."""

    amount: "Count"
    elements: "tuple[Element, ...]"
    close: "bool" = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSpell:
    """4.7.5.a: what a Boost adds to the next spell of the turn if it is of these elements; or it waits for one."""

    damage: "Count"
    elements: "tuple[Element, ...]"
    wait: "bool" = False


@dataclass(frozen=True, slots=True)
class RewardText:
    """A Demonic Reward (4.7.5). `bonus` changes characteristics, `damage` spells, `following` the next spell only."""

    slug: str
    name: str
    also: tuple[str, ...]
    kind: str
    equipment: str | None
    rank: str | None
    bonus: Characteristics
    powers: tuple[str, ...]
    damage: tuple[SpellDamage, ...]
    following: NextSpell | None
    effects: tuple[Effect, ...]
    spells: Mapping[str, Spell]
    inferred: Mapping[str, str]
    french: str | None = None
    printings: tuple[Characteristics, ...] = ()  # what other printings add; each is legal until somebody says which
    claimed: bool = False  # told by the log, not by the data
    explained: bool = True  # with what it gives
    claimed_spells: tuple[str, ...] = ()
    claimed_powers: tuple[str, ...] = ()  # of its own, besides those that the rules know

    def __deepcopy__(self, memo: object) -> "RewardText":
        return self


@dataclass(frozen=True, slots=True, eq=False)
class CardTexts:
    """All texts of the data: figures and summons by slug, rewards by slug and by their other names."""

    figures: Mapping[str, Text]
    summons: Mapping[str, SummonText]
    rewards: Mapping[str, RewardText]


NO_TEXTS: Final = CardTexts({}, {}, {})

# 4.8.5: what every Krosmaster can do
PUNCH: Final = Spell(
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
