"""The catalogue: every Krosmaster card, as data/cards/*.toml tells it. Articles 2.1, 2.2 and 2.4.

What is not known is said: a colour or a Boss type may be unknown, and `inferred` names the facts not read from a card.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rules.common.names import nearest, slugify

CARDS = Path(__file__).parent / "data" / "cards"
COLOURS = ("gold", "white", "black", "unknown")
BOSS = {"yes": True, "no": False, "unknown": None}
CAN_BE_INFERRED = {"french", "types"}
REVISIONS = {"eternal-1"}  # expansions of revised cards, whose slug says so


class CatalogueError(Exception):
    """A data file says something it may not: which file, which card, which key, and what is wrong."""

    def __init__(self, file: str, card: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {card}: {key}: {problem}")
        self.file, self.card, self.key, self.problem = file, card, key, problem


@dataclass(frozen=True, slots=True)
class Expansion:
    slug: str
    name: str
    note: str


class NumbersInPlay(NamedTuple):
    """What a card counts as once it was turned over or its own power raised it; when that is, its words say."""

    level: int
    hp: int


@dataclass(frozen=True, slots=True)
class Card:
    """The printed facts of one card. `boss` is the printed type (2.2.1); dated Boss lists are legality's affair."""

    slug: str
    name: str
    version: str
    french: str | None
    colour: str
    boss: bool | None
    types: tuple[str, ...]
    level: int
    initiative: int
    mp: int
    hp: int
    ap: int | None
    expansion: str
    season: int | None
    inferred: tuple[str, ...]
    source: str
    may_become: NumbersInPlay | None = None
    leads: str | None = None  # the type of which its team may have one more (Gang Leader)
    became: NumbersInPlay | None = None  # what a log is tried with in place of the printed numbers

    @property
    def fields_of_one_source(self) -> frozenset[str]:
        """Its text, and its numbers too, where no printed front shows them: the card database alone has them."""
        if "front never seen" in self.source:
            return frozenset({"text", "numbers"})
        return frozenset({"text"}) if "cut off" in self.source else frozenset()

    @property
    def is_printed_front_read(self) -> bool:
        """Whether two sources say its level, numbers and colour: the card database and the printed front."""
        return bool(self.source) and "numbers" not in self.fields_of_one_source

    @property
    def full_name(self) -> str:
        """As printed: the version after a dash (2.1.2); a revised card says which revision it is."""
        name = f"{self.name} - {self.version}" if self.version else self.name
        return f"{name} (Eternal {self.slug[-1]})" if self.expansion in REVISIONS else name


class Catalogue:
    def __init__(self, expansions: Iterable[Expansion], cards: Iterable[Card]) -> None:
        self.expansions = {expansion.slug: expansion for expansion in expansions}
        self.cards = tuple(cards)
        self.by_slug = {card.slug: card for card in self.cards}
        self._by_french_name = _only_once(_french_names(self.cards))

    def with_cards(self, more: Iterable[Card]) -> "Catalogue":
        """With figures of expansions that it does not hold; none of them takes the place of one that it does, nor its
        French name."""
        brought = [card for card in more if card.slug not in self]
        together = Catalogue(self.expansions.values(), [*self.cards, *brought])
        taken = {name for name, _card in _french_names(self.cards)}
        free = ((name, card) for name, card in _french_names(brought) if name not in taken)
        together._by_french_name = {**_only_once(free), **self._by_french_name}
        return together

    def with_printed(self, printed: Mapping[str, Mapping[str, Any]]) -> "Catalogue":
        """With other printed facts of some of its cards, by slug."""
        cards = [replace(card, **printed[card.slug]) if card.slug in printed else card for card in self.cards]
        changed = Catalogue(self.expansions.values(), cards)
        by_slug = changed.by_slug
        changed._by_french_name = {name: by_slug[card.slug] for name, card in self._by_french_name.items()}
        return changed

    def __contains__(self, slug: object) -> bool:
        return slug in self.by_slug

    def get(self, slug: str) -> Card | None:
        return self.by_slug.get(slug)

    def find(self, name: str) -> Card | None:
        """The card of a slug, of an English name, or of a French name that is no other card's English one."""
        return self.by_slug.get(name) or self._by_any_name(slugify(name))

    def _by_any_name(self, slug: str) -> Card | None:
        return self.by_slug.get(slug) or self._by_french_name.get(slug)

    def nearest(self, name: str) -> list[str]:
        """Slugs of the cards whose English or French name is most like this one."""
        alike = nearest(name, {**self._by_french_name, **self.by_slug}, count=5)
        cards = [self.by_slug.get(slug) or self._by_french_name[slug] for slug in alike]
        return list(dict.fromkeys(card.slug for card in cards))[:3]

    def versions(self, card: Card) -> list[Card]:
        """All cards of the same Krosmaster, this one included (2.1.2)."""
        return [other for other in self.cards if other.name == card.name]


def _french_names(cards: Iterable[Card]) -> list[tuple[str, Card]]:
    return [(slugify(card.french), card) for card in cards if card.french]


