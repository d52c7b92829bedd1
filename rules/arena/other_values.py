"""The values that a fact of a card may have, each as the facts in which it stands in place of the gap.

Of a fact that is not known these are all legal values; of one that a single source has, those that it may have misread.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from rules.arena.cards import Card, Catalogue, NumbersInPlay, catalogue
from rules.arena.facts import GameFacts
from rules.arena.power_names import PLAIN_POWERS
from rules.arena.printed import ELEMENTS, CardTexts, RewardText, Spell, SummonText, Text
from rules.arena.printed_words import LIMITS
from rules.common.proof import Fact

POWERS: Final = (
    *(
        power
        for power, does in PLAIN_POWERS.items()
        if does.startswith("4.9.") and power not in ("wear", "profanation", "splicing", "desplicing", "interior-fire")
    ),
    *(f"resistance-{element}" for element in (*ELEMENTS, "neutral")),
    *("loot-1", "loot-3"),
)
OFTEN: Final = ("immune", "resistance", "feca-style", "counter", "itty-bitty")  # powers that change most games
NO_POWER: Final = "none"  # that was not seen
NOT: Final = "not "
ON_THE_FRONT: Final = "on the front "  # of a card that can be turned over
KINDS_OF_RANGE: Final = ("ranged", "line", "unseen")
NEAREST: Final = range(3)
FARTHEST: Final = 8
NUMBERS: Final = {"hp": range(1, 9), "ap": range(9), "mp": range(7)}
FEWEST: Final = {name: values[0] for name, values in NUMBERS.items()}
MOST: Final = {name: values[-1] for name, values in NUMBERS.items()}


class Range(NamedTuple):
    range: str
    least: int
    most: int


def values_of(facts: GameFacts, fact: Fact) -> list[Any]:
    """Empty where nobody can list them: what an unknown spell does is what the players declare."""
    spell = _spell(facts.texts, fact)
    if spell is not None:
        return _of_spell(spell, fact.field)
    card = facts.cards.get(fact.card)
    if fact.field == "powers" and card is not None:
        known = facts.texts.figures.get(fact.card)
        return [NO_POWER, *(power for power in POWERS if known is None or power not in known.powers)]
    if fact.field == "types" and card is not None:
        return ["no Boss", "Boss", "every type"]
    if fact.field == "characteristics" and card is not None:
        return _numbers_in_play(card)
    if fact.field == "characteristics" and fact.card in facts.texts.summons:
        return [*_numbers_of_a_summon()]
    return []


def _numbers_of_a_summon() -> Iterator[tuple[tuple[str, int], ...]]:
    """Each by itself, while nobody knows the others; and all together, where one may make up for another."""
    yield from (((name, value),) for name, values in NUMBERS.items() for value in values)
    yield from (tuple(numbers.items()) for numbers in (FEWEST, MOST))


def _of_spell(spell: Spell, field: str) -> list[Any]:
    match field:
        case "element":
            return [*ELEMENTS, "neutral"]
        case "alterable":
            return [True, False]
        case "range" if spell.area == "multiple":
            return [*_ranges(spell)]
        case _:
            return []


def _ranges(spell: Spell) -> Iterator[Range]:
    """Whom a spell of several targets takes in (7.2.3.c). Of any other they only say whether a cast is legal."""
    if spell.most > 1:  # the ends are known
        yield from (Range(kind, spell.least, spell.most) for kind in KINDS_OF_RANGE)
        return
    yield Range("close", 1, 1)
    for least in NEAREST:
        for most in range(max(least, 1), FARTHEST + 1):
            yield from (Range(kind, least, most) for kind in KINDS_OF_RANGE)


def _numbers_in_play(card: Card) -> list[NumbersInPlay]:
    most = card.may_become
    return [] if most is None else [NumbersInPlay(most.level, hp) for hp in range(card.hp + 1, most.hp + 1)]


def with_values(facts: GameFacts, values: Mapping[Fact, Any]) -> GameFacts:
    """These facts, with a value for each of some that are not known."""
    for fact, value in values.items():
        facts = _with_value(facts, fact, value)
    return facts


def _with_value(facts: GameFacts, fact: Fact, value: Any) -> GameFacts:
    texts = facts.texts
    match fact.field:
        case "hp" | "ap" | "mp" if fact.spell is None:
            return replace(facts, cards=_with_card(facts.cards, fact.card, **{fact.field: value}))
        case _ if fact.spell is not None:
            return replace(facts, texts=_with_spell(texts, fact, value))
        case "powers":
            text = _with_power(texts.figures.get(fact.card), fact.card, value)
            return replace(facts, texts=replace(texts, figures={**texts.figures, fact.card: text}))
        case "characteristics" if isinstance(value, NumbersInPlay):
            return replace(facts, cards=_with_card(facts.cards, fact.card, became=value))
        case "characteristics":
            summon = replace(texts.summons[fact.card], **dict(value))
            return replace(facts, texts=replace(texts, summons={**texts.summons, fact.card: summon}))
        case _:
            return replace(facts, cards=_with_types(facts.cards, fact.card, value))


# -- facts of one source ---------------------------------------------------------------------------------------


def of_one_source(
    facts: GameFacts, built_in: GameFacts, cards: Iterable[str], cast: Collection[str]
) -> list[tuple[Fact, list[Any]]]:
    """The facts of these cards that one source has and a log may contradict, with what else may be printed there.

    What people have entered for the event has another source.
    """
    found: list[tuple[Fact, list[Any]]] = []
    for slug in cards:
        card, text = facts.cards.get(slug), facts.texts.figures.get(slug)
        fields = card.fields_of_one_source if card is not None else ()
        if text is not None and "text" in fields and text is built_in.texts.figures.get(slug):
            spells = {spell.slug: spell for spell in text.spells.values() if spell.slug in cast}
            for spell in spells.values():
                found += [(Fact(slug, name, spell.slug), values) for name, values in _misread(spell)]
            on_it = ON_THE_FRONT if text.turns_over else ""
            more = [f"{on_it}{power}" for power in POWERS if power not in text.powers]
            found.append((Fact(slug, "powers"), [*(f"{NOT}{power}" for power in text.powers), *more]))
        if card is not None and "numbers" in fields:
            corrected = text.front if text is not None else ()
            numbers = {"ap": card.ap, "mp": card.mp, "hp": card.hp}
            single = {name: number for name, number in numbers.items() if number is not None and name not in corrected}
            found += [(Fact(slug, name), _around(number)) for name, number in single.items()]
    return found


def _around(number: int) -> list[int]:
    return [number + by for by in (1, -1, 2, -2) if number + by >= 0]


def _misread(spell: Spell) -> Iterator[tuple[str, list[Any]]]:
    yield "limit", [limit for limit in LIMITS if limit not in (spell.limit, "unknown")]
    if spell.ap is not None:
        yield "ap", _around(spell.ap)
    if spell.kind == "attack":
        yield "element", [each for each in (*ELEMENTS, "neutral") if each != spell.element]
    if spell.amount:
        yield "amount", _around(spell.amount)
    yield "range", [kind for kind in ("ranged", "line", "unseen", "close") if kind != spell.range]
    yield "most", _around(spell.most)
    yield "least", _around(spell.least)
    if spell.range not in ("close", "personal"):
        yield "alterable", [not spell.alterable]


# -- spells ------------------------------------------------------------------------------------------------


def _printed(texts: CardTexts, card: str) -> Text | SummonText | RewardText | None:
    return texts.figures.get(card) or texts.summons.get(card) or texts.rewards.get(card)


def _spell(texts: CardTexts, fact: Fact) -> Spell | None:
    text = _printed(texts, fact.card)
    return text.spells.get(fact.spell or "") if text is not None else None


def _with_spell(texts: CardTexts, fact: Fact, value: Any) -> CardTexts:
    text, own = _printed(texts, fact.card), _spell(texts, fact)
    if text is None or own is None:
        return texts
    printed = value._asdict() if isinstance(value, Range) else {fact.field: value}
    known = replace(own, **printed, unknown=own.unknown - {fact.field})
    spells = {name: known if spell is own else spell for name, spell in text.spells.items()}
    match text:
        case Text():
            return replace(texts, figures={**texts.figures, fact.card: replace(text, spells=spells)})
        case SummonText():
            return replace(texts, summons={**texts.summons, fact.card: replace(text, spells=spells)})
        case RewardText():
            token = replace(text, spells=spells)
            return replace(texts, rewards={n: token if t is text else t for n, t in texts.rewards.items()})


# -- figures -----------------------------------------------------------------------------------------------


def _with_power(text: Text | None, card: str, power: str | tuple[str, ...]) -> Text:
    """Beside what else was not seen, unless nothing was; or with several."""
    text = text or Text(card, (), {}, None, frozenset({"powers", "spells"}))
    if text.turns_over and not (isinstance(power, str) and power.startswith((NOT, ON_THE_FRONT))):
        added = power if isinstance(power, tuple) else (power,)
        return replace(text, behind=None if power == NO_POWER else (*(text.behind or ()), *added))
    if isinstance(power, tuple):
        return replace(text, powers=(*text.powers, *power))
    if power == NO_POWER:
        return replace(text, lacks=text.lacks - {"powers"})
    if power.startswith(NOT):
        return replace(text, powers=tuple(each for each in text.powers if each != power.removeprefix(NOT)))
    return replace(text, powers=(*text.powers, power.removeprefix(ON_THE_FRONT)))


def _with_types(cards: Catalogue, slug: str, value: str) -> Catalogue:
    card = cards.by_slug[slug]
    single = (value,) if value in every_type() else ("of no kind",)
    types = card.types or (every_type() if value == "every type" else single)
    boss = value != "no Boss" if card.boss is None else card.boss
    if boss and "Boss" not in types:
        types = (*types, "Boss")
    return _with_card(cards, slug, types=types, boss=boss)


def _with_card(cards: Catalogue, slug: str, **printed: Any) -> Catalogue:
    return cards.with_printed({slug: printed})


@cache
def every_type() -> tuple[str, ...]:
    return tuple(sorted({kind for card in catalogue().cards for kind in card.types} - {"Boss"}))
