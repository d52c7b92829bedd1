"""What is said of every log, whatever it tells: names that mean nothing, facts left out, and where the list stops."""

from rules.arena.log import Log
from rules.common.messages import Sentence
from rules.common.messages import sentence as _
from rules.common.verdicts import Finding

MOST_FINDINGS = 200


def unknown_fields(log: Log) -> list[Finding]:
    return [
        Finding(index, "warning", None, "unknown-field", _unread(name))
        for index, name in log.unknown_fields[:MOST_FINDINGS]
    ]


def facts_left_out(log: Log) -> list[Finding]:
    left_out = log.facts.left_out if log.facts else ()
    return [Finding(None, "warning", None, "fact-left-out", _left_out(slug)) for slug in left_out[:MOST_FINDINGS]]


def at_most(found: list[Finding]) -> tuple[Finding, ...]:
    if len(found) <= MOST_FINDINGS:
        return tuple(found)
    left_out = Finding(None, "note", None, "more-findings", _("There are more findings, which are not listed."))
    return (*found[:MOST_FINDINGS], left_out)


def _left_out(slug: str) -> Sentence:
    return _("The text of {card} no longer fits what this site can read: it was left out.", card=slug)


def _unread(name: str) -> Sentence:
    return _("Unknown field {field}: it is ignored.", field=name[:80])
