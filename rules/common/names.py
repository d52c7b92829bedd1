"""Names and slugs: how people and the data write the names of figures."""

import difflib
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

APOSTROPHES = str.maketrans("", "", "'’‘ʼ`´")
LIGATURES = str.maketrans({"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss", "ø": "o", "Ø": "o"})
NOT_IN_A_SLUG: Final = re.compile(r"[^a-z0-9]+")
LONGEST_NAME: Final = 80
# control characters, line breaks, and characters that change text direction (embeddings, overrides, isolates)
HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def slugify(name: str) -> str:
    """Lower case without accents and apostrophes; every other run of characters becomes a hyphen."""
    return _slug_kept(name) if len(name) <= LONGEST_NAME else _slug(name)


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.translate(APOSTROPHES).translate(LIGATURES))
    letters = "".join(character for character in plain if not unicodedata.combining(character))
    return NOT_IN_A_SLUG.sub("-", letters.lower()).strip("-")


_slug_kept: Final = lru_cache(4096)(_slug)  # a game and its lists use the same few names again and again


def printable(name: str) -> str:
    """As much of a name that somebody sent as a message can show."""
    return "".join(sign if sign.isprintable() else "?" for sign in name[:LONGEST_NAME])


def nearest(name: str, slugs: Iterable[str], count: int = 3) -> list[str]:
    """The slugs most similar to an unknown name, best first: those that start with it, then those spelled alike."""
    wanted = slugify(name[:LONGEST_NAME])
    if not wanted:
        return []
    known = list(slugs)
    starting = [slug for slug in known if slug.startswith(wanted) and len(wanted) >= 3]
    alike = difflib.get_close_matches(wanted, known, count, cutoff=0.6)
    return list(dict.fromkeys(starting + alike))[:count]
