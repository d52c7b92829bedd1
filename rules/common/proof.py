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


class Belief(NamedTuple):
    """A fact that is missing from the data and on which a decision depended. `action` is None for the header."""

    action: int | None
    card: str
    field: str
    spell: str | None = None

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

    `decisive`: without the injuries, KOs and GG that rest on belief the winner would be different.
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
    claims: tuple[Claim, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in COUNTS} | {"by_card": dict(self.by_card)}

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
