"""Reads team lists, krosmaster-blast-team/1, and holds them to B-1.1 and B-11.2. The contract: docs/blast.md."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.blast.cards import BlastFacts, Fighter, too_many
from rules.blast.words import LARGEST_TEAM, SMALLEST_TEAM, UNKNOWN
from rules.common.facts import LONGEST_SLUG
from rules.common.fields import Fields, InvalidValue, Shape, list_of, nullable, number_from, one_of, reported_as
from rules.common.lists import NAME, ignored, looks_like_json, read_list, typed_lines
from rules.common.messages import message as _
from rules.common.names import printable, slugify
from rules.common.verdicts import Issue, TeamVerdict, UnreadableListError

FORMAT: Final = "krosmaster-blast-team/1"
MOST_FIGURES: Final = 50
LINE: Final = re.compile(r"(?:(?P<count>\d{1,3})(?:[x×]\s*|\s+[x×]\s+))?(?P<name>.+)", re.IGNORECASE)


_NAMES = list_of(NAME)


def _figures(value: Any) -> list[str] | None:
    if type(value) is list and len(value) > MOST_FIGURES:
        raise InvalidValue("too-many-figures", _("at most {most} figures", most=MOST_FIGURES))
    return None if type(value) is list else _NAMES.check(value)


FIELDS: Fields = {
    "format": (reported_as(one_of(FORMAT), "wrong-format", _("The format must be {wanted}.", wanted=FORMAT)), True),
    "name": (nullable(NAME), False),
    "figures": (Shape(_figures, {**_NAMES.schema, "maxItems": MOST_FIGURES}, entry=NAME), True),
    "size": (number_from(SMALLEST_TEAM, LARGEST_TEAM).described("of a team in this event"), False),
}


@dataclass(frozen=True, slots=True)
class TeamList:
    """What a list says, before anybody holds it to the rules."""

    figures: tuple[str, ...]
    name: str = ""
    size: int = SMALLEST_TEAM
    unknown_fields: tuple[str, ...] = ()
    team_format: str = "blast"  # as commands name the kind of a list
    pool: tuple[str, ...] = ()  # Blast has none

    def check(self, known: BlastFacts) -> TeamVerdict:
        """`known` are the facts, with those that people have brought."""
        cards = [card for name in self.figures if (card := known.fighter(name))]
        broken = (*self._of_size(), *self._minions(known), *_copies(cards))
        notes = (*_not_known(self.figures, known), *_rarities(cards), *map(ignored, self.unknown_fields))
        slugs = tuple(card.slug if (card := known.fighter(name)) else slug_of(name) for name in self.figures)
        return TeamVerdict("illegal" if broken else "legal", slugs, violations=broken, notes=notes)

    def _of_size(self) -> Iterator[Issue]:
        """B-1.1."""
        if len(self.figures) != self.size:
            facts = {"count": len(self.figures), "size": self.size}
            message = _("A team has {size} figures, not {count}.", **facts)
            remedy = _("Choose {size} figures.", size=self.size)
            yield Issue("error", "team-size", message, None, "B-1.1", (), remedy)

    def _minions(self, known: BlastFacts) -> Iterator[Issue]:
        """B-1.1."""
        for name in dict.fromkeys(self.figures):
            card = None if known.fighter(name) else known.minion(name)
            if card:
                message = _("{name} is a Minion, and no member of a team.", name=card.name)
                remedy = _("Choose a Krosmaster.")
                yield Issue("error", "a-minion", message, None, "B-1.1", (card.slug,), remedy)


def slug_of(unknown: str) -> str:
    """How lists and logs keep a figure that nobody has entered."""
    return slugify(unknown)[:LONGEST_SLUG] or UNKNOWN


def parse_json(data: bytes) -> TeamList:
    """Raises UnreadableListError with every fault."""
    document, unknown = read_list(data, FIELDS, _("A team list is a JSON object."), UnreadableListError)
    size = document.get("size", SMALLEST_TEAM)
    return TeamList(tuple(document["figures"]), document.get("name") or "", size, unknown)


def read(data: bytes, **_settings: Any) -> TeamList:
    """A JSON document if it looks like one, else a figure a line; Blast has no profiles and no formats. Raises
    UnreadableListError."""
    return parse_json(data) if looks_like_json(data) else parse_text(data)


def parse_text(data: bytes) -> TeamList:
    """One figure a line, `2x` before it allowed, and `#` before a comment. Raises UnreadableListError."""
    figures: list[str] = []
    for match in filter(None, map(LINE.fullmatch, typed_lines(data, UnreadableListError))):
        figures += [match["name"]] * min(int(match["count"] or 1), MOST_FIGURES + 1)
    if len(figures) > MOST_FIGURES:
        message = _("at most {most} figures", most=MOST_FIGURES)
        raise UnreadableListError([Issue("error", "too-many-figures", message, "")])
    return TeamList(tuple(figures))


def check(figures: Sequence[str], size: int, known: BlastFacts) -> TeamVerdict:
    """Hold the figures of a team to the size of an event."""
    return TeamList(tuple(figures), size=size).check(known)


def _copies(cards: list[Fighter]) -> Iterator[Issue]:
    """B-11.2."""
    names = {card.slug: card.name for card in cards}
    for slug, count, is_sure in too_many(cards):
        if is_sure:
            message = _("{card} is {count} times in one team.", card=names[slug], count=count)
            remedy = _("An elite figure stands once in a team, a common one twice.")
            yield Issue("error", "too-many-copies", message, None, "B-11.2", (slug,), remedy)


def _not_known(figures: tuple[str, ...], known: BlastFacts) -> Iterator[Issue]:
    """No list of all figures exists."""
    for name in dict.fromkeys(figures):
        if known.fighter(name) or known.minion(name):
            continue
        alike = known.nearest(name)
        shown = printable(name)
        message = _("Nobody has entered a figure called {name}.", name=shown)
        if alike:
            facts = {"name": shown, "nearest": ", ".join(known.fighters[each].name for each in alike)}
            message = _("Nobody has entered a figure called {name}. Closest matches: {nearest}.", **facts)
        yield Issue("warning", "figure-not-known", message, about=(slugify(shown), *alike), nearest=tuple(alike))


def _rarities(cards: list[Fighter]) -> Iterator[Issue]:
    names = {card.slug: card.name for card in cards if card.rarity == "unknown"}
    if names:
        message = _("Nobody knows whether these figures are elite or common: {figures}.", figures=[*names.values()])
        yield Issue("note", "rarity-not-known", message, about=tuple(names))
