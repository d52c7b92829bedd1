"""The printed facts of a figure that the catalogue does not hold (2.1 to 2.4): a new expansion, brought by people."""

from dataclasses import dataclass
from typing import Literal

from rules.arena.cards import BOSS, Card, catalogue
from rules.common.binding import Amount, Count, Words
from rules.common.fields import Wrong
from rules.common.messages import sentence as _
from rules.common.names import slugify

MOST = {"level": 6, "initiative": 20, "mp": 12, "hp": 40, "ap": 20}  # as in the files of the catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTable:
    """2.1, 2.2, 2.4: the printed facts of a figure that the catalogue does not hold; without `ap` the card shows none.
    Its powers and spells are a fact of their own, of the kind `text`."""

    name: Words
    version: Words | None = None
    french: Words | None = None
    expansion: Words
    colour: Literal["gold", "white", "black", "unknown"] = "unknown"
    boss: Literal["yes", "no", "unknown"] = "unknown"
    types: tuple[Words, ...] = ()
    level: Count
    initiative: Amount
    mp: Amount
    hp: Count
    ap: Amount | None = None

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            if (getattr(self, name) or 0) > most:
                said = _("a number of at most {most} is expected", most=most)
                raise Wrong("out-of-bounds", said, f"/{name}")

    def printed(self, slug: str) -> Card:
        card = Card(
            slug=slug,
            name=self.name,
            version=self.version or "",
            french=self.french,
            colour=self.colour,
            boss=BOSS[self.boss],
            types=self.types,
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
            raise Wrong("another-slug", _("the name makes it {slug}", slug=slugify(card.full_name)), "/name")
        if catalogue().find(slug) is not None:
            raise Wrong("in-the-catalogue", _("the catalogue already has this card"), "/name")
        return card
