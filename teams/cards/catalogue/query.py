"""The search of cards: words and numbers, as "fire lock", "hp>9" or "spell:jump level=2-3".

What it reads is an index of words and numbers, each word as `slugify` writes it. `static/js/builder/query.js` reads the
same in the page of the builder; `tests/js/card-search.json` holds the two together."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.common.names import slugify

# each with the words that people write for it, in English and French
NUMBERS = {
    "level": ("level", "lvl", "niveau", "niv"),
    "initiative": ("initiative", "init", "ini"),
    "mp": ("mp", "pm"),
    "hp": ("hp", "pv"),
    "ap": ("ap", "pa"),
    "cost": ("cost", "cout"),
    "range": ("range", "portee", "po"),
    "damage": ("damage", "dmg", "degats", "degat"),
}
KINDS = {
    "name": ("name", "nom"),
    "type": ("type",),
    "colour": ("colour", "color", "couleur"),
    "expansion": ("expansion", "extension"),
    "power": ("power", "pouvoir"),
    "spell": ("spell", "sort"),
    "element": ("element",),
    "range": ("range", "portee"),
    "effect": ("effect", "effet"),
}
NUMBER_NAMED = {alias: name for name, aliases in NUMBERS.items() for alias in aliases}
KIND_NAMED = {alias: kind for kind, aliases in KINDS.items() for alias in aliases}
PIECE = re.compile(r'[^\s",;]*"[^"]*"?|[^\s",;]+')
SIGN = re.compile(r"\s*(>=|<=|=|>|<|:)\s*")
COMPARED = re.compile(r"([^<>=:]*)(>=|<=|=|>|<|:)(.*)")
NUMBER = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
BETWEEN = " | "  # names in one text of the index, so that no two are found as one


class Entry(NamedTuple):
    """What a card can be found by: the words of each kind, joined by BETWEEN, and its numbers."""

    words: Mapping[str, str]
    numbers: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Number:
    """ "hp>9": one of these numbers lies between the two."""

    name: str
    sign: str
    value: str
    least: int = 0
    most: int = 999

    def fits(self, entry: Entry) -> bool:
        return any(self.least <= number <= self.most for number in entry.numbers.get(self.name, ()))


@dataclass(frozen=True, slots=True)
class Words:
    """ "fire", or "power:lock", which looks in one kind only."""

    text: str
    kind: str = ""

    def kinds(self, entry: Entry, *, inside: bool) -> Iterator[str]:
        """Yield the kinds of words in which it is found: where a word begins with it, or anywhere."""
        wanted = self.text if inside else f" {self.text}"
        for kind, text in entry.words.items():
            if self.kind in ("", kind) and wanted in f" {text}":
                yield kind


class Query(NamedTuple):
    numbers: tuple[Number, ...]
    words: tuple[Words, ...]
    unread: tuple[str, ...]  # what was typed and means nothing


class Found(NamedTuple):
    """The cards that were found, in the order of the index, and how the search was understood."""

    slugs: list[str]
    numbers: tuple[Number, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...]  # each with the kinds in which it was found
    nowhere: tuple[str, ...]  # words that no card has
    unread: tuple[str, ...]


def read(typed: str) -> Query:
    terms = [_term(piece) for piece in _pieces(typed)]
    return Query(
        tuple(term for term in terms if isinstance(term, Number)),
        tuple(term for term in terms if isinstance(term, Words) and term.text),
        tuple(term for term in terms if isinstance(term, str)),
    )


def _pieces(typed: str) -> Iterable[str]:
    """Split into terms: "hp > 9" and "level 2" are one, and so is what stands in quotation marks."""
    pieces = PIECE.findall(SIGN.sub(r"\1", typed.replace("≥", ">=").replace("≤", "<=")))
    joined: list[str] = []
    for piece in pieces:
        if joined and slugify(joined[-1]) in NUMBER_NAMED and NUMBER.fullmatch(piece):
            joined[-1] = f"{joined[-1]}={piece}"
        else:
            joined.append(piece)
    return joined


def _term(piece: str) -> Number | Words | str:
    compared = COMPARED.fullmatch(piece)
    if not compared:
        return Words(_plain(piece))
    name, sign, value = slugify(compared[1]), compared[2].replace(":", "="), compared[3]
    number = NUMBER.fullmatch(value)
    if number and name in NUMBER_NAMED and (sign == "=" or not number[2]):
        return _number(NUMBER_NAMED[name], sign, value, int(number[1]), int(number[2] or number[1]))
    if sign == "=" and name in KIND_NAMED and _plain(value):
        return Words(_plain(value), KIND_NAMED[name])
    return piece


def _number(name: str, sign: str, value: str, least: int, most: int) -> Number:
    bounds = {"=": (least, most), ">": (least + 1, 999), ">=": (least, 999), "<": (0, least - 1), "<=": (0, least)}
    return Number(name, sign, value, *bounds[sign])


def _plain(text: str) -> str:
    return slugify(text).replace("-", " ")


def search(typed: str, index: Mapping[str, Entry]) -> Found:
    """Return the cards that have all that was typed. A word is found inside others only where none begins with it."""
    query = read(typed)
    left = [slug for slug, entry in index.items() if all(number.fits(entry) for number in query.numbers)]
    understood, nowhere = [], []
    for word in query.words:
        found = _found(word, index)
        kinds = {kind for each in found.values() for kind in each}
        left = [slug for slug in left if slug in found]
        if found:
            understood.append((word.text, tuple(kind for kind in KINDS if kind in kinds)))
        else:
            nowhere.append(word.text)
    return Found(left, query.numbers, tuple(understood), tuple(nowhere), query.unread)


def _found(word: Words, index: Mapping[str, Entry]) -> dict[str, list[str]]:
    for inside in (False, True):
        found = {slug: kinds for slug, entry in index.items() if (kinds := list(word.kinds(entry, inside=inside)))}
        if found:
            return found
    return {}
