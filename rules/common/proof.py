"""What a report rests on: which actions were proved, believed for lack of a fact, or not checked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MOST_LISTED = 1_000  # listed per report; the counts include all

PROVED, BELIEVED, UNCHECKED, FAULTY = "proved", "believed", "unchecked", "faulty"

COUNTS = (
    *("proved", "believed", "unchecked", "faulty"),
    *("believed_injuries", "believed_knock_outs", "believed_glory", "decisive"),
)


class Fact(NamedTuple):
    """Of a card, or of a spell of it."""

    card: str
    field: str
    spell: str | None = None


class OpenFact(NamedTuple):
    """A fact that is missing from the data, and what hangs on it: "winner", "glory", "legality" or nothing."""

    fact: Fact
    decides: str | None

    @property
    def is_decisive(self) -> bool:
        return self.decides in ("winner", "glory")

    def as_dict(self) -> dict[str, Any]:
        return {**self.fact._asdict(), "decides": self.decides}


class Belief(NamedTuple):
    """A fact that is missing from the data and on which a decision depended. `action` is None for the header."""

    action: int | None
    card: str
    field: str
    spell: str | None = None

    @property
    def fact(self) -> Fact:
        return Fact(self.card, self.field, self.spell)

    def as_dict(self) -> dict[str, Any]:
        return {"action": self.action, "card": self.card, "field": self.field, "spell": self.spell}


@dataclass(frozen=True, slots=True)
class Claim:
    """What a game assumes about a text that is missing from the data: the possible values of each field."""

    card: str
    spell: str | None
    fields: Mapping[str, tuple[str, ...]]

    def as_dict(self) -> dict[str, Any]:
        return {"card": self.card, "spell": self.spell, **{name: list(values) for name, values in self.fields.items()}}


@dataclass(frozen=True, slots=True)
class Proof:
    """Counts over the actions of a log. `by_card`: the number of actions in which a card was the reason for belief.

    `decisive`: another value of a believed fact would change winner or GG.
    """

    proved: int = 0
    believed: int = 0
    unchecked: int = 0
    faulty: int = 0
    believed_injuries: int = 0
    believed_knock_outs: int = 0
    believed_glory: int = 0
    decisive: bool = False
    by_card: Mapping[str, int] = field(default_factory=dict)
    beliefs: tuple[Belief, ...] = ()
    open_facts: tuple[OpenFact, ...] = ()
    claims: tuple[Claim, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        counts = {name: getattr(self, name) for name in COUNTS}
        open_facts = [fact.as_dict() for fact in self.open_facts[:MOST_LISTED]]
        return counts | {"by_card": dict(self.by_card), "open_facts": open_facts}

    @property
    def is_believed(self) -> bool:
        """Whether winner, GG or the legality of an action hangs on a fact that is not known."""
        return any(fact.decides for fact in self.open_facts)

    def documents(self) -> dict[str, Any]:
        """This part of a report as a document."""
        return {
            "proof": self.as_dict(),
            "believed": [belief.as_dict() for belief in self.beliefs[:MOST_LISTED]],
            "claims": [claim.as_dict() for claim in self.claims],
        }


def unchecked(actions: int) -> Proof:
    """The proof of a log that was not played at all."""
    return Proof(unchecked=actions)


def contradictions(
    one: Iterable[Mapping[str, Any]], other: Iterable[Mapping[str, Any]]
) -> list[tuple[str, str | None, str]]:
    """Card, spell and field whose possible values in two games have nothing in common."""
    known = {(claim["card"], claim["spell"]): claim for claim in one}
    found = []
    for claim in other:
        first: Mapping[str, Any] = known.get((claim["card"], claim["spell"]), {})
        fields = sorted((first.keys() & claim.keys()) - {"card", "spell"})
        found += [(claim["card"], claim["spell"], name) for name in fields if not set(first[name]) & set(claim[name])]
    return found
