"""Documentation of the vocabulary of card texts: `manage.py card_texts` writes docs/card-texts.md.

It is generated from the signatures and docstrings of the primitives, with examples from the data.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.rewards.at_once import AT_ONCE
from rules.arena.power_names import PLAIN_POWERS, POWERS_WITH_ARGUMENT
from rules.arena.printed import Characteristics, Meanwhile, NextSpell, SpellDamage
from rules.arena.printed_words import AREAS, BODIES, LIMITS, RANGES, WORDS_ONLY
from rules.arena.text_tables import (
    MOMENTS,
    AreaNeeds,
    Attack,
    Cost,
    FigureTable,
    FrontTable,
    PowerTable,
    Range,
    RewardTable,
    SpellTable,
    SummonTable,
)
from rules.common.binding import Field, Vocabulary, fields_of
from rules.common.signatures import TOGETHER, ValueKind
from tools import card_text_examples as examples

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "card-texts.md"
PLAIN = {int: "a number", str: "a text", bool: "`true` or `false`"}
Way = tuple[str, ...]
ARTICLE = re.compile(r"[1-9](\.\d+)+(\.[a-z])?[:,; ]")

# for each table: heading, name, fields, path in the data, kind of card
TABLES: tuple[tuple[str, str, type, Way, str | None], ...] = (
    ("A figure", "a figure", FigureTable, (), "figure"),
    ("The front", "the front", FrontTable, ("front",), "figure"),
    ("A summon", "a summon", SummonTable, (), "summon"),
    ("A reward", "a reward", RewardTable, (), "reward"),
    ("A power of its own", "a power of its own", PowerTable, ("own-powers",), None),
    ("Meanwhile", "meanwhile", Meanwhile, ("own-powers", "while"), None),
    ("A spell", "a spell", SpellTable, ("spells",), None),
    ("A cost", "a cost", Cost, ("spells", "cost"), None),
    ("A range", "a range", Range, ("spells", "range"), None),
    ("What an area needs", "what its area needs", AreaNeeds, ("spells", "area-needs"), None),
    ("An attack", "an attack", Attack, ("spells", "attack"), None),
    ("Characteristics", "characteristics", Characteristics, ("bonus",), "reward"),
    ("More damage", "more damage", SpellDamage, ("damage",), "reward"),
    ("The next spell", "the next spell", NextSpell, ("next",), "reward"),
)
CALLED = {table: f"[{called}](#{heading.lower().replace(' ', '-')})" for heading, called, table, _, _ in TABLES}
EXPLAINED = {
    "an effect": "effects-of-a-spell",
    "an effect at once": "effects-of-a-reward",
    "a power": "powers",
    "a limit": "limits",
    "a range": "ranges",
    "an area": "areas",
    "a kind of summon": "kinds-of-summons",
    "a moment": "moments",
    "a case": "cases",
}
WORDS: tuple[tuple[str, Mapping[str, str], str, Way], ...] = (
    ("Limits", LIMITS, "limit", ("spells",)),
    ("Ranges", RANGES, "kind", ("spells", "range")),
    ("Areas", AREAS, "area", ("spells",)),
    ("Cases", WORDS_ONLY, "words-only", ("spells",)),
    ("Kinds of summons", BODIES, "kind", ()),
    ("Moments", MOMENTS, "when", ("own-powers",)),
)


def page() -> str:
    return "\n".join(
        [
            *INTRODUCTION,
            *(line for table in TABLES for line in _table(*table)),
            *_effects("Effects of a spell", EFFECTS, at_once=False),
            *_conditions(),
            *_effects("Effects of a reward", AT_ONCE, at_once=True),
            *_powers(),
            *(line for words in WORDS for line in _words(*words)),
            "",
        ]
    )


INTRODUCTION = (
    "# Card texts",
    "",
    "Written by `manage.py card_texts` from the signatures of the primitives and from `rules/arena/data/texts`; the",
    "test suite fails when it is stale. Numbers are articles of the Arena Comprehensive Tournament Rules 2.7.",
    "",
    "`summons.toml` and `rewards.toml` hold summons and Demonic Rewards, every other file of the folder holds figures.",
    "A table is headed by the slug of its card. What is not known is listed under `unknown` and never held against a",
    "player; what was concluded stands under `inferred` with its reason. A file that says anything else than this page",
    "is refused when it is read, with file, card, spell, field and reason:",
    "",
    "    my-box.toml: ana, Shove: /spells/0/effects/0/cell: `cell` is not known here",
    "",
    "[CONTRIBUTING.md](../CONTRIBUTING.md) shows how to add a card.",
)


def _table(heading: str, _called: str, table: type, way: Way, kind: str | None) -> Iterator[str]:
    together = _together(table).capitalize()
    yield from ("", f"## {heading}", f"{_sentence(table)}{f' {together} is given.' if together else ''}")
    yield from ("", "| field | is | example |", "| --- | --- | --- |")
    for field in fields_of(table).values():
        yield f"| `{field.name}` | {_type(field)} | {examples.of_field(field.name, way, kind)} |"


def _effects(heading: str, vocabulary: Vocabulary, *, at_once: bool) -> Iterator[str]:
    yield from ("", f"## {heading}", "", "| `do` | does | with | example |", "| --- | --- | --- | --- |")
    for word, function in vocabulary.primitives.items():
        example = examples.of_effect(word, at_once=at_once)
        yield f"| `{word}` | {_sentence(function)} | {_arguments(function)} | {example} |"


def _conditions() -> Iterator[str]:
    yield from ("", "## Conditions", "Written beside the arguments of an effect of a spell.")
    yield from ("", "| condition | holds | is | example |", "| --- | --- | --- | --- |")
    for word, function in EFFECTS.conditions.items():
        (only,) = fields_of(function).values()
        yield f"| `{word}` | {_sentence(function)} | {words_for(only.annotation)} | {examples.of_condition(word)} |"


def _powers() -> Iterator[str]:
    yield from ("", "## Powers", "", "| power | does | example |", "| --- | --- | --- |")
    for word, sentence in PLAIN_POWERS.items():
        yield f"| `{word}` | {sentence} | {examples.of_power(word)} |"
    for word, function in POWERS_WITH_ARGUMENT.items():
        (only,) = fields_of(function).values()
        argument = f"{only.name}: {words_for(only.annotation)}"
        yield f"| `{word}-…` | {_sentence(function)} ({argument}) | {examples.of_power(word)} |"


def _words(heading: str, words: Mapping[str, str], field: str, way: Way) -> Iterator[str]:
    yield from ("", f"## {heading}", "", "| word | means | example |", "| --- | --- | --- |")
    for word, sentence in words.items():
        yield f"| `{word}` | {sentence} | {examples.of_word(field, word, way)} |"


def _sentence(function: Callable[..., Any]) -> str:
    """The docstring of a primitive, which is its rule in one sentence; a test fails if one is missing."""
    docstring = inspect.getdoc(function) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ")


def _arguments(function: Callable[..., Any]) -> str:
    described = [f"`{field.name}`: {_type(field)}" for field in fields_of(function).values()]
    together = _together(function)
    return "; ".join([*described, together] if together else described)


def _type(field: Field) -> str:
    said = words_for(field.annotation)
    if field.required:
        return said
    return f"{said} (optional)" if field.default in (None, (), 0, False) else f"{said} (`{field.default}` if absent)"


def _together(function: Callable[..., Any]) -> str:
    rules = (
        f"at {'least' if rule.least else 'most'} one of {_listed((f'`{name}`' for name in rule.names), 'and')}"
        for rule in TOGETHER.get(function, ())
    )
    return "; ".join(rules)


def words_for(annotation: Any) -> str:
    """A type in words for the reader of the page."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        words = next(extra.words for extra in inside[1:] if isinstance(extra, ValueKind))
        return f"[{words}](#{EXPLAINED[words]})" if words in EXPLAINED else words
    if origin in (Union, UnionType):
        return " or ".join(words_for(each) for each in inside if each is not NoneType)
    if origin is Literal:
        return _listed(f"`{word}`" for word in inside)
    if origin is tuple:
        return f"a list, each {words_for(inside[0])}"
    if origin is Mapping:
        return f"a table, each {words_for(inside[1])}"
    return CALLED.get(annotation) or PLAIN[annotation]


