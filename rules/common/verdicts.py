"""What the rules answer: unreadable, illegal and unverifiable are three different answers."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rules.common.issues import Issue
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.proof import Proof


class Malformed(Exception):
    """The document cannot be read: where (a JSON pointer), a stable code, and why in words."""

    def __init__(self, pointer: str, code: str, said: Sentence) -> None:
        super().__init__(pointer, code)
        self.pointer = pointer
        self.code = code
        self.said = said

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.said}"


class Illegal(Exception):
    """The rules forbid it: the article (empty where no article does, but the contract of logs), a code, and why."""

    def __init__(
        self,
        article: str,
        code: str,
        said: Sentence,
        *,
        expected: dict[str, Any] | None = None,
        logged: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(article, code)
        self.article = article
        self.code = code
        self.said = said
        self.expected = expected
        self.logged = logged

    def __str__(self) -> str:
        return f"{self.article}: {self.said}"

    def cited(self, cites: Callable[[str], str]) -> "Illegal":
        """The same, with the number that a ruleset gives the article."""
        self.article = cites(self.article) if self.article else ""
        return self

    def found(self, index: int | None) -> Issue:
        """What a report says of it, of the action of that index."""
        article = self.article or None
        return Issue("error", self.code, self.said, index, article, expected=self.expected, logged=self.logged)


class DiceMissing(Illegal):
    """Play cannot go on before something is rolled. `wanted` says what, in the shape of the action's own fields.

    {"critical": 2}, {"armour": {"b1": 1}}, {"coins": 3}, {"blocks": [{"by": "b1", "lock": 1, "dodge": 2}]}, or
    {"standby": [{"effect": "explosion", "by": "b4/water-bomb-1"}]} for effects one of which has to be listed next.
    """

    def __init__(self, article: str, wanted: dict[str, Any]) -> None:
        super().__init__(article, "dice-missing", _("Still to be rolled: {rolls}.", rolls=[*wanted]), expected=wanted)
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one log: valid, unverified, ledger, invalid or malformed."""

    verdict: str
    engine: str
    findings: tuple[Issue, ...] = ()
    winner: str | None = None
    won_by: str | None = None
    glory: dict[str, int] | None = None
    ended: bool = False  # the game is over: by rule, by concession or because time ran out
    actions: int = 0
    unverified_cards: tuple[str, ...] = field(default=())
    proof: Proof = field(default_factory=Proof)
    ledger: tuple[dict[str, Any], ...] | None = None  # of a light log: the account after each action
    winners: tuple[str, ...] | None = None  # of more than two players; then there is no `winner`
    out: tuple[tuple[str, ...], ...] = ()  # who left, in order; together: in one action
    facts: str | None = None  # the digest of the facts that people brought, where there were any

    @classmethod
    def of_malformed(cls, error: Malformed, engine: str) -> "Report":
        finding = Issue("error", error.code, error.said, error.pointer)
        return cls("malformed", engine, (finding,))

    @property
    def proves_its_result(self) -> bool:
        """Every action is proved legal and the game is over: a log that stops in the middle proves no result."""
        return self.verdict == "valid" and self.ended

    @property
    def errors(self) -> tuple[Issue, ...]:
        return tuple(finding for finding in self.findings if finding.is_error)

    def as_dict(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "findings": [finding.as_finding() for finding in self.findings],
            **self._who_won(),
            "won_by": self.won_by,
            "glory": self.glory,
            "ended": self.ended,
            "actions": self.actions,
            "unverified_cards": list(self.unverified_cards),
            **self.proof.documents(),
            **({"ledger": list(self.ledger)} if self.ledger is not None else {}),
            "engine": self.engine,
            **({"facts": self.facts} if self.facts else {}),
        }

    def _who_won(self) -> dict[str, Any]:
        if self.winners is None:
            return {"winner": self.winner}
        return {"winners": list(self.winners), "out": [list(together) for together in self.out]}

    def to_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n"
