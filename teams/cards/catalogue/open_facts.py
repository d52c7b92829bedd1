"""The facts of cards, summons and Demonic Rewards that nobody has entered yet, each with where it is entered."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.arena.public import CardTexts, RewardText, SummonText
from rules.games import DEFAULT, Card, Text
from teams.cards.catalogue.completeness import how_known
from teams.cards.editor.words import UNKNOWN

# the field of the card editor in which each unknown fact of a spell is entered
FIELDS = {
    "cost": "cost-ap",
    "attack": "attack-element",
    "limit": "line",
    "range": "range-kind",
    "alterable": "range-alterable",
    "element": "attack-element",
    "effects": "words",
    "name": "name",
}


@dataclass(frozen=True, slots=True)
class OpenFact:
    """One unknown fact: the spell or power it belongs to, if any, and what is not known of it."""

    of: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card, summon or Demonic Reward with its open facts."""

    kind: str
    slug: str
    title: str
    words: str  # by which it is found
    facts: tuple[OpenFact, ...]
    known: str = "partly"
    teams: int = 0


KINDS = {"text": "", "summon": gettext_lazy("summon"), "reward": gettext_lazy("Demonic Reward")}


def open_figure(slug: str, text: Text | None, *, teams: int = 0) -> OpenCard | None:
    """Return the open facts of a figure; None if it is fully known or not in the catalogue."""
    card, known = DEFAULT.catalogue().get(slug), how_known(text)
    if card is None:
        return None
    page = reverse("teams:edit-fact", args=["text", slug])
    facts = [OpenFact("", _("everything"), page)] if text is None else [*_of_text(text, page)]
    facts += _of_front(card, text, page)
    if known == "whole" and not facts:
        return None
    words = f"{card.full_name} {card.french or ''}"
    return OpenCard("text", slug, card.full_name, words, tuple(facts), "not" if text is None else "partly", teams)


def _of_front(card: Card, text: Text | None, page: str) -> Iterator[OpenFact]:
    """Yield what is printed beside the spells and powers and is not known, unless a text corrects it."""
    corrected = text.front if text else {}
    if card.colour == "unknown" and "colour" not in corrected:
        yield OpenFact("", _("colour of the name"), f"{page}#front")
    if not card.types and "types" not in corrected:
        yield OpenFact("", _("types"), f"{page}#front")
    elif card.boss is None and "boss" not in corrected:
        yield OpenFact("", _("whether it is a Boss"), f"{page}#front")


def _of_text(text: Text, page: str) -> Iterator[OpenFact]:
    yield from _of_spells(text, page)
    for place, power in enumerate(text.explained.values()):
        if power.words:
            yield OpenFact(power.name, _("what it does"), f"{page}#own-powers-{place}-line")
    if text.missing:
        yield OpenFact("", text.missing, f"{page}#missing")


def _of_spells(text: Text | SummonText | RewardText, page: str) -> Iterator[OpenFact]:
    spells = {id(spell): spell for spell in text.spells.values()}.values()
    for place, spell in enumerate(spells):
        for fact in (fact for fact in UNKNOWN if fact in spell.unknown):
            yield OpenFact(spell.name, str(UNKNOWN[fact]), f"{page}#spells-{place}-{FIELDS[fact]}")


def open_summon(text: SummonText) -> OpenCard | None:
    page = reverse("teams:edit-fact", args=["summon", text.slug])
    facts = [] if text.kind_known else [OpenFact("", _("what kind of summon it is"), f"{page}#kind")]
    facts += [] if text.known else [OpenFact("", _("its numbers"), f"{page}#mp")]
    facts += _of_spells(text, page)
    return OpenCard("summon", text.slug, text.name, text.name, tuple(facts)) if facts else None


def open_reward(text: RewardText) -> OpenCard | None:
    page = reverse("teams:edit-fact", args=["reward", text.slug])
    facts = [] if text.rank else [OpenFact("", _("its rank"), f"{page}#rank")]
    facts += [OpenFact("", _("which printing it is"), f"{page}#bonus")] if text.printings else []
    facts += _of_spells(text, page)
    words = f"{text.name} {text.french or ''}"
    return OpenCard("reward", text.slug, text.name, words, tuple(facts)) if facts else None


def open_facts_of_teams(figures: Mapping[str, int], texts: CardTexts) -> list[OpenCard]:
    """Return what is open of these figures, each with the number of its teams, and of the summons that their spells
    bring into play: those in most teams first."""
    found = [each for slug, n in figures.items() if (each := open_figure(slug, texts.figures.get(slug), teams=n))]
    found += filter(None, map(open_summon, _summons_of((texts.figures.get(slug) for slug in figures), texts)))
    return sorted(found, key=lambda each: (-each.teams, each.title.casefold()))


def _summons_of(figures: Iterable[Text | None], texts: CardTexts) -> list[SummonText]:
    spells = (spell for text in figures if text for spell in text.spells.values())
    named = {str(value) for spell in spells for effect in spell.effects for value in effect.arguments.values()}
    return [text for slug, text in texts.summons.items() if slug in named]


def all_open_facts(texts: CardTexts) -> list[OpenCard]:
    """Return every figure, summon and reward of which something is open, figures first, each kind by name."""
    figures = (open_figure(card.slug, texts.figures.get(card.slug)) for card in DEFAULT.catalogue().cards)
    rewards = {text.slug: text for text in texts.rewards.values()}.values()
    found = [figures, map(open_summon, texts.summons.values()), map(open_reward, rewards)]
    return [each for kind in found for each in sorted(filter(None, kind), key=lambda one: one.title.casefold())]


def with_one_fact(cards: Iterable[OpenCard]) -> list[OpenCard]:
    """Return the cards that one more fact makes whole."""
    return [each for each in cards if len(each.facts) == 1 and each.known != "not"]
