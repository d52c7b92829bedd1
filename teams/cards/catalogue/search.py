"""Card search: words, filters and an order, over the whole catalogue in memory."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.arena.public import COLOURS
from rules.common.names import slugify
from rules.games import DEFAULT, Card, Legality
from teams.cards.catalogue.completeness import KNOWN
from teams.models import find_legality

ORDERS: dict[str, Callable[[Card], Any]] = {
    "name": lambda card: card.slug,
    "level": lambda card: (card.level, card.slug),
    "initiative": lambda card: (-card.initiative, card.slug),
    "hp": lambda card: (-card.hp, card.slug),
    "expansion": lambda card: (card.expansion, card.slug),
}
LEVELS = ("1", "2", "3", "4", "5", "6")
BOSS = ("yes", "no", "unknown")
LONGEST_QUERY = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """The search criteria; invalid values in a request are ignored."""

    words: str = ""
    level: int | None = None
    colour: str = ""
    expansion: str = ""
    type: str = ""
    boss: str = ""
    legality: str = ""
    order: str = "name"
    known: str = ""  # applied by teams.cards.catalogue.faces, which knows the texts

    @classmethod
    def of(cls, request: Mapping[str, str]) -> "Wanted":
        level, order = request.get("level", ""), request.get("sort", "")
        return cls(
            words=request.get("q", "")[:LONGEST_QUERY],
            level=int(level) if level in LEVELS else None,
            colour=_one_of(request.get("colour", ""), COLOURS),
            expansion=_one_of(request.get("expansion", ""), DEFAULT.catalogue().expansions),
            type=_one_of(request.get("type", ""), types()),
            boss=_one_of(request.get("boss", ""), BOSS),
            legality=request.get("legality", "")[:80],
            order=order if order in ORDERS else "name",
            known=_one_of(request.get("known", ""), KNOWN),
        )

    def cards(self) -> list[Card]:
        legality = find_legality(self.legality) if self.legality else None
        words = [word for word in slugify(self.words).split("-") if word]
        found = [card for card in DEFAULT.catalogue().cards if self._takes(card, legality)]
        if words:
            found = [card for card in found if _matches_words(card, words)]
        return sorted(found, key=ORDERS[self.order])

    def nearest(self) -> list[Card]:
        """Return the cards that a misspelt name may have meant."""
        return [card for slug in DEFAULT.catalogue().nearest(self.words) if (card := DEFAULT.catalogue().get(slug))]

    def _takes(self, card: Card, legality: Legality | None) -> bool:
        return (
            self.level in (None, card.level)
            and self.colour in ("", card.colour)
            and self.expansion in ("", card.expansion)
            and (not self.type or self.type in card.types)
            and (not self.boss or self.boss == boss_of(card, legality))
            and (legality is None or legality.allows(card))
        )


def boss_of(card: Card, legality: Legality | None) -> str:
    """Return whether the card is a Boss by print and by the profile's list; without a list, by print only."""
    if legality.is_boss(card) if legality is not None else card.boss:
        return "yes"
    return "no" if card.boss is False else "unknown"


def _one_of(value: str, choices: Iterable[str]) -> str:
    return value if value in choices else ""


def _matches_words(card: Card, words: list[str]) -> bool:
    text = _text_of(card)
    return all(word in text for word in words)


@cache
def _text_of(card: Card) -> str:
    """Return all that a card can be found by: names in both languages, types, expansion."""
    return " ".join(slugify(part) for part in (card.full_name, card.french or "", *card.types, card.expansion))


@cache
def types() -> tuple[str, ...]:
    return tuple(sorted({kind for card in DEFAULT.catalogue().cards for kind in card.types}))
