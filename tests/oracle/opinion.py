"""The second opinion on a log: legal, or the first illegal action and its article; the final GG and the winner.

Where the rules leave something open that no log tells (which of two pieces fell first), every reading is tried.
"""

from dataclasses import dataclass

from tests.oracle.data import CannotTell, Library, Record
from tests.oracle.table import Illegal, must
from tests.oracle.turns import Turns

MOST_READINGS = 200


@dataclass(frozen=True)
class Opinion:
    says: str  # legal, illegal or cannot tell
    action: int | None = None  # the first illegal one; None: the header or the result
    article: str | None = None
    glory: dict[str, int] | None = None
    winner: str | None = None


def opinion(log: Record, library: Library) -> Opinion:
    """Of the first reading without a fault, or else of the one that comes furthest."""
    answers: list[Opinion] = []
    scripts: list[list[int]] = [[]]  # of each reading that is left to try, how it answers the first open questions
    while scripts and len(answers) < MOST_READINGS:
        answers.append(reading(log, library, scripts))
        if answers[-1].says != "illegal":
            return answers[-1]
    return max(answers, key=lambda each: len(log["actions"]) if each.action is None else each.action)


def reading(log: Record, library: Library, scripts: list[list[int]]) -> Opinion:
    index, doings = None, [action["do"] for action in log["actions"]]
    try:
        game = Turns(log, library, scripts)
        for index, action in enumerate(log["actions"]):
            game.do(action, doings[index + 1 :])
        index, result = None, log.get("result") or {}
        must(result.get("glory") in (None, game.glory), "4.6.2")
        must(result.get("winner", game.winner) == game.winner, "1.4.1")
    except CannotTell:
        return Opinion("cannot tell", index)
    except Illegal as found:
        return Opinion("illegal", index, str(found))
    return Opinion("legal", None, None, game.glory, game.winner)
