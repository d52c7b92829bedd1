"""The words of the game that logs and facts share: players, resources, families, events and quests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LETTERS: Final = ("A", "B", "C", "D", "E")
FAMILIES: Final = ("gobball", "tofu")
RESOURCES: Final = ("wood", "iron", "dung", "wool", "horn", "egg", "feather", "beak")
OF_FAMILY: Final = {"gobball": ("dung", "wool", "horn"), "tofu": ("egg", "feather", "beak")}
KROSMASTER: Final = "krosmaster"  # what `mob` says where a Krosmaster was killed
KAMAS: Final = "kamas"
BOSS_FIGURES: Final = ("royal-gobball", "royal-tofu")  # names them

LONGEST_PATH: Final = 8  # places of the Adventure Path
SHORTEST_GEEGEE_PATH, LONGEST_GEEGEE_PATH = 7, 30  # spaces
START_PRICE: Final = 3  # of every resource
START_KAMAS: Final = 5


@dataclass(frozen=True, slots=True)
class Quest:
    """Q-4.8: what a standard quest of the path asks: resources in the bag, Kamas, or a kill in this turn."""

    bag: Mapping[str, int] | None = None
    kamas: int = 0
    kill: str = ""
    gg: int = 1


QUESTS: Final[Mapping[str, Quest]] = {
    "put-your-foot-in-it": Quest({"dung": 4}),
    "so-soft": Quest({"wool": 3}),
    "horn-in": Quest({"horn": 2}),
    "bakers-dozen": Quest({"egg": 4}),
    "light-as-a-feather": Quest({"feather": 3}),
    "dos-beak": Quest({"beak": 2}),
    "bling-bling": Quest(kamas=12),
    "gobbicide": Quest(kill="gobball"),
    "toficide": Quest(kill="tofu"),
    "krosmasticide": Quest(kill=KROSMASTER, gg=2),
}
REPEATABLE: Final = "repeatable"
DRAWN: Final = "quest:"  # before the name of a quest that the Demon draws

# the cards that are always in the deck, and those of each family
ALWAYS: Final = (
    *("enemy-krosmaster", "trees", "veins", "price-change", "new-arrival", "auction"),
    *("quest:bling-bling", "quest:krosmasticide", "quest:repeatable"),
)
DECKS: Final = {
    "gobball": (
        *("gobball-spawn", "special-gobball-spawn", "royal-gobball", "dung"),
        *("quest:put-your-foot-in-it", "quest:so-soft", "quest:horn-in", "quest:gobbicide"),
    ),
    "tofu": (
        *("tofu-spawn", "special-tofu-spawn", "royal-tofu", "eggs"),
        *("quest:bakers-dozen", "quest:light-as-a-feather", "quest:dos-beak", "quest:toficide"),
    ),
}
EVENTS: Final = (*ALWAYS, *DECKS["gobball"], *DECKS["tofu"])


def deck(families: tuple[str, ...]) -> frozenset[str]:
    return frozenset((*ALWAYS, *(card for family in families for card in DECKS[family])))


def resources(families: tuple[str, ...]) -> frozenset[str]:
    """Q-9.1: what the marketplace deals in."""
    return frozenset(("wood", "iron", *(each for family in families for each in OF_FAMILY[family])))
