"""Card search: words and numbers, filters and an order, over the whole catalogue in memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from rules.arena.public import COLOURS, PowerText, Spell
from rules.common.names import slugify
from rules.common.signatures import Effect
from rules.games import DEFAULT, Card, Legality, Text
from teams.cards.catalogue import query
from teams.cards.catalogue.completeness import KNOWN
from teams.cards.catalogue.query import BETWEEN, Entry, Found
from teams.cards.editor.words import choice_label, effect_label, power_label
from teams.cards.services.facts import Version, cards_now, cards_of, texts_of, version_now
from teams.models import find_legality
from teams.wording import COLOURS as COLOUR_WORDS
from teams.wording import ELEMENTS, RANGES

ORDERS: dict[str, Callable[[Card], Any]] = {
    "name": lambda card: card.slug,
    "level": lambda card: (card.level, card.slug),
    "level-high": lambda card: (-card.level, card.slug),
    "initiative": lambda card: (-card.initiative, card.slug),
    "mp": lambda card: (-card.mp, card.slug),
    "hp": lambda card: (-card.hp, card.slug),
    "ap": lambda card: (-(card.ap or 0), card.slug),
    "expansion": lambda card: (card.expansion, card.slug),
}
ORDER_WORDS = {
    "name": _("name"),
    "level": _("level, lowest first"),
    "level-high": _("level, highest first"),
    "initiative": _("initiative"),
    "mp": _("MP"),
    "hp": _("HP"),
    "ap": _("AP"),
    "expansion": _("expansion"),
}
# how a search is told as it was understood
NUMBER_WORDS = {
    "level": _("level"),
    "initiative": _("initiative"),
    "mp": _("MP"),
    "hp": _("HP"),
    "ap": _("AP"),
    "cost": _("AP of a spell"),
    "range": _("range of a spell"),
    "damage": _("damage of a spell"),
}
KIND_WORDS = {
    "name": _("name"),
    "type": _("type"),
    "colour": _("name colour"),
    "expansion": _("expansion"),
    "power": _("power"),
    "spell": _("spell"),
    "element": _("element"),
    "range": _("range"),
    "effect": _("effect"),
}
SENTENCES = {
    "quoted": _("“%(words)s”"),
    "found": _("“%(words)s” (%(kinds)s)"),
    "understood": _("Searched for: %(terms)s."),
    "nowhere": _("No figure has %(terms)s."),
    "unread": _("Not understood: %(terms)s. Write numbers as in hp>9 or level=2."),
}
SIGNS = {">=": "≥", "<=": "≤"}
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
        return self.search(version_now())[0]

    def search(self, version: Version) -> tuple[list[Card], Found | None]:
        """Return the cards in order, and how the words were understood: None if there are none."""
        legality = find_legality(self.legality) if self.legality else None
        found = query.search(self.words, index_of(version, get_language())) if self.words.strip() else None
        known = cards_of(version)
        cards = known.cards if found is None else tuple(known.by_slug[slug] for slug in found.slugs)
        return sorted((card for card in cards if self._takes(card, legality)), key=ORDERS[self.order]), found

    def nearest(self) -> list[Card]:
        """Return the cards that a misspelt name may have meant."""
        known = cards_now()
        return [known.by_slug[slug] for slug in known.nearest(self.words)]

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


class Understood(NamedTuple):
    """How a search was understood, as sentences; each is empty where there is nothing to say."""

    understood: str
    nowhere: str
    unread: str


def understood(found: Found | None) -> Understood:
    if found is None:
        return Understood("", "", "")
    terms = [
        f"{NUMBER_WORDS[number.name]} {SIGNS.get(number.sign, number.sign)} {number.value}" for number in found.numbers
    ]
    for words, kinds in found.words:
        terms.append(SENTENCES["found"] % {"words": words, "kinds": ", ".join(str(KIND_WORDS[kind]) for kind in kinds)})
    return Understood(
        _sentence("understood", terms),
        _sentence("nowhere", (SENTENCES["quoted"] % {"words": words} for words in found.nowhere)),
        _sentence("unread", (SENTENCES["quoted"] % {"words": words} for words in found.unread)),
    )


def _sentence(name: str, terms: Iterable[str]) -> str:
    said = ", ".join(terms)
    return SENTENCES[name] % {"terms": said} if said else ""


@lru_cache(maxsize=4)
def index_of(version: Version, _language: str | None) -> Mapping[str, Entry]:
    """Return all that the cards can be found by, in the reader's words beside those of the data."""
    texts = texts_of(version)
    return {card.slug: _entry(card, texts.get(card.slug)) for card in cards_of(version).cards}


def _entry(card: Card, text: Text | None) -> Entry:
    spells = list({id(spell): spell for spell in text.spells.values()}.values()) if text else []
    powers = list(text.explained.values()) if text else []
    words = {
        "name": (card.full_name, card.french),
        "type": (*card.types, gettext("Boss") if card.boss else ""),
        "colour": (card.colour, COLOUR_WORDS[card.colour]) if card.colour != "unknown" else (),
        "expansion": (DEFAULT.catalogue().expansions[card.expansion].name,),
        "power": [
            *(name for power in (text.powers if text else ()) for name in (power, power_label(power))),
            *(name for power in powers for name in (power.name, power.french, *power.also)),
        ],
        "spell": [name for spell in spells for name in (spell.name, spell.french, *spell.also)],
        "element": [name for spell in spells if spell.element for name in (spell.element, ELEMENTS[spell.element])],
        "range": [name for spell in spells for name in _range_words(spell)],
        "effect": [name for effect in effects_of(spells, powers) for name in (effect.do, effect_label(effect.do))],
    }
    numbers = {
        **{name: (getattr(card, name),) for name in ("level", "initiative", "mp", "hp")},
        "ap": () if card.ap is None else (card.ap,),
        "cost": _numbers(spell.ap for spell in spells if "cost" not in spell.unknown),
        "range": _numbers(spell.most for spell in spells if spell.range != "unknown"),
        "damage": _numbers(spell.amount for spell in spells if spell.kind == "attack"),
    }
    return Entry({kind: plain for kind, names in words.items() if (plain := _plain(names))}, numbers)


def _plain(names: Iterable[Any]) -> str:
    return BETWEEN.join(
        dict.fromkeys(plain for name in names if name and (plain := slugify(str(name)).replace("-", " ")))
    )


def _numbers(values: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(value for value in values if value is not None))


def _range_words(spell: Spell) -> Iterator[object]:
    yield from (spell.range, RANGES[spell.range])
    if spell.area:
        yield from (spell.area, choice_label("area", spell.area))


def effects_of(spells: Iterable[Spell], powers: Iterable[PowerText]) -> Iterator[Effect]:
    """Yield every effect, also those that depend on a coin."""
    waiting = [effect for spell in (*spells, *(power.casting for power in powers)) for effect in spell.effects]
    while waiting:
        effect = waiting.pop()
        yield effect
        waiting += [value for value in effect.arguments.values() if isinstance(value, Effect)]


@cache
def types() -> tuple[str, ...]:
    return tuple(sorted({kind for card in DEFAULT.catalogue().cards for kind in card.types}))
