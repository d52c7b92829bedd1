"""What the two books of Krosmaster Arena say otherwise, in this opinion's own words and numbers.

Numbers stand here. What is more than a number asks `of_2013`, beside the page of that book.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Book:
    of_2013: bool
    fewest: int  # figures of a team
    copies: Mapping[str, int]  # of a name, by its colour
    bosses: int
    prices: Mapping[str, int]  # of the rewards, by rank
    glory: int  # the price of a GG


BOOKS = {
    "arena-2.7": Book(
        of_2013=False,
        fewest=3,
        copies={"gold": 1, "white": 2, "black": 3},
        bosses=1,
        prices={"granite": 3, "jade": 6, "silver": 9},
        glory=12,
    ),
    "arena-2013": Book(
        of_2013=True,
        fewest=2,  # p. 30
        copies={"gold": 1, "white": 2, "black": 8},  # p. 30
        bosses=8,
        prices={"granite": 3, "jade": 6, "gold": 12},  # p. 23
        glory=10,  # p. 23
    ),
}
BOX = (  # the eight figures of the box (p. 4)
    *("king-of-the-gobballs", "queen-of-the-tofus", "bill-tell", "kassius-kaos"),
    *("bad-aboum", "anna-tommy", "oscar-kass", "lil-healey"),
)
SCENERY = {"C": 3, "B": 6, "T": 12}  # the HP of crate, bush and tree, and what they drop (p. 27)
