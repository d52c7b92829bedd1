"""How much work an action of a log is, as a number of Python calls: no time, and a change must not raise it."""

import json

from rules.games import parse, replay
from tests.calls import Calls
from tools.selfplay.game import random_game

GAMES = 6
MOST_CALLS = 76  # of Python functions, for each action


def test_an_action_takes_few_calls() -> None:
    logs = [json.dumps(random_game(f"work/{number}")).encode() for number in range(GAMES)]
    actions = sum(len(parse(log).actions) for log in logs)
    for log in logs:  # what is read once and kept is no work of the log
        replay(log)
    with Calls() as calls:
        for log in logs:
            replay(log)
    assert calls.number / actions < MOST_CALLS
