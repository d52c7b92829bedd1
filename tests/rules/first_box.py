"""Games by the book of the first box: whole logs of four figures each, and drawn positions."""

import json
from typing import Any

from rules.arena.engine.rewards.piles import Flips, Pile
from rules.arena.engine.state import Game
from rules.arena.laws.arena_2013 import ARENA_2013
from rules.common.verdicts import Issue, Report
from rules.games import EVERY_ACTION, replay
from tests.rules.logs import END, PLACED, TEAM_A, TEAM_B, Action, do
from tests.rules.table import Table

RANKS = ARENA_2013.ranks["original"]
TOKENS = ("water-boost", "glue", "enutrof-style", "lightning", "xelor-style", "unikron-blood")
FLIPS = [
    do("flip", rank=rank, pile=pile, reward=token)
    for (rank, pile), token in zip([(rank, pile) for rank in RANKS for pile in (1, 2)], TOKENS, strict=True)
]
SET_UP = [*PLACED, *FLIPS]
TENSION = do("tension", dice=["lock", "dodge"])
SECOND = [*SET_UP, END, TENSION]  # player B's first turn, after its roll
THIRD = [*SECOND, END, TENSION]
DRAW = {"winner": None, "glory": None}


def document(*actions: Action, **changes: Any) -> dict[str, Any]:
    header = {
        "format": "krosmaster-log/1",
        "ruleset": "arena-2013",
        "team_format": "box",
        "arena": "the-pit",
        "sides": {"A": "south", "B": "north"},
        "players": {
            "A": {"name": "Ana", "team": TEAM_A, "timeline": list(TEAM_A)},
            "B": {"name": "Bo", "team": TEAM_B, "timeline": list(TEAM_B)},
        },
        "first_player": "A",
        "actions": list(actions),
        "result": DRAW,
    }
    return {**header, **changes}


def report(*actions: Action, **changes: Any) -> Report:
    """As of a judge's copy: tests lay their positions with `correct`."""
    return replay(json.dumps(document(*actions, **changes)).encode(), corrections=EVERY_ACTION)


def errors(*actions: Action, **changes: Any) -> list[tuple[int | None, str | None]]:
    """Where the log is wrong, and the number broken there."""
    return [(finding.action, finding.article) for finding in report(*actions, **changes).errors]


def wrong(before: list[Action], *actions: Action, **changes: Any) -> list[tuple[int | None, str | None]]:
    """The same, counted from the first of the actions that come after those."""
    found = errors(*before, *actions, **changes)
    return [(at if at is None else at - len(before), article) for at, article in found]


def laid(**facts: Any) -> Action:
    """A judge lays the position: cells, injuries, AP and MP by unit, and the stocks."""
    stocks = {name: facts.pop(name) for name in ("kamas", "glory", "wild", "summoned") if name in facts}
    return do("correct", set={**stocks, "units": facts}, reason="a test lays its position")


class BoxTable(Table):
    """A drawn position by the book of 2013, with the numbers of that book."""

    def laid(self, marks: dict[int, str]) -> Game:
        game = super().laid(marks)
        game.laws, game.ranks, game.original_box = ARENA_2013, RANKS, True
        game.piles = {(rank, number): Pile(face=None) for rank in RANKS for number in (1, 2)}
        game.flips = Flips(from_the_start=True)
        return game

    def says(self, do: str, **fields: Any) -> list[Issue]:
        found = super().says(do, **fields)
        for each in found:
            each.article = each.article and ARENA_2013.cites(each.article, each.code)
        return found
