"""Names are stored on one line, without direction marks or invisible characters, and must not look empty."""

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.common.names import HIDDEN

# letters without an accent to remove
SPELT_OUT = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "’": "'"})
APOSTROPHES = re.compile("['’‘ʼ`´]")
HYPHENS = re.compile(r"[-\u2010-\u2015]")
DIRECTION_MARKS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")  # copied unseen with a name from a chat


# Letters and symbols by Unicode category that render as nothing: Hangul fillers, the blank Braille pattern.
BLANK = "\u115f\u1160\u2800\u3164\uffa0"


def one_line(value: str) -> None:
    """The validator of every name and title, in models, forms and the API."""
    if HIDDEN.search(value):
        raise ValidationError(_("This contains an invalid character."), code="invalid-character")
    if value and looks_empty(value):
        raise ValidationError(_("This looks empty: use at least one visible character."), code="looks-empty")


def looks_empty(value: str) -> bool:
    """Whether the name consists only of spaces, marks without a letter, and characters that render as nothing."""
    return all(unicodedata.category(sign)[0] in "CZM" or sign in BLANK for sign in value)


def without_hidden_characters(name: str) -> str:
    return HIDDEN.sub("", name).strip()


def in_one_line(text: str) -> str:
    """Collapse a name to one line for the subject of an e-mail: names older than `one_line`, or from a backup, may hold
    anything."""
    return " ".join(HIDDEN.sub(" ", text).split())


def initials(name: str) -> str:
    return " ".join(f"{part[0]}." for part in name.split()) or "?"


def without_accents(text: str) -> str:
    if text.isascii():
        return text.casefold()  # fast path for most names, in lists of hundreds
    spread = unicodedata.normalize("NFD", text.casefold().translate(SPELT_OUT))
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def is_found(name: str, typed: str) -> bool:
    """Whether each typed word is in the name. Case, accents, ligatures, apostrophes and hyphens do not matter, as in
    `static/js/ui/filter.js`."""
    plain = _without_apostrophes(name)
    words = f"{HYPHENS.sub(' ', plain)} {HYPHENS.sub('', plain)}"
    return all(word in words for word in name_words(typed))


def name_words(text: str) -> list[str]:
    """Return the words of a name, or of what was typed for one, as `is_found` compares them."""
    return HYPHENS.sub(" ", _without_apostrophes(text)).split()


def _without_apostrophes(text: str) -> str:
    return APOSTROPHES.sub("", without_accents(text))


def as_sorted(name: str) -> tuple[str, str]:
    """Sort key for lists of people in French and English: accents only decide between otherwise equal names."""
    folded = name.casefold()
    return (folded if name.isascii() else without_accents(name)), folded


class NameField(forms.CharField):
    """A person's name as they typed or pasted it."""

    default_validators = [one_line]

    def to_python(self, value: Any) -> str:
        return DIRECTION_MARKS.sub("", super().to_python(value) or "").strip()
