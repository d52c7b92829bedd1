"""What is said of every log, whatever its game: names that mean nothing, and where the list of findings stops."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from rules.common.messages import message as _
from rules.common.verdicts import Issue

MOST_FINDINGS: Final = 200


def unknown_fields(names: Iterable[tuple[int | None, str]]) -> list[Issue]:
    """`names` with the action in which each stands; None is the header."""
    return [
        Issue("warning", "unknown-field", _("Unknown field {field}: it is ignored.", field=name[:80]), index)
        for index, name in islice(names, MOST_FINDINGS)
    ]


def at_most(found: list[Issue]) -> tuple[Issue, ...]:
    if len(found) <= MOST_FINDINGS:
        return tuple(found)
    left_out = Issue("note", "more-findings", _("There are more findings, which are not listed."))
    return (*found[:MOST_FINDINGS], left_out)
