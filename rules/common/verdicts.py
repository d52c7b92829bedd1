"""The answers of the rules: what is unreadable, illegal or unverifiable, and the report on a log.

All checkers of the rules answer with issues: a stable code, a severity, where it is, and a message. The documents call
them as their contracts do (`violations`, `findings`, `errors`).
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.proof import Proof

NAME = re.compile(r"\{([a-z_]+)\}")
TEMPLATE = re.compile(r"(?:[^{}]|\{[a-z_]+\})*")
DISPUTED = "card-text-disputed"  # a finding for those who look after the card data: the log contradicts it
Where = int | str | None  # the index of an action, a JSON pointer, or None for the whole


@dataclass(slots=True)
class Issue:
    """Never changed once it is made; frozen it would take four times as long to make."""

    severity: str  # "error", "warning" or "note"
    code: str
    message: Message
    where: Where = None
    article: str | None = None  # the article that is broken, if one is
    about: tuple[str, ...] = ()  # the figures or players concerned
    remedy: Message | None = None  # what would correct it
    nearest: tuple[str, ...] = ()  # names similar to an unknown one
    expected: dict[str, Any] | None = None
    logged: dict[str, Any] | None = None

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    @property
    def action(self) -> int | None:
        return self.where if isinstance(self.where, int) else None

    @property
    def pointer(self) -> str | None:
        return self.where if isinstance(self.where, str) else None

    # -- as the documents of team lists have them --------------------------------------------------------

    def as_violation(self) -> dict[str, Any]:
        """A broken article, and what would correct it."""
        return {
            "article": self.article,
            "code": self.code,
            "message": str(self.message),
            "mend": str(self.remedy or ""),
            "figures": list(self.about),
        }

    def as_note(self) -> dict[str, Any]:
        """Something that breaks no rule, such as a fact missing from the data."""
        return {
            "severity": self.severity,
            "code": self.code,
            "message": str(self.message),
            "figures": list(self.about),
        }

    def as_error(self) -> dict[str, Any]:
        """Why the document could not be read."""
        return {
            "pointer": self.pointer or "",
            "code": self.code,
            "message": str(self.message),
            "nearest": list(self.nearest),
        }

    def as_stored(self) -> dict[str, Any]:
        """A violation with its message as a template, from which `stored_issue` restores it for any language."""
        remedy = self.remedy.text if self.remedy else ""
        return self.as_violation() | {"said": self.message.as_template() | {"mend": remedy}}

    # -- as the report on a log has it -------------------------------------------------------------------

    def as_finding(self) -> dict[str, Any]:
        if isinstance(self.where, str):
            place: dict[str, Any] = {"pointer": self.where, "severity": self.severity}
        else:
            place = {"action": self.where, "severity": self.severity, "article": self.article}
        fields = {"code": self.code, "message": str(self.message)}
        values = {"expected": self.expected, "logged": self.logged}
        return place | fields | {name: value for name, value in values.items() if value is not None}


def stored_issue(stored: Mapping[str, Any]) -> Issue:
    """Restore an issue from plain data. Raises ValueError, KeyError or TypeError if that is invalid."""
    said = stored["said"]
    for text in (said["text"], said["mend"]):
        if not TEMPLATE.fullmatch(text) or not set(NAME.findall(text)) <= said["facts"].keys():
            raise ValueError("a sentence and its facts do not belong together")
    facts = dict(said["facts"])
    return Issue(
        severity="error",
        code=stored["code"],
        message=Message(text=said["text"], facts=facts),
        article=stored["article"],
        about=tuple(stored["figures"]),
        remedy=Message(text=said["mend"], facts=facts),
    )


class Malformed(Exception):
    """The document cannot be read: where (a JSON pointer), a stable code, and a message."""

    def __init__(self, pointer: str, code: str, message: Message) -> None:
        super().__init__(pointer, code)
        self.pointer = pointer
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.message}"


@dataclass(slots=True)
class TeamVerdict:
    """The answer to a team list: legal, illegal or malformed, with every reason. Never changed, as an issue is not."""

    verdict: str
    figures: tuple[str, ...] = ()
    level: int | None = None
    initiative: int | None = None
    violations: tuple[Issue, ...] = ()
    notes: tuple[Issue, ...] = ()
    errors: tuple[Issue, ...] = ()
    reachable: Any = None  # the highest level that a pool of Arena allows

    @property
    def is_legal(self) -> bool:
        return self.verdict == "legal"

    def as_dict(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "level": self.level,
            "initiative": self.initiative,
            "violations": [violation.as_violation() for violation in self.violations],
            "notes": [note.as_note() for note in self.notes],
            "errors": [error.as_error() for error in self.errors],
            "reachable": self.reachable.as_dict() if self.reachable else None,
        }


class UnreadableListError(Exception):
    """A team list that cannot be read, with every reason."""

    @property
    def verdict(self) -> TeamVerdict:
        return TeamVerdict("malformed", errors=self.errors)

    def __init__(self, errors: Iterable[Issue]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(str(error.message) for error in self.errors))


class Illegal(Exception):
    """A rule forbids it: the article (empty if only the log contract forbids it), a code, and a message."""

    def __init__(
        self,
        article: str,
        code: str,
        message: Message,
        *,
        expected: dict[str, Any] | None = None,
        logged: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(article, code)
        self.article = article
        self.code = code
        self.message = message
        self.expected = expected
        self.logged = logged

    def __str__(self) -> str:
        return f"{self.article}: {self.message}"

    def cited(self, cites: Callable[[str, str], str]) -> "Illegal":
        """The same with the ruleset's number of the article."""
        self.article = cites(self.article, self.code) if self.article else ""
        return self

    def found(self, index: int | None) -> Issue:
        """The finding for a report, at the action with that index."""
        article = self.article or None
        return Issue("error", self.code, self.message, index, article, expected=self.expected, logged=self.logged)


