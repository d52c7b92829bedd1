"""Names are stored on one line, without direction marks and invisible characters, and something of them is seen."""

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.common.names import HIDDEN

SPELT_OUT = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "’": "'"})  # no accent to take off
DIRECTION_MARKS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")  # comes along unseen when a name is copied from a chat


# Letters and symbols by their kind in Unicode, yet nothing is drawn: fillers of Hangul, the empty pattern of Braille.
BLANK = "\u115f\u1160\u2800\u3164\uffa0"


def one_line(value: str) -> None:
    """The validator of every name and title, in models, forms and the API."""
    if HIDDEN.search(value):
        raise ValidationError(_("This contains an invalid character."), code="invalid-character")
    if value and looks_empty(value):
        raise ValidationError(_("This looks empty: use at least one visible character."), code="looks-empty")


def looks_empty(value: str) -> bool:
    """Only spaces, marks without a letter, and characters that are not drawn."""
    return all(unicodedata.category(sign)[0] in "CZM" or sign in BLANK for sign in value)


def without_hidden_characters(name: str) -> str:
    return HIDDEN.sub("", name).strip()


def in_one_line(text: str) -> str:
    """For the subject of an e-mail: names from before `one_line`, or from a restored backup, hold anything."""
    return " ".join(HIDDEN.sub(" ", text).split())


def without_accents(text: str) -> str:
    if text.isascii():
        return text.casefold()  # most names, in lists of hundreds
    spread = unicodedata.normalize("NFD", text.casefold().translate(SPELT_OUT))
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def as_sorted(name: str) -> tuple[str, str]:
    """The key by which lists of people are sorted in French and in English: accents decide only between equal names."""
    return without_accents(name), name.casefold()


class NameField(forms.CharField):
    """A person's name as they typed or pasted it."""

    default_validators = [one_line]

    def to_python(self, value: Any) -> str:
        return DIRECTION_MARKS.sub("", super().to_python(value) or "").strip()
