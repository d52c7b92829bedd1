"""An effect of a card text in the reader's language: its name and arguments."""

from typing import Any

from django.utils.translation import gettext as _

from rules.common.signatures import Effect
from teams.cards.editor.words import choice_label, effect_label, field_label, power_label

OF_WORDS = ("to", "who", "with", "mp", "of", "at", "body")


def effect_words(effect: Effect) -> str:
    """Return the effect as text: "Pushes (cells: 2)"."""
    given = [_given(name.rstrip("_").replace("_", "-"), value) for name, value in effect.arguments.items()]
    given += [_given(each.do, value) for each in effect.conditions for value in each.arguments.values()]
    label = effect_label(effect.do)
    return f"{label} ({', '.join(given)})" if given else label


def _given(name: str, value: Any) -> str:
    if value is True:
        return field_label(name)
    return _("%(name)s: %(value)s") % {"name": field_label(name), "value": _value(name, value)}


def _value(name: str, value: Any) -> str:
    if isinstance(value, Effect):
        return effect_words(value)
    if isinstance(value, tuple):
        return ", ".join(power_label(each) if name == "powers" else str(each) for each in value)
    return choice_label(name, value) if name in OF_WORDS and isinstance(value, str) else str(value)
