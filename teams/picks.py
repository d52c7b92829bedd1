"""What the builder offers to add: the figures that still fit first, the others with the reason why not."""

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.arena.cards import Card
from rules.arena.limited import Completion
from teams.build import OF_COMPANY, Build
from teams.search import Wanted
from teams.wording import CardShown, card_row, render_message

MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Picks:
    cards: list[CardShown]
    found: int
    fitting: int

    @property
    def not_shown(self) -> int:
        return self.found - len(self.cards)


def picks(build: Build, wanted: Wanted, *, only_fitting: bool) -> Picks:
    candidates = set(build.candidates())
    completion = build.completion()
    found = [(card, _in_the_way(build, completion, card)) for card in wanted.cards() if card in candidates]
    fitting = [offer for offer in found if not offer[1]]
    listed = fitting if only_fitting else fitting + [offer for offer in found if offer[1]]
    return Picks([_shown(*offer) for offer in listed[:MOST_SHOWN]], len(listed), len(fitting))


def _in_the_way(build: Build, completion: Completion, card: Card) -> str:
    """The first rule that the figure would break, or that would stay broken with it; else, whether it leads nowhere."""
    verdict = build.against(card)
    for broken in verdict.violations:
        if broken.code in OF_COMPANY and (not broken.about or card.slug in broken.about):
            return f"{render_message(broken.message)} ({broken.article})"
    if completion.is_open(verdict.level or 0, len(verdict.figures), card):
        return ""
    if build.is_limited:
        return gettext("With it, no 3 to 8 figures of the pool stay within level 12 (1.1.2.a).")
    return gettext("With it, no 3 to 8 figures add up to level 12 (1.1.1.b).")


def _shown(card: Card, why_not: str) -> CardShown:
    return card_row(card, fits=not why_not, why_not=why_not)
