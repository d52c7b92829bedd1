"""What is said of every log of Arena, whatever it tells: facts left out, and the numbers that its ruleset gives."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.arena.laws.record import Laws
from rules.arena.log import Log
from rules.common.findings import MOST_FINDINGS
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Issue

BESIDE_THE_GAME: Final = frozenset({"place", "flip", "concede", "time", "correct", "seen"})


def cited(found: Iterable[Issue], laws: Laws) -> Iterator[Issue]:
    """With the numbers that the ruleset gives the articles; the findings of a game have them already."""
    return (replace(each, article=laws.cites(each.article, each.code)) if each.article else each for each in found)


def nothing_played(log: Log, found: Iterable[Issue]) -> list[Issue]:
    """A log of set-up alone proves nothing: where no error says so, it would look like a game that was checked."""
    played = any(action["do"] not in BESIDE_THE_GAME for action in log.actions)
    if played or any(issue.severity == "error" for issue in found):
        return []
    return [Issue("warning", "nothing-played", _("No turn of the game is logged, so there is nothing to check."))]


def facts_left_out(log: Log) -> list[Issue]:
    left_out = log.facts.left_out if log.facts else ()
    return [Issue("warning", "fact-left-out", _left_out(slug)) for slug in left_out[:MOST_FINDINGS]]


def _left_out(slug: str) -> Message:
    return _("The text of {card} no longer fits what this site can read: it was left out.", card=slug)
