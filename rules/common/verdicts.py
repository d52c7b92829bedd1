"""What the rules answer: unreadable, illegal and unverifiable are three different answers."""

import json
from dataclasses import dataclass, field
from typing import Any

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


class DiceMissing(Illegal):
    """Play cannot go on before something is rolled. `wanted` says what, in the shape of the action's own fields.

    {"critical": 2}, {"armour": {"b1": 1}}, {"coins": 3}, {"blocks": [{"by": "b1", "lock": 1, "dodge": 2}]}, or
    {"standby": [{"effect": "explosion", "by": "b4/water-bomb-1"}]} for effects one of which has to be listed next.
    """

    def __init__(self, article: str, wanted: dict[str, Any]) -> None:
        super().__init__(article, "dice-missing", _("Still to be rolled: {rolls}.", rolls=[*wanted]), expected=wanted)
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about a log. `action` is its index, None for the header and the result."""

    action: int | None
    severity: str  # "error", "warning" or "note"
    article: str | None
    code: str
    said: Sentence
    expected: dict[str, Any] | None = None
    logged: dict[str, Any] | None = None
    pointer: str | None = None

    def as_dict(self) -> dict[str, Any]:
        if self.pointer is not None:
            place: dict[str, Any] = {"pointer": self.pointer, "severity": self.severity}
        else:
            place = {"action": self.action, "severity": self.severity, "article": self.article}
        said = {"code": self.code, "message": str(self.said)}
        values = {"expected": self.expected, "logged": self.logged}
        return place | said | {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one log: valid, unverified, ledger, invalid or malformed."""

    verdict: str
    engine: str
    findings: tuple[Finding, ...] = ()
    winner: str | None = None
    won_by: str | None = None
    glory: dict[str, int] | None = None
    ended: bool = False  # the game is over: by rule, by concession or because time ran out
    actions: int = 0
    unverified_cards: tuple[str, ...] = field(default=())
    proof: Proof = field(default_factory=Proof)
    ledger: tuple[dict[str, Any], ...] | None = None  # of a light log: the account after each action
    facts: str | None = None  # the digest of the facts that people brought, where there were any

    @classmethod
    def of_malformed(cls, error: Malformed, engine: str) -> "Report":
        finding = Finding(None, "error", None, error.code, error.said, pointer=error.pointer)
        return cls("malformed", engine, (finding,))

    @property
    def proves_its_result(self) -> bool:
        """Every action is proved legal and the game is over: a log that stops in the middle proves no result."""
        return self.verdict == "valid" and self.ended

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == "error")

    def as_dict(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "findings": [finding.as_dict() for finding in self.findings],
            "winner": self.winner,
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

    def to_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n"
