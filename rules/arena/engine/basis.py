"""What the engine records while it plays a log: the unknown facts it relied on, and their consequences."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.common.proof import Belief, Fact

# events of injuries, KOs and GG, from which the share that rests on belief is computed afterwards
COUNTED: Final = frozenset(
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
Values = Mapping[str, frozenset[str]]
# facts that only say whether an action was legal, never what it does
DECLARED: Final = frozenset({"copies", "effects", "spell"})  # what they do the players alone say
OF_LEGALITY: Final = frozenset({"alterable", "colour", "cost", "limit", "range", "rank", "sight"})


@dataclass(slots=True)
class Effects:
    """What other values of a fact would change (rules/arena/doubt.py)."""

    illegal: set[int | None] = field(default_factory=set)  # the first action that a value forbids
    otherwise: set[int | None] = field(default_factory=set)  # actions that would end otherwise
    # and for whom, pieces and players
    of_whom: set[tuple[int | None, str]] = field(default_factory=set)
    winner: bool = False
    glory: bool = False
    # values that change something and forbid nothing, one of each consequence: actions that end otherwise, and GG
    live: dict[tuple[int | None, ...], Any] = field(default_factory=dict)

    @property
    def decides(self) -> str | None:
        return "winner" if self.winner else "glory" if self.glory else "legality" if self.illegal else None


@dataclass(slots=True)
class Basis:
    believed: dict[int | None, tuple[Belief, ...]] = field(default_factory=dict)
    resting: set[int | None] = field(default_factory=set)  # actions that were only possible through believed gains
    unchecked: set[int | None] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    since: dict[tuple[int | None, Fact | None], int] = field(default_factory=dict)  # see `believe`; None: `rest`
    sure: set[int] = field(default_factory=set)  # events that the rules alone bring about, whatever else is believed
    effects: dict[Fact, Effects] = field(default_factory=dict)  # of the facts of which all values were tried
    claims: dict[tuple[str, str | None], Values] = field(default_factory=dict)
    stocks: dict[str, int] = field(default_factory=dict)  # GG of each side before the first action
    won_before: str | None = None  # who would have won by known facts, if the log goes on by belief
    decisive: bool = False  # the winner follows only from what was believed after the log had ended
    followed: tuple[tuple[int, int, int], Any] | None = (
        None  # see rests_of: how much was told, and what follows from it
    )

    def believe(self, action: int | None, card: str, about: str, spell: str | None, since: int = 0) -> None:
        """Of an action, or only of its events from that number on."""
        belief, beliefs = Belief(action, card, about, spell), self.of(action)
        is_new = belief not in beliefs
        if is_new:
            self.believed[action] = (*beliefs, belief)
        self._begin((action, belief.fact), since, is_new=is_new)

    def _begin(self, what: tuple[int | None, Fact | None], since: int, *, is_new: bool) -> None:
        if not since:
            self.since.pop(what, None)
        elif is_new or since < self.since.get(what, 0):
            self.since[what] = since

    def believe_action(self, action: int | None) -> None:
        """Record that the log is believed about this action, although no fact of a card is unknown."""
        self.believed.setdefault(action, ())

    def note(self, action: int | None, event: str, **facts: Any) -> None:
        self.events.append((action, event, facts))

    def be_sure(self, since: int, units: Collection[str]) -> None:
        """What has happened to these units from that event on."""
        happened = enumerate(self.events[since:], since)
        self.sure.update(number for number, (_at, _event, facts) in happened if facts.get("unit") in units)

    def rest(self, action: int | None, since: int = 0) -> None:
        """Record that the action, or its events from that number on, would not have been possible by known facts
        alone."""
        is_new = action not in self.resting
        if is_new:
            self.resting.add(action)
            self.believe_action(action)
        self._begin((action, None), since, is_new=is_new)

    def beliefs(self) -> Iterable[Belief]:
        return (belief for beliefs in self.believed.values() for belief in beliefs)

    def of(self, action: int | None) -> tuple[Belief, ...]:
        return self.believed.get(action, ())

    def narrow(self) -> None:
        """Keep of what is believed only what could be otherwise under another value of the fact."""
        for fact, effects in self.effects.items():
            for action in effects.otherwise | effects.illegal:
                self.believe(action, *fact)
        for action, beliefs in [*self.believed.items()]:
            kept = tuple(each for each in beliefs if self._could_be_otherwise(each))
            if kept or not beliefs or action in self.resting:
                self.believed[action] = kept
            else:
                del self.believed[action]

    def _could_be_otherwise(self, belief: Belief) -> bool:
        effects = self.effects.get(belief.fact)
        return effects is None or belief.action in effects.otherwise | effects.illegal

    def leaning(self) -> set[int | None]:
        """The actions of which the players alone say what they did."""
        return {action for action in self.believed if self.is_leant_on(action)}

    def is_leant_on(self, action: int | None) -> bool:
        return action in self.resting or self._leans(self.of(action))

    def _leans(self, beliefs: tuple[Belief, ...]) -> bool:
        return not beliefs or any(each.fact not in self.effects and each.field not in OF_LEGALITY for each in beliefs)

    def rests(self, number: int, action: int | None, whom: str | None) -> bool:
        """Whether an event may rest on belief, of an action on which the players are believed: what happened to a piece
        or a player. Whatever else would end otherwise, what all values of the facts bring about is sure."""
        if number in self.sure:
            return False
        if any((action, whom) in effects.of_whom for effects in self.effects.values()):
            return True
        return self.is_leant_on(action) and number >= self._begins(action)

    def _begins(self, action: int | None) -> int:
        facts: list[Fact | None] = [each.fact for each in self.of(action) if self._leans((each,))]
        if action in self.resting or not facts:
            facts.append(None)
        return min(self.since.get((action, fact), 0) for fact in facts)

    def otherwise(self) -> set[int | None]:
        """And those of which the data leaves open what they did."""
        return self.leaning().union(*(effects.otherwise for effects in self.effects.values()))

    def claim(self, card: str, spell: str | None, name: str, values: Iterable[str], *, narrows: bool) -> None:
        """Add a claim of the same game: it narrows the possible values while any are left, or extends what was seen."""
        fields = self.claims.get((card, spell), {})
        before, now = fields.get(name), frozenset(values)
        if before is not None:
            now = (before & now or before | now) if narrows else before | now
        self.claims[card, spell] = {**fields, name: now}
