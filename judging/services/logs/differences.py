"""Where a log and its event disagree. That is not a broken rule."""

from typing import Any

from django.utils.translation import gettext_noop as _

from judging.models.cases import Case

Disagreement = dict[str, Any]  # {"kind", "code", "message", "expected", "logged"}

# Each with the kind of the case that a judge gets.
DISAGREEMENTS = {
    "format-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another format.")),
    "arena-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another arena.")),
    "player-differs": (Case.Kind.LOG_VS_MATCH, _("A player of the log does not sit at this match.")),
    "team-differs": (Case.Kind.LOG_VS_LIST, _("The team in the log is not the one on the list.")),
    "team-not-legal-here": (Case.Kind.LOG_VS_MATCH, _("The team in the log is not legal at this event.")),
    "winner-differs": (Case.Kind.LOG_VS_RESULT, _("The log has another winner than the result.")),
    "glory-differs": (Case.Kind.LOG_VS_RESULT, _("The log ends with other GG than the result.")),
}


def disagreement(code: str, expected: dict[str, Any], logged: dict[str, Any]) -> Disagreement:
    kind, message = DISAGREEMENTS[code]
    return {"kind": str(kind), "code": code, "message": message, "expected": expected, "logged": logged}
