"""Names that people take for one another: by capitals, accents, invisible characters, or letters that look the same.

The letters come from the table of confusable characters of Unicode (UTS 39), in which each stands beside the one it
is taken for: the Cyrillic "а" beside "a", "0" beside "O", "rn" beside "m".
"""

import functools
import unicodedata
from collections.abc import Iterable

from confusable_homoglyphs import confusables
from django.utils.translation import gettext_lazy as _

from core.names import BLANK, without_accents

NAME_LIKE_ANOTHER = "name-like-another"
SAME_AS_SOMEBODY = _(
    "Your public name is, or looks like, the name of another player of this event. Change it on your profile, or ask "
    "the organiser to add you under this name."
)


@functools.cache
def _models() -> dict[str, str]:
    """Each character that looks like another one, and that other one."""
    table = {
        _bare(one): [_bare(other["c"]) for other in others] for one, others in confusables.confusables_data.items()
    }
    return {one: _model_of(one, others, table) for one, others in table.items() if len(one) == 1}


def _bare(sign: str) -> str:
    """The table puts marks of direction around letters that are written from right to left."""
    return sign.replace("\u200e", "") or sign


def _model_of(one: str, others: list[str], table: dict[str, list[str]]) -> str:
    """The one that all others of a group stand beside; of two alone, the first in Unicode."""
    if len(others) > 1:
        return one
    return others[0] if len(table.get(others[0], [])) > 1 else min(one, others[0])


@functools.lru_cache(maxsize=20_000)
def keys_of(name: str) -> frozenset[str]:
    """As it is read, and as it looks: names that share one of the two are alike."""
    drawn = [
        sign
        for sign in unicodedata.normalize("NFKD", name)
        if unicodedata.category(sign)[0] not in "CM" and sign not in BLANK
    ]
    seen = " ".join("".join(drawn).split())
    looks = "".join(_models().get(sign, sign) for sign in seen)
    return frozenset({without_accents(seen), without_accents(looks)})


class Names:
    """Names that are taken, to be asked whether another one is like one of them."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_key: dict[str, str] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        for key in keys_of(name):
            self._by_key.setdefault(key, name)

    def like(self, name: str) -> str:
        """The one that it is like, or ""."""
        return next((self._by_key[key] for key in keys_of(name) if key in self._by_key), "")
