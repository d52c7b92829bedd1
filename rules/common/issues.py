"""One issue with a document, a team, a game or a round: a stable code, a severity, where it is, and a message.

All checkers of the rules return these; the documents call them as their contracts do (`violations`, `findings`,
`errors`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.common.messages import Sentence

NAME = re.compile(r"\{([a-z_]+)\}")
TEMPLATE = re.compile(r"(?:[^{}]|\{[a-z_]+\})*")
Where = int | str | None  # the index of an action, a JSON pointer, or None for the whole


@dataclass(slots=True)
class Issue:
    """Never changed once it is made; frozen it would take four times as long to make."""

    severity: str  # "error", "warning" or "note"
    code: str
    message: Sentence
    where: Where = None
    article: str | None = None  # the article that is broken, if one is
    about: tuple[str, ...] = ()  # the figures or players concerned
    remedy: Sentence | None = None  # what would correct it
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
        said = {"code": self.code, "message": str(self.message)}
        values = {"expected": self.expected, "logged": self.logged}
        return place | said | {name: value for name, value in values.items() if value is not None}


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
        message=Sentence(text=said["text"], facts=facts),
        article=stored["article"],
        about=tuple(stored["figures"]),
        remedy=Sentence(text=said["mend"], facts=facts),
    )
