"""The record of a ruleset of Arena: what the engine takes from it instead of knowing which one is played.

Numbers are fields; what is more than a number is a small function beside its article.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.arena.laws.seats import Mode


def same_number(article: str) -> str:
    return article


@dataclass(frozen=True, slots=True, kw_only=True)
class Laws:
    slug: str
    title: str
    engine: str  # named by every report; another number where a report of the same log would change
    cites: Callable[[str], str] = same_number  # the engine names articles of 2.7: their numbers in this ruleset
    ranks: Mapping[str, tuple[str, ...]]  # of the rewards, by the box that is played with
    reward_prices: Mapping[str, int]
    crafter_prices: Mapping[str, int]
    glory_price: int
    modes: Mapping[str, Mode]  # by their names in a log
    crate_reach: int
    block_loss: Callable[[int, int, bool], int]  # locks, dodges, whether a Krosmaster blocks: MP and AP alike
