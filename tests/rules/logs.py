"""Whole logs for tests: the two teams of the first box on The Pit, and actions written shortly."""

import json
from typing import Any

from rules.common.verdicts import Report
from rules.games import EVERY_ACTION, replay

Action = dict[str, Any]

TEAM_A = {"a1": "queen-of-the-tofus", "a2": "bill-tell", "a3": "oscar-kass", "a4": "bad-aboum"}
TEAM_B = {"b1": "anna-tommy", "b2": "kassius-kaos", "b3": "king-of-the-gobballs", "b4": "lil-healey"}
UNFINISHED = {"winner": None, "glory": None}


def do(name: str, **fields: Any) -> Action:
    return {"do": name, **fields}


PLACED = [
    do("place", unit=unit, cell=cell)
    for unit, cell in zip([*TEAM_A, *TEAM_B], ["B1", "D1", "E2", "G2", "B12", "D12", "F11", "H11"], strict=True)
]
OPENING = [do("flip", rank=rank, pile=1, reward=f"{rank}-1") for rank in ("granite", "jade", "silver")]
CLOSING = [do("flip", rank=rank, pile=2, reward=f"{rank}-2") for rank in ("granite", "jade", "silver")]
TENSION = do("tension", dice=["lock", "dodge"])
END = do("end-turn")
TWO_TURNS = [*PLACED, END, *OPENING, TENSION, *CLOSING, END]


def document(*actions: Action, **changes: Any) -> dict[str, Any]:
    header = {
        "format": "krosmaster-log/1",
        "ruleset": "arena-2.7",
        "team_format": "constructed",
        "arena": "the-pit",
        "sides": {"A": "south", "B": "north"},
        "players": {
            "A": {"name": "Ana", "team": TEAM_A, "timeline": list(TEAM_A)},
            "B": {"name": "Bo", "team": TEAM_B, "timeline": list(TEAM_B)},
        },
        "first_player": "A",
        "actions": list(actions),
        "result": UNFINISHED,
    }
    return {**header, **changes}


def encoded(*actions: Action, **changes: Any) -> bytes:
    return json.dumps(document(*actions, **changes)).encode()


def report(*actions: Action, **changes: Any) -> Report:
    """As of a judge's copy: tests lay their positions with `correct`."""
    return replay(encoded(*actions, **changes), corrections=EVERY_ACTION)


def errors(*actions: Action, **changes: Any) -> list[tuple[int | None, str | None]]:
    """Where the log is wrong, and the article broken there."""
    return [(finding.action, finding.article) for finding in report(*actions, **changes).errors]
