"""Which figures a tournament allows, and which it counts as Boss (1.1.1.g, 1.1.1.h): dated profiles, and own ones."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.arena.cards import Card, catalogue
from rules.common.fields import Fields, InvalidValue, Shape, check_fields, nullable, text_of_any_length
from rules.common.messages import message as _
from rules.common.verdicts import Malformed

PROFILES = Path(__file__).parent / "data" / "legality.toml"


@dataclass(frozen=True, slots=True)
class Legality:
    """A profile: legal expansions, banned figures, and figures that count as Boss beside those that print it."""

    name: str
    title: str
    expansions: frozenset[str]
    banned: frozenset[str]
    bosses: frozenset[str]
    outside: frozenset[str]  # the cards that no legal expansion holds
    seasons: tuple[int, ...] | None = None
    date: str = ""
    notes: tuple[str, ...] = ()
    source: str = ""

    def as_facts(self) -> dict[str, Any]:
        """Plain data from which `profile` makes the same again: what an event keeps when it pins its lists."""
        return {
            "title": self.title,
            "date": self.date,
            "expansions": sorted(self.expansions),
            "banned": sorted(self.banned),
            "bosses": sorted(self.bosses),
            "notes": list(self.notes),
            "source": self.source,
        } | ({} if self.seasons is None else {"seasons": list(self.seasons)})

    def without_seasons(self) -> "Legality":
        """The same cards allowed, said with expansions and bans alone: what an own profile starts from."""
        if self.seasons is None:
            return self
        inside = [card for card in catalogue().cards if card.slug not in self.outside]
        expansions = frozenset(card.expansion for card in inside)
        cut_off = {card.slug for card in catalogue().cards if card.expansion in expansions} & self.outside
        return profile(
            self.name,
            self.as_facts()
            | {"expansions": sorted(expansions), "banned": sorted(self.banned | cut_off), "seasons": None},
        )

    def is_boss(self, card: Card) -> bool:
        return card.boss is True or card.slug in self.bosses

    def bosses_among(self, cards: Iterable[Card]) -> list[Card]:
        return [card for card in cards if card.boss is True or card.slug in self.bosses]

    def forbidden_among(self, cards: Iterable[Card]) -> list[Card]:
        """Each of them once."""
        known = catalogue().by_slug
        return [
            card
            for slug, card in {card.slug: card for card in cards}.items()
            if slug in self.banned or slug in self.outside or (slug not in known and self.is_outside(card))
        ]

    def allows(self, card: Card) -> bool:
        return card.slug not in self.banned and not self.is_outside(card)

    def is_outside(self, card: Card) -> bool:
        """No legal expansion holds it. One that people have brought is legal where every expansion is."""
        if card.slug in catalogue():
            return card.slug in self.outside
        return self.seasons is not None or not self.expansions >= catalogue().expansions.keys()


def profile(name: str, facts: Mapping[str, Any]) -> Legality:
    """A profile from plain data, or Malformed with the key that is wrong."""
    try:
        unknown = check_fields(dict(facts), PROFILE)
    except InvalidValue as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.message) from None
    if unknown:
        raise Malformed(f"/{unknown[0]}", "unknown-key", _("unknown key in a Boss and ban list"))
    expansions = frozenset(facts.get("expansions", _expansions())) - frozenset(facts.get("without_expansions", ()))
    seasons = facts.get("seasons")
    return Legality(
        name=name,
        title=facts.get("title") or name,
        expansions=expansions,
        banned=frozenset(facts.get("banned", ())),
        bosses=frozenset(facts.get("bosses", ())),
        outside=frozenset(
            card.slug
            for card in catalogue().cards
            if card.expansion not in expansions or (seasons is not None and card.season not in seasons)
        ),
        seasons=None if seasons is None else tuple(seasons),
        date=facts.get("date", ""),
        notes=tuple(facts.get("notes", ())),
        source=facts.get("source", ""),
    )


def _expansions() -> Collection[str]:
    return catalogue().expansions


def _check_texts(value: Any) -> None:
    if type(value) is not list or any(type(each) is not str for each in value):
        raise InvalidValue("wrong-type", _("a list of texts is expected"))


def _check_seasons(value: Any) -> None:
    if type(value) is not list or any(type(season) is not int for season in value):
        raise InvalidValue("wrong-type", _("a list of season numbers is expected"))


def _names(known: Callable[[], Collection[str]]) -> Shape:
    def check(value: Any) -> None:
        _check_texts(value)
        names = known()
        for place, slug in enumerate(value):
            if slug not in names:
                raise InvalidValue("unknown-name", _("{name} is unknown", name=repr(slug[:80])), f"/{place}")

    return Shape(check, TEXTS.schema)


TEXTS = Shape(_check_texts, {"type": "array", "items": text_of_any_length})
EXPANSIONS = _names(_expansions)
FIGURES = _names(lambda: {card.slug for card in catalogue().cards})
PROFILE: Fields = {
    "title": (text_of_any_length, False),
    "date": (text_of_any_length, False),
    "expansions": (EXPANSIONS, False),
    "without_expansions": (EXPANSIONS, False),
    "seasons": (nullable(Shape(_check_seasons, {"type": "array", "items": {"type": "integer"}})), False),
    "banned": (FIGURES, False),
    "bosses": (FIGURES, False),
    "notes": (TEXTS, False),
    "source": (text_of_any_length, False),
}


@cache
def profiles() -> dict[str, Legality]:
    """The dated profiles of data/legality.toml by name, `none` first."""
    data = tomllib.loads(PROFILES.read_text(encoding="utf-8"))
    return {name: profile(name, facts) for name, facts in data.items()}


@dataclass(frozen=True, slots=True)
class Difference:
    """What one profile has that the other has not: of expansions, bans and Bosses."""

    of: str
    added: tuple[str, ...]
    removed: tuple[str, ...]


def differences(profile: Legality, base: Legality) -> list[Difference]:
    """The points in which a profile differs from the one it was made from, both said without seasons."""
    profile, base = profile.without_seasons(), base.without_seasons()
    return [
        Difference(of, _sorted(mine - theirs), _sorted(theirs - mine))
        for of, mine, theirs in (
            ("expansions", profile.expansions, base.expansions),
            ("banned", profile.banned, base.banned),
            ("bosses", profile.bosses, base.bosses),
        )
        if mine != theirs
    ]


def _sorted(slugs: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(slugs))
