"""Who has met whom, as the players' own lists say it together.

All lists are compared at once, as arrays of numbers; one by one only if something is wrong.
"""

from collections.abc import Sequence
from itertools import chain, repeat

DROPPED = -1


class Meetings:
    """The opponents whom each player lists; `own` and `others` are the places of both players of every entry."""

    def __init__(self, ids: Sequence[str], met: Sequence[Sequence[str]]) -> None:
        import numpy as np  # noqa: PLC0415  20 MB, for processes that pair

        self.ids, self.met = ids, met
        self.places = dict(zip(ids, range(len(ids)), strict=True))
        self.own = np.repeat(np.arange(len(ids)), [*map(len, met)])
        opponents = [*map(self.places.get, chain.from_iterable(met), repeat(DROPPED))]
        self.others = np.array(opponents, np.int64)

    def with_oneself(self) -> int | None:
        """The place of the first player who claims to have met themselves."""
        found = self.own[self.own == self.others]
        return int(found[0]) if len(found) else None

    def one_sided(self) -> dict[str, list[str]]:
        """Return for each player the opponents who list this player in `met` but are not listed in return."""
        one_sided: dict[str, list[str]] = {}
        if not self._are_mutual():
            listed = [frozenset(names) for names in self.met]
            for own, names in zip(self.ids, self.met, strict=True):
                for name in dict.fromkeys(names):
                    if name in self.places and own not in listed[self.places[name]]:
                        one_sided.setdefault(name, []).append(own)
        return one_sided

    def _are_mutual(self) -> bool:
        """Whether every entry has its counterpart, as often."""
        known = self.others != DROPPED
        own, others = self.own[known], self.others[known]
        there, back = own * len(self.ids) + others, others * len(self.ids) + own
        there.sort()
        back.sort()
        return bool((there == back).all())
