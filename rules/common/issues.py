"""One thing to say about a document, a team, a game or a round: a stable code, how grave it is, where, and in words.

Every checker of the rules answers with these; what a contract calls them (`violations`, `findings`, `errors`) is a
matter of the document that they stand in.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.common.messages import Sentence

NAME = re.compile(r"\{([a-z_]+)\}")
TEMPLATE = re.compile(r"(?:[^{}]|\{[a-z_]+\})*")
Where = int | str | None  # the index of an action, a JSON pointer, or the whole


@dataclass(frozen=True, slots=True)
class Issue:
    severity: str  # "error", "warning" or "note"
    code: str
    message: Sentence
    where: Where = None
    article: str | None = None  # of the rules, where one is broken
    about: tuple[str, ...] = ()  # the figures or players concerned
    remedy: Sentence | None = None  # what would put it right
    nearest: tuple[str, ...] = ()  # names like the one that is not known
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
        """What breaks no rule: what the data does not tell."""
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
        """A violation with what it is made from: `stored_issue` reads it again, to be said in any language."""
        remedy = self.remedy.text if self.remedy else ""
        return self.as_violation() | {"said": self.message.as_template() | {"mend": remedy}}

    # -- as the report on a log has it -------------------------------------------------------------------

    def as_finding(self) -> dict[str, Any]:
        if isinstance(self.where, str):
            place: dict[str, Any] = {"pointer": self.where, "severity": self.severity}
        else:
            place = {"action": self.where, "severity": self.severity, "article": self.article}
        said = {"code": self.code, "message": str(self.message)}
        values = {"expected": self.expected, "logged": self.logged}
        return place | said | {name: value for name, value in values.items() if value is not None}


def stored_issue(stored: Mapping[str, Any]) -> Issue:
    """From plain data; ValueError, KeyError or TypeError where it is none. What stands in braces are names of facts."""
    said = stored["said"]
    for text in (said["text"], said["mend"]):
        if not TEMPLATE.fullmatch(text) or not set(NAME.findall(text)) <= said["facts"].keys():
            raise ValueError("a sentence and its facts do not belong together")
    facts = dict(said["facts"])
    return Issue(
        severity="error",
        code=stored["code"],
        message=Sentence(text=said["text"], facts=facts),
        article=stored["article"],
        about=tuple(stored["figures"]),
        remedy=Sentence(text=said["mend"], facts=facts),
    )
