"""Figures that the builder offers to add, each with the first reason why it cannot be added now."""

from collections import Counter
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules.arena.public import Completion
from rules.games import Card
from teams.build import OF_COMPANY, Build
from teams.faces import face_of, known_of
from teams.models import CardPicture
from teams.search import Wanted
from teams.services.texts import version_now
from teams.wording import render_message

SHOWN, MORE, MOST_SHOWN = 48, 96, 480
FITTING_FIRST = "fits"
ORDERS = (FITTING_FIRST, "level", "name", "expansion")


@dataclass(frozen=True, slots=True)
class Pick:
    card: Card
    name: str
    face: SafeString
    fits: bool
    why_not: str
    in_team: int


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
    candidates, completion = set(build.candidates()), build.completion()
    version = version_now()
    known = known_of(version)
    cards = [card for card in wanted.cards() if card in candidates and wanted.known in ("", known[card.slug])]
    found = [(card, _in_the_way(build, completion, card)) for card in cards]
    fitting = [pick for pick in found if not pick[1]]
    if offer.only_fitting:
        found = fitting
    elif offer.order == FITTING_FIRST:
        found = fitting + [pick for pick in found if pick[1]]
    copies, pictures = Counter(build.figures), CardPicture.objects.by_card()
    shown = [
        Pick(card, card.full_name, face, not why_not, why_not, copies[card.slug])
        for card, why_not in found[: offer.shown]
        for face in [face_of(card.slug, version, pictures.get(card.slug))]
    ]
    return Picks(shown, len(found), len(fitting), offer.shown)


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
