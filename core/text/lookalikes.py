"""Names that people confuse: they differ by case, accents, invisible characters or look-alike letters.

Look-alike letters come from Unicode's table of confusable characters (UTS 39), which maps each one to the character it
resembles: Cyrillic "а" to "a", "0" to "O", "rn" to "m".

Players who have one name are shown as "Ana Morin #1" and "Ana Morin #2". A name typed with such a number looks like
the name without it; "Guest #1" and "Guest #2" do not look like each other.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable

from confusable_homoglyphs import confusables
from django.utils.translation import gettext_lazy as _

from core.text.names import BLANK, without_accents

NAME_LIKE_ANOTHER = "name-like-another"
NUMBER_AFTER_NAME = re.compile(r"(?<=\S)\s*#+\s*(\d+)(?:\s*#+\s*\d+)*$")
MOST_NAMESAKES = 9  # a name looks like itself with the numbers up to this one
SAME_AS_SOMEBODY = _(
    "Your public name is, or looks like, the name of another player of this event. Change it on your profile, or ask "
    "the organiser to add you under this name."
)


@functools.cache
def _models() -> dict[str, str]:
    """Each confusable character and the one it resembles."""
    table = {
        _bare(one): [_bare(other["c"]) for other in others] for one, others in confusables.confusables_data.items()
    }
    return {one: _model_of(one, others, table) for one, others in table.items() if len(one) == 1}


def _bare(sign: str) -> str:
    """Strip the direction marks that the table puts around right-to-left letters."""
    return sign.replace("\u200e", "") or sign


def _model_of(one: str, others: list[str], table: dict[str, list[str]]) -> str:
    """The representative of a group of confusables; of two that only resemble each other, the first in Unicode."""
    if len(others) > 1:
        return one
    return others[0] if len(table.get(others[0], [])) > 1 else min(one, others[0])


@functools.lru_cache(maxsize=20_000)
def keys_of(name: str) -> frozenset[str]:
    """The name as read and as seen; names that share either key are look-alikes."""
    drawn = [
        sign
        for sign in unicodedata.normalize("NFKD", name)
        if unicodedata.category(sign)[0] not in "CM" and sign not in BLANK
    ]
    whole = " ".join("".join(drawn).split())
    number = NUMBER_AFTER_NAME.search(whole)
    seen = whole[: number.start()] if number else whole
    looks = "".join(_models().get(sign, sign) for sign in seen)
    keys = {without_accents(seen), without_accents(looks)}
    if number:
        return frozenset(f"{key} #{int(number[1])}" for key in keys)
    return frozenset(keys | {f"{key} #{n}" for key in keys for n in range(1, MOST_NAMESAKES + 1)})


class Names:
    """A set of names in use that can be searched for look-alikes."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_key: dict[str, str] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        for key in keys_of(name):
            self._by_key.setdefault(key, name)

    def like(self, name: str) -> str:
        """The name in use that this one resembles, or ""."""
        return next((self._by_key[key] for key in keys_of(name) if key in self._by_key), "")
