"""What is said of every log of Arena, whatever it tells: facts left out, who entered it, the numbers of its ruleset."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.arena.laws.record import Laws
from rules.arena.log import Log
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import MOST_FINDINGS, Issue

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


def who_entered_and_agreed(log: Log) -> list[Issue]:
    """Neither changes a verdict; both stand in the report."""
    entered = Counter(action["entered_by"] for action in log.actions if "entered_by" in action)
    agreed = [(index, action["player"]) for index, action in enumerate(log.actions) if action["do"] == "seen"]
    return [
        *(Issue("note", "entered-by", _entered(player, count)) for player, count in sorted(entered.items())),
        *(Issue("note", "seen", _agreed(player), index) for index, player in agreed[:MOST_FINDINGS]),
    ]


def _entered(player: str, count: int) -> Message:
    return _("{player} entered {count} of the actions.", player=player, count=count)


def _agreed(player: str) -> Message:
    return _("{player} looked at the recording up to here and agreed.", player=player)


def facts_left_out(log: Log) -> list[Issue]:
    left_out = log.facts.left_out if log.facts else ()
    return [Issue("warning", "fact-left-out", _left_out(slug)) for slug in left_out[:MOST_FINDINGS]]


def _left_out(slug: str) -> Message:
    return _("The text of {card} no longer fits what this site can read: it was left out.", card=slug)