def _listed(words: Iterator[str], link: str = "or") -> str:
    *others, last = words
    return f"{', '.join(others)} {link} {last}" if others else last


def problems() -> list[str]:
    """Whatever is out of date, and primitives without an article or an example."""
    wrong = [f"{word}: its sentence names no article" for word, said in _sentences() if not ARTICLE.match(said)]
    wrong += [f"{word}: no example" for word in _without_example()]
    wrong += [f"{word}: the data has an example" for word, text in examples.MADE_UP.items() if text not in page()]
    if not PAGE.exists() or PAGE.read_text("utf-8") != page():
        wrong.append(f"{PAGE.name} is stale: run manage.py card_texts")
    return wrong


def _sentences() -> Iterator[tuple[str, str]]:
    functions = (EFFECTS.primitives, EFFECTS.conditions, AT_ONCE.primitives, POWERS_WITH_ARGUMENT)
    yield from ((word, _sentence(function)) for words in functions for word, function in words.items())
    yield from PLAIN_POWERS.items()


def _without_example() -> Iterator[str]:
    yield from (word for word in EFFECTS.primitives if not examples.of_effect(word, at_once=False))
    yield from (word for word in AT_ONCE.primitives if not examples.of_effect(word, at_once=True))
    yield from (word for word in EFFECTS.conditions if not examples.of_condition(word))
    yield from (word for word in POWERS_WITH_ARGUMENT if not examples.of_power(word))
