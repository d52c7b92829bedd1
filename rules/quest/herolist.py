"""Reads hero lists, krosmaster-quest-hero/1, and holds them to Q-3. The contract: docs/quest.md."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.common.fields import Fields, nullable, number_from, one_of, reported_as, text
from rules.common.lists import NAME, ignored, read_list
from rules.common.messages import message as _
from rules.common.names import printable, slugify
from rules.common.verdicts import Issue, UnreadableError
from rules.quest.heroes import Figure, Figures, is_boss, start_gg

FORMAT: Final = "krosmaster-quest-hero/1"
MOST_TYPED: Final = 50  # figures
LEVEL: Final = 3  # of an event that names none


FIELDS: Fields = {
    "format": (reported_as(one_of(FORMAT), "wrong-format", _("The format must be {wanted}.", wanted=FORMAT)), True),
    "name": (nullable(NAME), False),
    "hero": (text, True),
    "level": (nullable(number_from(1, 6)).described("of the event; null: any"), False),
}


class UnreadableHeroError(UnreadableError):
    """A list that cannot be read, with every reason."""

    @property
    def verdict(self) -> "HeroVerdict":
        return HeroVerdict("malformed", errors=self.errors)


@dataclass(frozen=True, slots=True)
class HeroVerdict:
    """The answer to a hero list: legal, illegal or malformed, with every reason."""

    verdict: str
    hero: Figure | None = None
    violations: tuple[Issue, ...] = ()
    notes: tuple[Issue, ...] = ()
    errors: tuple[Issue, ...] = ()
    reachable: None = None  # of pools alone
    others: tuple[str, ...] = ()  # further figures of a list that is typed

    @property
    def figures(self) -> tuple[str, ...]:
        return (self.hero.slug, *self.others) if self.hero else ()

    @property
    def is_legal(self) -> bool:
        return self.verdict == "legal"

    @property
    def level(self) -> int | None:
        return self.hero.level if self.hero else None

    @property
    def initiative(self) -> int | None:
        return self.hero.initiative if self.hero else None

    def as_dict(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "level": self.level,
            "initiative": self.initiative,
            "start_gg": start_gg(self.hero) if self.hero else None,
            "violations": [violation.as_violation() for violation in self.violations],
            "notes": [note.as_note() for note in self.notes],
            "errors": [error.as_error() for error in self.errors],
            "reachable": None,
        }


@dataclass(frozen=True, slots=True)
class HeroList:
    """What a list says, before anybody holds it to the rules."""

    hero: str
    name: str = ""
    level: int | None = LEVEL  # of the event; None: any
    unknown_fields: tuple[str, ...] = ()
    team_format: str = "hero"  # as commands name the kind of a list
    pool: tuple[str, ...] = ()  # Quest has none
    more: tuple[str, ...] = ()  # further figures of a list that is typed

    @property
    def figures(self) -> tuple[str, ...]:
        return (self.hero, *self.more)

    def check(self, known: Figures) -> HeroVerdict:
        figure = known.find(self.hero)
        if figure is None:
            return HeroVerdict("malformed", errors=(_unknown(self.hero, known),))
        broken = (*_violations(figure, self.level), *self._alone())
        others = tuple(card.slug if (card := known.find(name)) else slugify(name) for name in self.more)
        notes = tuple(_notes(figure, self.unknown_fields))
        return HeroVerdict("illegal" if broken else "legal", figure, broken, notes, others=others)

    def _alone(self) -> Iterator[Issue]:
        """Q-3.2."""
        if self.more:
            message = _("A player of Quest has one Krosmaster, not {count}.", count=len(self.figures))
            yield Issue("error", "one-krosmaster", message, None, "Q-3.2", (), _("Keep one figure."))


def parse_json(data: bytes) -> HeroList:
    """Raises UnreadableHeroError with every fault."""
    document, unknown = read_list(data, FIELDS, _("A hero list is a JSON object."), UnreadableHeroError)
    return HeroList(document["hero"], document.get("name") or "", document.get("level", LEVEL), unknown)


def read(data: bytes, **_settings: Any) -> HeroList:
    """A JSON document if it looks like one, else a figure a line; Quest has no profiles. Raises UnreadableHeroError."""
    return parse_json(data) if looks_like_json(data) else parse_text(data)


def looks_like_json(data: bytes) -> bool:
    return data.removeprefix(BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def parse_text(data: bytes) -> HeroList:
    """The name of a figure, `#` before a comment. Raises UnreadableHeroError."""
    try:
        lines = [line.split("#")[0].strip() for line in data.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError as error:
        message = _("Byte {place} is not UTF-8.", place=error.start)
        raise UnreadableHeroError([Issue("error", "not-utf8", message, "")]) from None
    hero, *more = [line for line in lines if line] or [""]
    if not hero:
        raise UnreadableHeroError([Issue("error", "empty", _("The list contains no figures."), "")])
    if len(more) >= MOST_TYPED:
        message = _("at most {most} figures", most=MOST_TYPED)
        raise UnreadableHeroError([Issue("error", "too-many-figures", message, "")])
    return HeroList(hero, more=tuple(more))


def check(figures: Sequence[str], level: int | None, known: Figures) -> HeroVerdict:
    """Hold the figure of a list to the level of an event; None: any."""
    hero, *more = figures or ("",)
    return HeroList(hero, level=level, more=tuple(more)).check(known)


def _violations(figure: Figure, level: int | None) -> Iterator[Issue]:
    about = (figure.slug,)
    if is_boss(figure):
        message = _("{name} is a Boss, and no player's Krosmaster.", name=figure.name)
        yield Issue("error", "boss", message, None, "Q-3.4", about, _("Choose a figure that is no Boss."))
    if level is not None and figure.level != level:
        message = _("{name} has level {level}.", name=figure.name, level=figure.level)
        remedy = _("Choose a figure of level {level}.", level=level)
        yield Issue("error", "wrong-level", message, None, "Q-3.5", about, remedy)


def _notes(figure: Figure, unknown_fields: Sequence[str]) -> Iterator[Issue]:
    if figure.boss is None and not is_boss(figure):
        message = _("It is not known whether {name} is a Boss.", name=figure.name)
        yield Issue("note", "boss-not-known", message, about=(figure.slug,))
    yield from map(ignored, unknown_fields)


def _unknown(hero: str, known: Figures) -> Issue:
    alike = tuple(known.nearest(hero))
    name = printable(hero)
    if not alike:
        return Issue("error", "unknown-figure", _("There is no figure called {name}.", name=name), "/hero")
    facts = {"name": name, "nearest": ", ".join(alike)}
    message = _("There is no figure called {name}. Closest matches: {nearest}.", **facts)
    return Issue("error", "unknown-figure", message, "/hero", nearest=alike)
