"""krosmaster-facts/1 of Quest: the scenarios, dashboards, mobs and items that people bring, and what is built in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from rules.common import facts as envelope
from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    count,
    list_of,
    number_from,
    object_with,
    one_of,
    text_not_blank,
)
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.table_facts import stored
from rules.quest.words import FAMILIES, LONGEST_GEEGEE_PATH, LONGEST_PATH, RESOURCES, SHORTEST_GEEGEE_PATH

GAME: Final = "quest"
ARMOUR: Final = ("headgear", "cloak", "breastplate", "boots")
WEAPONS: Final = ("weapon", "two-handed")
CONSUMABLE: Final = "consumable"


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Q-4.1, Q-4.2, Q-2.2: the Geegee Path, its prices, and the slots of the bag with none to three covers off."""

    geegee_path: int
    prices: tuple[int, ...] = ()
    slots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    adventure_path: int = LONGEST_PATH
    gg: int = 1
    repeatable: int | None = None
    words: str = ""  # rules of its own, which nothing here reads


@dataclass(frozen=True, slots=True)
class Mob:
    name: str
    family: str
    kind: str
    hp: int
    loot: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Item:
    name: str
    kind: str
    price: int
    recipe: Mapping[str, int] | None = None
    set: str = ""


AnyFact = Dashboard | Scenario | Mob | Item


@dataclass(frozen=True, slots=True)
class QuestFacts:
    """What a game is held against. Never changed: other facts are another object, with another digest."""

    dashboard: Dashboard | None = None
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    mobs: Mapping[str, Mob] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    digest: str = ""  # of what was brought

    def mob(self, name: str) -> Mob | None:
        return self.mobs.get(slugify(name))

    def item(self, name: str) -> Item | None:
        return self.items.get(slugify(name))

    def scenario(self, name: str) -> Scenario | None:
        return self.scenarios.get(slugify(name))


# -- what a body may hold: its fields, and what is made of them ------------------------------------------------


def _exactly(entry: Shape, length: int) -> Shape:
    several = list_of(entry)

    def check(value: Any) -> None:
        several.check(value)
        if len(value) != length:
            raise InvalidValue("out-of-bounds", _("{length} numbers are expected", length=length))

    return Shape(check, {**several.schema, "minItems": length, "maxItems": length})


_NAME = text_not_blank
_PRICE = number_from(0, 99)
_RESOURCES = object_with(**dict.fromkeys(RESOURCES, (count, False)))

BODIES: Final[Mapping[str, Fields]] = {
    "dashboard": {
        "geegee_path": (number_from(SHORTEST_GEEGEE_PATH, LONGEST_GEEGEE_PATH), True),
        "prices": (list_of(_PRICE), False),
        "slots": (_exactly(count, 4), False),
    },
    "scenario": {
        "name": (_NAME, True),
        "adventure_path": (number_from(5, LONGEST_PATH), False),
        "quest": (object_with(gg=(number_from(1, 3), False)), False),
        "repeatable": (count, False),
        "words": (_NAME, False),
    },
    "mob": {
        "name": (_NAME, True),
        "family": (one_of(*FAMILIES), True),
        "type": (one_of("normal", "dungeon", "special", "boss"), True),
        "hp": (number_from(1, 99), True),
        "loot": (_RESOURCES, True),
    },
    "item": {
        "name": (_NAME, True),
        "type": (one_of(*WEAPONS, *ARMOUR, "trinket", CONSUMABLE), True),
        "price": (_PRICE, True),
        "recipe": (_RESOURCES, False),
        "set": (_NAME, False),
    },
}


def _dashboard(_slug: str, body: Mapping[str, Any]) -> Dashboard:
    prices = tuple(body.get("prices", ()))
    if "prices" in body and len(prices) != body["geegee_path"]:
        message = _("a price of each of the {spaces} spaces is expected", spaces=body["geegee_path"])
        raise InvalidValue("out-of-bounds", message, "/prices")
    return Dashboard(body["geegee_path"], prices, tuple(body.get("slots", ())))


def _scenario(_slug: str, body: Mapping[str, Any]) -> Scenario:
    return Scenario(
        body["name"],
        body.get("adventure_path", LONGEST_PATH),
        body.get("quest", {}).get("gg", 1),
        body.get("repeatable"),
        body.get("words", ""),
    )


def _mob(_slug: str, body: Mapping[str, Any]) -> Mob:
    return Mob(body["name"], body["family"], body["type"], body["hp"], body["loot"])


def _item(_slug: str, body: Mapping[str, Any]) -> Item:
    return Item(body["name"], body["type"], body["price"], body.get("recipe"), body.get("set", ""))


MADE_OF: Final[Mapping[str, Callable[[str, Mapping[str, Any]], AnyFact]]] = {
    "dashboard": _dashboard,
    "scenario": _scenario,
    "mob": _mob,
    "item": _item,
}
WAR_CHIEF: Final[Mapping[str, Any]] = {
    "kind": "mob",
    "slug": "war-chief",
    "source": "rule book, the example of loot",
    "body": {"name": "War Chief", "family": "gobball", "type": "normal", "hp": 4, "loot": {"wool": 1, "horn": 2}},
}
BUILT_IN_ENTRIES: Final = (WAR_CHIEF,)
BUILT_IN: Final = QuestFacts(mobs={each["slug"]: _mob(each["slug"], each["body"]) for each in BUILT_IN_ENTRIES})


READER: Final = envelope.FactReader(
    GAME, BODIES, MADE_OF, {"dashboard": _("one dashboard a file is enough: all of them are alike")}
)


@lru_cache(maxsize=8)
def known_from(content: bytes) -> QuestFacts:
    """What a stored document adds to what is built in; without one, that alone."""
    if not content:
        return BUILT_IN
    found, digest = stored(READER, content)
    return QuestFacts(
        dashboard=next(iter(found["dashboard"].values()), None),
        scenarios=found["scenario"],
        mobs={**BUILT_IN.mobs, **found["mob"]},
        items=found["item"],
        digest=digest,
    )