def _only_once(pairs: Iterable[tuple[str, Card]]) -> dict[str, Card]:
    found: dict[str, Card | None] = {}
    for name, card in pairs:
        found[name] = None if name in found else card
    return {name: card for name, card in found.items() if card}


@cache
def catalogue() -> Catalogue:
    return load(CARDS)


def load(folder: Path) -> Catalogue:
    """Read every file of the folder, or refuse with the file, the card and the key that are wrong."""
    expansions, cards = [], []
    seen: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise CatalogueError(path.name, "-", "-", f"not TOML: {error}") from None
        expansions.append(_expansion(path, data))
        for entry in _Entry.all_of(path, data):
            card = entry.card(path.stem)
            if card.slug in seen:
                raise CatalogueError(path.name, card.slug, "slug", f"already in {seen[card.slug]}")
            seen[card.slug] = path.name
            cards.append(card)
    return Catalogue(expansions, cards)


def _expansion(path: Path, data: dict[str, object]) -> Expansion:
    facts = data.get("expansion")
    name = facts.get("name") if isinstance(facts, dict) else None
    if not isinstance(facts, dict) or not isinstance(name, str) or slugify(name) != path.stem:
        raise CatalogueError(path.name, "-", "expansion", "a table with the name after which the file is called")
    return Expansion(path.stem, name, str(facts.get("note", "")))


class _Entry:
    """One [[cards]] table, whose keys are asked for one by one; what nobody asked for is refused."""

    def __init__(self, file: str, place: int, facts: dict[str, object]) -> None:
        self.file = file
        self.card_name = str(facts.get("slug", f"card {place}"))
        self.facts = dict(facts)

    @classmethod
    def all_of(cls, path: Path, data: dict[str, object]) -> list["_Entry"]:
        tables = data.get("cards")
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise CatalogueError(path.name, "-", "cards", "a list of tables")
        return [cls(path.name, place, table) for place, table in enumerate(tables, 1)]

    def refuse(self, key: str, problem: str) -> CatalogueError:
        return CatalogueError(self.file, self.card_name, key, problem)

    def text(self, key: str, default: str | None = None) -> str:
        value = self.facts.pop(key, default)
        if not isinstance(value, str) or (not value and default is None):
            raise self.refuse(key, f"a text is wanted, not {value!r}")
        return value

    def one_of(self, key: str, choices: Iterable[str]) -> str:
        value = self.text(key)
        if value not in choices:
            raise self.refuse(key, f"one of {', '.join(choices)} is wanted, not {value!r}")
        return value

    def number(self, key: str, least: int, most: int) -> int:
        value = self.facts.pop(key, None)
        if type(value) is not int or not least <= value <= most:
            raise self.refuse(key, f"a number from {least} to {most} is wanted, not {value!r}")
        return value

    def numbers_in_play(self, key: str) -> NumbersInPlay:
        table = self.facts.pop(key)
        if not isinstance(table, dict) or table.keys() != {"level", "hp"}:
            raise self.refuse(key, f"a level and hp are wanted, not {table!r}")
        level, hp = table["level"], table["hp"]
        if type(level) is not int or type(hp) is not int or not (1 <= level <= 6 and 1 <= hp <= 40):
            raise self.refuse(key, f"a level from 1 to 6 and hp from 1 to 40 are wanted, not {table!r}")
        return NumbersInPlay(level, hp)

    def says(self, key: str, word: str) -> bool:
        """Whether a word ("none", "unknown") stands in place of the fact."""
        if self.facts.get(key) != word:
            return False
        del self.facts[key]
        return True

    def texts(self, key: str, choices: Iterable[str] | None = None) -> tuple[str, ...]:
        values = self.facts.pop(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) and value for value in values):
            raise self.refuse(key, f"a list of texts is wanted, not {values!r}")
        if choices is not None and not set(values) <= set(choices):
            raise self.refuse(key, f"only {', '.join(sorted(choices))} can stand here, not {values!r}")
        return tuple(values)

    def card(self, expansion: str) -> Card:
        card = Card(
            slug=self.text("slug"),
            name=self.text("name"),
            version=self.text("version", ""),
            french=self.text("french", "") or None,
            colour=self.one_of("colour", COLOURS),
            boss=BOSS[self.one_of("boss", BOSS)],
            types=() if self.says("types", "unknown") else self.texts("types"),
            level=self.number("level", 1, 6),
            initiative=self.number("initiative", 0, 20),
            mp=self.number("mp", 0, 12),
            hp=self.number("hp", 1, 40),
            ap=None if self.says("ap", "none") else self.number("ap", 0, 20),
            expansion=expansion,
            season=self.number("season", 0, 20) if "season" in self.facts else None,
            inferred=self.texts("inferred", CAN_BE_INFERRED),
            source=self.text("source"),
            leads=self.text("leads", "") or None,
            may_become=self.numbers_in_play("may-become") if "may-become" in self.facts else None,
        )
        if card.slug != slugify(card.full_name):
            raise self.refuse("slug", f"the name makes it {slugify(card.full_name)}")
        if self.facts:
            raise self.refuse(min(self.facts), "no such fact is known")
        return card
