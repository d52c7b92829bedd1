"""The printed facts of a figure that the catalogue does not hold (2.1 to 2.4): a new expansion, brought by people."""

from dataclasses import dataclass
from typing import Any, Literal

from rules.arena.cards import BOSS, Card, catalogue
from rules.common.fields import InvalidValue
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.signatures import Amount, Count, Words

TYPE_OF_BOSSES = "Boss"
MOST = {"level": 6, "initiative": 20, "mp": 12, "hp": 40, "ap": 20}  # as in the files of the catalogue


def refuse_large(table: Any) -> None:
    for name, most in MOST.items():
        number = getattr(table, name)
        if isinstance(number, int) and number > most:
            message = _("a number of at most {most} is expected", most=most)
            raise InvalidValue("out-of-bounds", message, f"/{name}")


def boss_is_a_type(types: tuple[str, ...], boss: str | None) -> None:
    """2.2.1: a Boss is who has the type. Where `boss` says it alone, the types were not seen."""
    has_it = TYPE_OF_BOSSES in printed_types(types)
    if (has_it and boss in ("no", "unknown")) or (types and not has_it and boss == "yes"):
        raise InvalidValue("contradiction", _("`boss` says something else than `types`"), "/boss")


def printed_types(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(TYPE_OF_BOSSES if slugify(each) == slugify(TYPE_OF_BOSSES) else each for each in types)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTable:
    """2.1, 2.2, 2.4: the printed facts of a figure that the catalogue does not hold; without `ap` the card shows none.
    Its powers and spells are a fact of their own, of the kind `text`."""

    name: Words
    version: Words | None = None
    french: Words | None = None
    expansion: Words
    colour: Literal["gold", "white", "black", "unknown"] = "unknown"
    boss: Literal["yes", "no", "unknown"] | None = None
    types: tuple[Words, ...] = ()
    level: Count
    initiative: Amount
    mp: Amount
    hp: Count
    ap: Amount | None = None

    def __post_init__(self) -> None:
        refuse_large(self)
        boss_is_a_type(self.types, self.boss)
        for name in ("name", "expansion"):
            if not slugify(getattr(self, name)):
                raise InvalidValue("not-a-name", _("a name with letters or digits is expected"), f"/{name}")

    def printed(self, slug: str) -> Card:
        types = printed_types(self.types) or ((TYPE_OF_BOSSES,) if self.boss == "yes" else ())
        card = Card(
            slug=slug,
            name=self.name,
            version=self.version or "",
            french=self.french,
            colour=self.colour,
            boss=True if TYPE_OF_BOSSES in types else BOSS[self.boss or "unknown"],
            types=types,
            level=self.level,
            initiative=self.initiative,
            mp=self.mp,
            hp=self.hp,
            ap=self.ap,
            expansion=slugify(self.expansion),
            season=None,
            inferred=(),
            source="",
        )
        if slug != slugify(card.full_name):
            raise InvalidValue("another-slug", _("the name makes it {slug}", slug=slugify(card.full_name)), "/name")
        if catalogue().find(slug) is not None:
            raise InvalidValue("in-the-catalogue", _("the catalogue already has this card"), "/name")
        namesake = catalogue().find(self.french) if self.french else None
        if namesake is not None and namesake.name != self.name:
            message = _("the catalogue has another card of this name: {slug}", slug=namesake.slug)
            raise InvalidValue("in-the-catalogue", message, "/french")
        return card
