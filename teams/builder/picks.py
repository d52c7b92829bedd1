"""Figures that the builder offers to add, each with the first reason why it cannot be added now."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from rules.arena.public import Completion
from rules.games import DEFAULT, Card
from teams.builder.build import OF_COMPANY, Build
from teams.cards.catalogue.faces import face_of, known_of
from teams.cards.catalogue.search import Wanted
from teams.cards.services.facts import version_now
from teams.models import CardPicture
from teams.wording import render_message

SHOWN, MORE, MOST_SHOWN = 48, 96, 480
MOST_TEAMS = 200  # of which it is known what can be added
FITTING_FIRST = "fits"
ORDERS = (FITTING_FIRST, "level", "name", "expansion")


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

    @property
    def card(self) -> Card:
        return DEFAULT.catalogue().by_slug[self.slug]


@dataclass(frozen=True, slots=True)
class Picks:
    cards: list[Pick]
    found: int
    fitting: int
    shown: int  # as requested; there may be fewer `cards`

    @property
    def not_shown(self) -> int:
        return self.found - len(self.cards)

    @property
    def more(self) -> int:
        return self.shown + MORE


@dataclass(frozen=True, slots=True)
class Offer:
    """The options of the offer: its order, whether to show only what fits, and how many cards."""

    order: str = FITTING_FIRST
    only_fitting: bool = False
    shown: int = SHOWN

    @classmethod
    def of(cls, order: str, shown: str, *, only_fitting: bool) -> "Offer":
        """Build from a request, ignoring invalid values."""
        asked = int(shown) if shown.isdecimal() and len(shown) < 5 else SHOWN
        kept = order if order in ORDERS else FITTING_FIRST
        return cls(kept, only_fitting, min(max(asked, SHOWN), MOST_SHOWN))


def picks(build: Build, wanted: Wanted, offer: Offer) -> Picks:
    obstacles = _obstacles(build)
    version = version_now()
    known = known_of(version)
    cards = [card for card in wanted.cards() if card.slug in obstacles and wanted.known in ("", known[card.slug])]
    fitting = [card for card in cards if not obstacles[card.slug]]
    found = cards
    if offer.only_fitting:
        found = fitting
    elif offer.order == FITTING_FIRST:
        found = fitting + [card for card in cards if obstacles[card.slug]]
    copies, pictures = Counter(build.figures), CardPicture.shown_by_card()
    shown = [
        _pick(card, face_of(card.slug, version, pictures.get(card.slug)), obstacles[card.slug], copies[card.slug])
        for card in found[: offer.shown]
    ]
    return Picks(shown, len(found), len(fitting), offer.shown)


def _pick(card: Card, face: SafeString, why_not: str, copies: int) -> Pick:
    in_team = ngettext("%(n)s in your team", "%(n)s in your team", copies) % {"n": copies} if copies else ""
    add = gettext("Add %(name)s") % {"name": card.full_name}
    return Pick(card.slug, card.full_name, card.colour, face, not why_not, why_not, in_team, add)


def _obstacles(build: Build) -> Mapping[str, str]:
    """Return what is in the way of each candidate. Every search in the builder asks it of the same team again."""
    team = Build(
        figures=build.figures,
        team_format=build.team_format,
        legality=build.legality,
        pasted_pool=build.pool_figures,  # its figures now: the same pool may hold others later
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
    return gettext("With it, no 3 to 8 figures add up to level 12 (1.1.1.b).")
