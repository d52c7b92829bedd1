"""French as a French club writes it: “Réserve de %(name)s” becomes “Réserve d’Ana”, and packages get our typography.

Only the name decides on an elision, so it is made when the text is filled in. Before an h stands “de”, which is right
for an h aspiré and usual for the names with the other one.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

BEFORE_A_NAME = re.compile(
    r"\b([Dd]|[Qq]u|[Ll]orsqu|[Pp]uisqu|[Jj]usqu)e ((?:<[^<>]+>)?)(?=%\((?P<name>\w+)\)s|\{(?P<field>\w+)\})"
)
MARKUP = re.compile(r"^(?:<[^<>]+>|\s)+")
# a vowel; a y before a consonant (Yves, not Yugo); not a single character, nor one before a digit (A1)
SOUNDS_AS_A_VOWEL = re.compile(r"(?:[aeiouæœ]|y(?=[b-df-hj-np-tv-z]))(?!\d)[a-z’'.@-]", re.IGNORECASE)
STRAIGHT = re.compile(r"(?<=\w)'(?=\w)")
WIDE_SPACE = re.compile(r"[ \u00a0]+(?=[:;!?»](?:[\s<]|$))")
WITHOUT_ELISION = ("oui", "onz", "io")  # Iop


class Elided(str):
    """A text of the catalogue that elides before the values it is given."""

    __slots__ = ()

    def __mod__(self, values: Any) -> str:
        return str.__mod__(_elided(self, values), values)

    def format(self, *args: Any, **values: Any) -> str:
        return str.format(_elided(self, values), *args, **values)

    def format_map(self, values: Mapping[str, Any]) -> str:  # type: ignore[override]
        return str.format_map(_elided(self, values), values)


def as_set(text: str) -> str:
    """A text of the catalogue as pages fill it in; rule 10 of docs/voice.md, also for the texts of packages."""
    text = WIDE_SPACE.sub("\u202f", STRAIGHT.sub("’", text))
    return Elided(text) if BEFORE_A_NAME.search(text) else text


def _elided(text: str, values: Any) -> str:
    if not isinstance(values, Mapping):
        return str(text)
    return BEFORE_A_NAME.sub(lambda found: _before(found, values), str(text))


def _before(found: re.Match[str], values: Mapping[str, Any]) -> str:
    value = values.get(found["name"] or found["field"], "")
    return f"{found[1]}’{found[2]}" if begins_with_a_vowel(str(value)) else found[0]


def begins_with_a_vowel(name: str) -> bool:
    plain = unicodedata.normalize("NFD", MARKUP.sub("", name))
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    return bool(SOUNDS_AS_A_VOWEL.match(plain)) and not plain.lower().startswith(WITHOUT_ELISION)
