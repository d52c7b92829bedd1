"""Reads hero lists, krosmaster-quest-hero/1, and holds them to Q-3. The contract: docs/quest.md."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.common.fields import Fields, nullable, number_from, one_of, reported_as, text
from rules.common.lists import NAME, ignored, looks_like_json, read_list, typed_lines
from rules.common.messages import message as _
from rules.common.names import printable, slugify
from rules.common.verdicts import Issue, TeamVerdict, UnreadableListError
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


@dataclass(slots=True)
class HeroVerdict(TeamVerdict):
    """The answer to a hero list, with the GG that the hero starts with (Q-3.2)."""

    start_gg: int | None = None

    def as_dict(self) -> dict[str, Any]:
        return {**TeamVerdict.as_dict(self), "start_gg": self.start_gg}


class UnreadableHeroError(UnreadableListError):
    @property
    def verdict(self) -> HeroVerdict:
        return HeroVerdict("malformed", errors=self.errors)


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
        others = (card.slug if (card := known.find(name)) else slugify(name) for name in self.more)
        return HeroVerdict(
            "illegal" if broken else "legal",
            (figure.slug, *others),
            figure.level,
            figure.initiative,
            broken,
            tuple(_notes(figure, self.unknown_fields)),
            start_gg=start_gg(figure),
        )

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


def parse_text(data: bytes) -> HeroList:
    """The name of a figure, `#` before a comment. Raises UnreadableHeroError."""
    hero, *more = typed_lines(data, UnreadableHeroError)
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
