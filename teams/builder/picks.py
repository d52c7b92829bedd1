"""Figures that the builder offers to add, each with the first reason why it cannot be added now. All of the catalogue
is on the page: without scripts those that were not looked for are hidden, otherwise static/js/builder searches them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from rules.arena.public import Completion, Spell
from rules.games import DEFAULT, Card, Text
from teams.builder.build import OF_COMPANY, Build
from teams.cards.catalogue.faces import face_of, known_of
from teams.cards.catalogue.query import KIND_NAMED, NUMBER_NAMED
from teams.cards.catalogue.search import (
    KIND_WORDS,
    NUMBER_WORDS,
    ORDERS,
    SENTENCES,
    SIGNS,
    Understood,
    Wanted,
    index_of,
    understood,
)
from teams.cards.services.facts import Version, texts_of
from teams.models import CardPicture, TeamList
from teams.wording import ELEMENTS, render_message

MOST_TEAMS = 200  # of which it is known what can be added
FITTING_FIRST = "fits"
OF_ATTACKS = ("water", "air", "earth", "fire", "neutral")


class Pick(NamedTuple):
    """A row of the offer, rendered once for all teams in which it looks the same."""

    slug: str
    name: str
    colour: str
    face: SafeString
    fits: bool
    why_not: str
    in_team: str  # empty if it is not in the team
    add: str
    found: bool

    @property
    def card(self) -> Card:
        return DEFAULT.catalogue().by_slug[self.slug]


@dataclass(frozen=True, slots=True)
class Picks:
    cards: list[Pick]  # those that were looked for
    others: list[Pick]
    fitting: int
    understood: Understood

    @property
    def rows(self) -> list[Pick]:
        return self.cards + self.others

    @property
    def found(self) -> int:
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Offer:
    """The options of the offer: its order, and whether to show only what fits."""

    order: str = FITTING_FIRST
    only_fitting: bool = False

    @classmethod
    def of(cls, order: str, *, only_fitting: bool) -> "Offer":
        """Build from a request, ignoring invalid values."""
        return cls(order if order in ORDERS else FITTING_FIRST, only_fitting)


def picks(build: Build, wanted: Wanted, offer: Offer, version: Version, first: Set[str]) -> Picks:
    obstacles = _obstacles(build)
    known = known_of(version)
    cards, searched_for = wanted.search(version)
    cards = [card for card in cards if card.slug in obstacles and wanted.known in ("", known[card.slug])]
    fitting = [card for card in cards if not obstacles[card.slug]]
    if offer.only_fitting:
        cards = fitting
    if offer.order == FITTING_FIRST:
        cards = sorted(cards, key=lambda card: (bool(obstacles[card.slug]), card.slug not in first))
    found = {card.slug for card in cards}
    others = [card for card in build.catalogue.cards if card.slug not in found]
    copies, pictures = Counter(build.figures), CardPicture.shown_by_card()

    def rows(cards: Iterable[Card]) -> list[Pick]:
        return [
            _pick(
                card,
                face_of(card.slug, version, pictures.get(card.slug)),
                obstacles.get(card.slug, ""),
                copies[card.slug],
                found=card.slug in found,
            )
            for card in cards
        ]

    return Picks(rows(cards), rows(others), len(fitting), understood(searched_for))


def first_of(version: Version) -> set[str]:
    """The figures that come first: those that are fully known, and those that people play."""
    return {slug for slug, known in known_of(version).items() if known == "whole"} | TeamList.objects.played_figures()


def _pick(card: Card, face: SafeString, why_not: str, copies: int, *, found: bool) -> Pick:
    add = gettext("Add %(name)s") % {"name": card.full_name}
    return Pick(card.slug, card.full_name, card.colour, face, not why_not, why_not, in_team(copies), add, found)


def in_team(copies: int) -> str:
    return ngettext("%(n)s in your team", "%(n)s in your team", copies) % {"n": copies} if copies else ""


def row_states(build: Build) -> dict[str, Any]:
    """What changes in the rows with the team: the candidates by the reason why they cannot be added, empty if they can,
    and what of each is in the team."""
    reasons: dict[str, list[str]] = {}
    for slug, why_not in _obstacles(build).items():
        reasons.setdefault(why_not, []).append(slug)
    copies = {slug: in_team(copies) for slug, copies in Counter(build.figures).items()}
    return {"reasons": reasons, "inTeam": copies, "noPool": build.is_limited and not build.pool_figures}


class Bar(NamedTuple):
    """How many spells of the team have one cost, range or element: `words` says it all, `height` is of TALLEST."""

    label: str
    spells: int
    height: int
    words: str


TALLEST = 40  # of a bar, in the units of its drawing
MOST_AP, MOST_CELLS = 7, 6  # what is more counts together with it


def curves(build: Build, version: Version) -> list[tuple[str, list[Bar]]]:
    """Return the AP costs, ranges and elements of the team's spells, each with its title; empty if none is known."""
    texts = texts_of(version)
    spells = [spell for slug in build.figures if slug in texts for spell in _spells_of(texts[slug])]
    if not spells:
        return []
    costs = Counter(min(spell.ap or 0, MOST_AP) for spell in spells if "cost" not in spell.unknown)
    cells = Counter(min(spell.most, MOST_CELLS) for spell in spells if spell.range != "unknown")
    elements = Counter(spell.element for spell in spells if spell.element)
    return [
        (
            gettext("AP cost"),
            _bars(costs, {ap: (_up_to(ap, MOST_AP), gettext("%(ap)s AP")) for ap in range(MOST_AP + 1)}),
        ),
        (
            gettext("Range"),
            _bars(cells, {far: (_up_to(far, MOST_CELLS), gettext("range %(cells)s")) for far in range(MOST_CELLS + 1)}),
        ),
        (gettext("Element"), _bars(elements, {name: (str(ELEMENTS[name]), "") for name in OF_ATTACKS})),
    ]


