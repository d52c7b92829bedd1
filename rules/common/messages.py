"""Messages of the rules: a text and its facts kept apart, so that pages can show it in the reader's language.

    from rules.common.messages import message as _

    game.fault("6.3.2", "too-few-mp", _("{unit} has no MP left.", unit=unit.name))

The name `_` is what the translators' tools look for. Nothing is put together before somebody reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


def gettext_noop(text: str) -> str:
    """Marks a text for translators; pages look up the translation."""
    return text


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """The same for a text with a plural."""
    return one, many


@dataclass(slots=True)
class Message:
    """A text with names in braces and their values: numbers, texts, lists of texts, messages. Never changed, and
    not frozen, as an issue is not."""

    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """The message in English."""
        return self.text.format_map({name: _in_english(fact) for name, fact in self.facts.items()})

    @property
    def message(self) -> str:
        return str(self)

    def as_template(self) -> dict[str, Any]:
        """Plain data from which `message_of` restores the message."""
        return {"text": self.text, "facts": {name: _plain(fact) for name, fact in self.facts.items()}}


def message(text: str, /, **facts: Any) -> Message:
    return Message(text, facts)


def message_of(template: Mapping[str, Any]) -> Message:
    return Message(text=template["text"], facts={name: _fact(plain) for name, plain in template["facts"].items()})


def _in_english(fact: Any) -> Any:
    return ", ".join(map(str, fact)) if isinstance(fact, list) else fact


def _plain(fact: Any) -> Any:
    if isinstance(fact, list):
        return [_plain(each) for each in fact]
    return fact.as_template() if isinstance(fact, Message) else fact


def _fact(plain: Any) -> Any:
    if isinstance(plain, list):
        return [_fact(each) for each in plain]
    return message_of(plain) if isinstance(plain, dict) else plain
