"""What the engine notes while a log is played: on which unknown facts it depends, and what came of it."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from rules.common.proof import Belief

# what is told of injuries, KOs and GG: from it follows afterwards how much of them rests on belief
COUNTED = frozenset(
    {
        "activated",
        "turn-ends",
        "injured",
        "injury-cost",
        "healed",
        "injuries-exchanged",
        "knocked-out",
        "glory",
        "doubles",
        "doubles-named",
        "took-all",
        "set-aside",
    }
)
Event = tuple[int | None, str, Mapping[str, Any]]
Values = dict[str, frozenset[str]]


@dataclass(slots=True)
class Basis:
    believed: dict[int | None, dict[Belief, None]] = field(default_factory=dict)
    resting: set[int | None] = field(default_factory=set)  # actions done with what only belief gave
    unchecked: set[int | None] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    claims: dict[tuple[str, str | None], Values] = field(default_factory=dict)
    stocks: dict[str, int] = field(default_factory=dict)  # GG of each side before the first action
    won_before: str | None = None  # who would have won by what is known, where the log goes on by belief
    decisive: bool = False  # the winner follows only from what was believed once the log had ended

    def believe(self, action: int | None, card: str, about: str, spell: str | None) -> None:
        self.believed.setdefault(action, {})[Belief(action, card, about, spell)] = None

    def believe_action(self, action: int | None) -> None:
        """What the log says of it is believed, though no fact of a card is unknown."""
        self.believed.setdefault(action, {})

    def note(self, action: int | None, event: str, **facts: Any) -> None:
        self.events.append((action, event, facts))

    def rests(self, action: int | None) -> None:
        """Nothing of it is unknown, but by known facts alone it would not have been possible."""
        self.resting.add(action)
        self.believe_action(action)

    def beliefs(self) -> Iterable[Belief]:
        return (belief for beliefs in self.believed.values() for belief in beliefs)

    def of(self, action: int | None) -> tuple[Belief, ...]:
        return tuple(self.believed.get(action, ()))

    def claim(self, card: str, spell: str | None, name: str, values: Iterable[str], *, narrows: bool) -> None:
        """More of the same game: it narrows what is possible as long as something is left, or adds to what was seen."""
        fields = self.claims.setdefault((card, spell), {})
        before, now = fields.get(name), frozenset(values)
        if before is not None:
            now = (before & now or before | now) if narrows else before | now
        fields[name] = now

    def copied(self) -> "Basis":
        return Basis(
            {action: copy(beliefs) for action, beliefs in self.believed.items()},
            copy(self.resting),
            copy(self.unchecked),
            copy(self.events),
            {key: copy(fields) for key, fields in self.claims.items()},
            self.stocks,
            self.won_before,
            self.decisive,
        )