def _spells_of(text: Text) -> list[Spell]:
    """Each spell once: one with several names is in the text under each of them."""
    return list({id(spell): spell for spell in text.spells.values()}.values())


def _up_to(number: int, most: int) -> str:
    return f"{number}+" if number == most else str(number)


def _bars(counts: Counter[Any], labels: Mapping[Any, tuple[str, str]]) -> list[Bar]:
    highest = max(counts.values(), default=1)
    return [
        Bar(label, count := counts[value], TALLEST * count // highest, _bar_words(sentence, label, count))
        for value, (label, sentence) in labels.items()
    ]


def _bar_words(sentence: str, label: str, count: int) -> str:
    what = sentence % {"ap": label, "cells": label} if sentence else label
    return ngettext("%(what)s: %(n)s spell", "%(what)s: %(n)s spells", count) % {"what": what, "n": count}


def searched(version: Version, first: Set[str]) -> dict[str, Any]:
    """What the page searches, for its script: the index, the words of a search, and sentences for its answer."""
    index, known = index_of(version, get_language()), known_of(version)
    cards = {
        card.slug: {
            "words": index[card.slug].words,
            "numbers": index[card.slug].numbers,
            "types": card.types,
            "expansion": card.expansion,
            "known": known[card.slug],
            "first": card.slug in first,
        }
        for card in DEFAULT.catalogue().cards
    }
    return {
        "cards": cards,
        "names": {"numbers": NUMBER_NAMED, "kinds": KIND_NAMED},
        "says": {
            "numbers": {name: str(word) for name, word in NUMBER_WORDS.items()},
            "kinds": {kind: str(word) for kind, word in KIND_WORDS.items()},
            "sentences": {name: str(sentence) for name, sentence in SENTENCES.items()},
            "signs": SIGNS,
        },
    }


def _obstacles(build: Build) -> Mapping[str, str]:
    """Return what is in the way of each candidate. Every search in the builder asks it of the same team again."""
    team = Build(
        figures=build.figures,
        ruleset=build.ruleset,
        team_format=build.team_format,
        legality=build.legality,
        pair_level=build.pair_level,
        pasted_pool=build.pool_figures,  # its figures now: the same pool may hold others later
        version=build.version,
    )
    return _obstacles_of(team, get_language())


@lru_cache(maxsize=MOST_TEAMS)
def _obstacles_of(team: Build, _language: str | None) -> Mapping[str, str]:
    completion = team.completion()
    return {card.slug: _in_the_way(team, completion, card) for card in team.candidates()}


def _in_the_way(build: Build, completion: Completion, card: Card) -> str:
    """Return the first rule that the figure would break, or why no team can be completed with it; empty if it fits."""
    verdict = build.against(card)
    for broken in verdict.violations:
        if broken.code in OF_COMPANY and (not broken.about or card.slug in broken.about):
            return f"{render_message(broken.message)} ({broken.article})"
    if completion.is_open(verdict.level or 0, len(verdict.figures), card):
        return ""
    if build.is_limited:
        return gettext("With it, no 3 to 8 figures of the pool stay within level 12 (1.1.2.a).")
    least, most = build.sizes.start, build.sizes.stop - 1
    article = build.rules.cites("1.1.1.b" if build.is_of_duels else "9.1.2", "")
    facts = {"least": least, "most": most, "level": build.top, "article": article}
    if least == most:
        return gettext("With it, no %(most)s figures add up to level %(level)s (%(article)s).") % facts
    return gettext("With it, no %(least)s to %(most)s figures add up to level %(level)s (%(article)s).") % facts
