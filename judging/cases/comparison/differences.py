"""Differences between a log and its event, which are not broken rules."""

from typing import Any

from django.utils.translation import gettext_noop as _

from judging.cases.models.cases import Case

Difference = dict[str, Any]  # {"kind", "code", "message", "expected", "logged"}

# each code with the kind of its case
DIFFERENCES = {
    "format-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another format.")),
    "rewards-differ": (Case.Kind.LOG_VS_MATCH, _("The log was played with the Demonic Rewards of another box.")),
    "arena-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played in another arena.")),
    "player-differs": (Case.Kind.LOG_VS_MATCH, _("A player in the log is not playing this match.")),
    "team-differs": (Case.Kind.LOG_VS_LIST, _("The team in the log is not the submitted one.")),
    "team-not-legal-here": (Case.Kind.LOG_VS_MATCH, _("The team in the log is not legal in this event.")),
    "game-not-over": (Case.Kind.LOG_VS_RESULT, _("The log stops before the game is over, so it proves no result.")),
    "winner-differs": (Case.Kind.LOG_VS_RESULT, _("The log and the result name different winners.")),
    "players-differ": (Case.Kind.LOG_VS_RESULT, _("The log and the result differ in who came to the table.")),
    "places-differ": (Case.Kind.LOG_VS_RESULT, _("The log and the result differ in places.")),
    "mode-differs": (Case.Kind.LOG_VS_MATCH, _("The log is of another kind of game.")),
    "level-differs": (Case.Kind.LOG_VS_MATCH, _("The log was played with teams of another level.")),
    "glory-differs": (Case.Kind.LOG_VS_RESULT, _("The log and the result differ in GG.")),
}


def difference(code: str, expected: dict[str, Any], logged: dict[str, Any]) -> Difference:
    kind, message = DIFFERENCES[code]
    return {"kind": str(kind), "code": code, "message": message, "expected": expected, "logged": logged}
