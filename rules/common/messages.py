"""What the rules say: a sentence and its facts kept apart, so that pages can tell it in the reader's language.

    from rules.common.messages import sentence as _

    game.fault("6.3.2", "too-few-mp", _("{unit} has no MP left.", unit=unit.name))

The name `_` is what the translators' tools look for. Nothing is put together before somebody reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


def gettext_noop(sentence: str) -> str:
    """Marks a sentence for translators; pages look up the translation."""
    return sentence


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """The same for a sentence with a plural."""
    return one, many


@dataclass(slots=True)
class Sentence:
    """A text with names in braces and their values: numbers, texts, lists of texts, sentences. Never changed, and
    not frozen, as an issue is not."""

    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """The sentence in English."""
        return self.text.format_map({name: _in_english(fact) for name, fact in self.facts.items()})

    @property
    def message(self) -> str:
        return str(self)

    def as_template(self) -> dict[str, Any]:
        """Plain data from which `sentence_of` restores the sentence."""
        return {"text": self.text, "facts": {name: _plain(fact) for name, fact in self.facts.items()}}


def sentence(text: str, /, **facts: Any) -> Sentence:
    return Sentence(text, facts)


def sentence_of(template: Mapping[str, Any]) -> Sentence:
    return Sentence(text=template["text"], facts={name: _fact(plain) for name, plain in template["facts"].items()})


def _in_english(fact: Any) -> Any:
    return ", ".join(map(str, fact)) if isinstance(fact, list) else fact


def _plain(fact: Any) -> Any:
    if isinstance(fact, list):
        return [_plain(each) for each in fact]
    return fact.as_template() if isinstance(fact, Sentence) else fact


def _fact(plain: Any) -> Any:
    if isinstance(plain, list):
        return [_fact(each) for each in plain]
    return sentence_of(plain) if isinstance(plain, dict) else plain