class DiceMissing(Illegal):
    """A roll is needed before play can continue. `wanted` describes it in the form of the action's own fields.

    {"critical": 2}, {"armour": {"b1": 1}}, {"coins": 3}, {"blocks": [{"by": "b1", "lock": 1, "dodge": 2}]}, or
    {"standby": [{"effect": "explosion", "by": "b4/water-bomb-1"}]} for effects one of which has to be listed next.
    """

    def __init__(self, article: str, wanted: dict[str, Any]) -> None:
        super().__init__(article, "dice-missing", _("Still to be rolled: {rolls}.", rolls=[*wanted]), expected=wanted)
        self.wanted = wanted


class ChoiceMissing(Illegal):
    """A player has to choose before play can continue: `expected` has the options by the name of the choice."""


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one log: valid, unverified, ledger, invalid or malformed."""

    verdict: str
    engine: str
    findings: tuple[Issue, ...] = ()
    winner: str | None = None
    won_by: str | None = None
    glory: dict[str, int] | None = None
    ended: bool = False  # by rule, by concession or because time ran out
    actions: int = 0
    unverified_cards: tuple[str, ...] = field(default=())
    proof: Proof = field(default_factory=Proof)
    ledger: tuple[dict[str, Any], ...] | None = None  # of a light log: the account after each action
    winners: tuple[str, ...] | None = None  # with more than two players, in place of `winner`
    out: tuple[tuple[str, ...], ...] = ()  # who left, in order; those of one action together
    facts: str | None = None  # the digest of submitted facts, if there were any
    more: Mapping[str, Any] = field(default_factory=dict)  # what one game adds

    @classmethod
    def of_malformed(cls, error: Malformed, engine: str) -> "Report":
        finding = Issue("error", error.code, error.message, error.pointer)
        return cls("malformed", engine, (finding,))

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
            **self.more,
            "engine": self.engine,
            **({"facts": self.facts} if self.facts else {}),
        }

    def _who_won(self) -> dict[str, Any]:
        if self.winners is None:
            return {"winner": self.winner}
        return {"winners": list(self.winners), "out": [list(together) for together in self.out]}

    def to_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n"


# What is said of every log, whatever its game: names that mean nothing, and where the list of findings stops.
MOST_FINDINGS: Final = 200


def unknown_fields(names: Iterable[tuple[int | None, str]]) -> list[Issue]:
    """`names` with the action in which each stands; None is the header."""
    return [
        Issue("warning", "unknown-field", _("Unknown field {field}: it is ignored.", field=name[:80]), index)
        for index, name in islice(names, MOST_FINDINGS)
    ]


def corrects(game: Any, reason: str) -> bool:
    """Whether a judge may correct this log here, which is then noted; elsewhere it is a fault of the log."""
    if game.index is None or game.index not in game.log.corrections:
        game.fault("", "correct-not-allowed", _("Only a judge can correct a log, in a copy of their own."))
        return False
    game.note("note", "corrected", _("Corrected by a judge: {reason}", reason=reason))
    return True


def at_most(found: list[Issue]) -> tuple[Issue, ...]:
    if len(found) <= MOST_FINDINGS:
        return tuple(found)
    left_out = Issue("note", "more-findings", _("There are more findings, which are not listed."))
    return (*found[:MOST_FINDINGS], left_out)
