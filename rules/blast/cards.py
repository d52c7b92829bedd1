"""What is known of the cards of Blast. None stands for what nobody knows, where a number or a yes or no is expected."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rules.blast.boards import Board
from rules.common.names import nearest, slugify
from rules.common.signatures import Effect

Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Attack:
    element: str  # "none" is one too; "unknown"
    damage: int


@dataclass(frozen=True, slots=True)
class Spell:
    name: str
    least: int
    most: int
    french: str = ""
    limit: str = "unlimited"
    sight: bool | None = True
    attack: Attack | None = None
    effects: Effects = ()
    words: str = ""

    @property
    def slug(self) -> str:
        return slugify(self.name)


@dataclass(frozen=True, slots=True)
class Power:
    """A power of a card, or what a threshold of a challenge gives for nothing."""

    name: str
    when: str
    effects: Effects = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A Krosmaster or a Minion."""

    slug: str
    name: str
    mp: int | None
    hp: int | None
    ap: int | None
    french: str = ""
    rarity: str = "unknown"
    powers: tuple[Power, ...] = ()
    spells: tuple[Spell, ...] = ()
    lacks: tuple[str, ...] = ()
    is_minion: bool = False

    def spell(self, slug: str) -> Spell | None:
        return next((spell for spell in self.spells if spell.slug == slug), None)


@dataclass(frozen=True, slots=True)
class Favor:
    slug: str
    name: str
    superior: bool = False
    copies: int = 1
    effects: Effects = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Threshold:
    glyphs: int
    name: str
    when: str | None  # of a passive bonus; None: an active one
    effects: Effects = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    slug: str
    name: str
    thresholds: tuple[Threshold, ...]


@dataclass(frozen=True, slots=True)
class BlastFacts:
    """All boards and cards that are known: built in, and brought by people."""

    boards: Mapping[str, Board] = field(default_factory=dict)
    fighters: Mapping[str, Fighter] = field(default_factory=dict)
    minions: Mapping[str, Fighter] = field(default_factory=dict)
    favors: Mapping[str, Favor] = field(default_factory=dict)
    challenges: Mapping[str, Challenge] = field(default_factory=dict)
    digest: str = ""

    @property
    def cards(self) -> tuple[Fighter, ...]:
        """All figures, with Minions."""
        return (*self.fighters.values(), *self.minions.values())

    def fighter(self, name: str) -> Fighter | None:
        return _named(self.fighters, name)

    def minion(self, name: str) -> Fighter | None:
        return _named(self.minions, name)

    def get(self, slug: str) -> Fighter | None:
        """A figure by its slug, as of the catalogues of other games."""
        return self.fighters.get(slug) or self.minions.get(slug)

    def nearest(self, name: str) -> list[str]:
        return nearest(name, self.fighters)


def _named(cards: Mapping[str, Fighter], name: str) -> Fighter | None:
    """By its slug, or by its name in English or French."""
    slug = slugify(name)
    if slug in cards:
        return cards[slug]
    return next((card for card in cards.values() if slug in (slugify(card.name), slugify(card.french))), None)


# B-11.2: how often a figure may be in a team.
MOST = {"elite": 1, "common": 2, "unknown": 1}  # where nobody knows it, one more is a doubt


def too_many(cards: Iterable[Fighter]) -> Iterator[tuple[str, int, bool]]:
    """Each card that is there too often, how often, and whether that is surely a fault."""
    by_slug: dict[str, list[Fighter]] = {}
    for card in cards:
        by_slug.setdefault(card.slug, []).append(card)
    for slug, copies in by_slug.items():
        rarity, count = copies[0].rarity, len(copies)
        if count > MOST[rarity]:
            yield slug, count, rarity != "unknown"
