"""How much work an action of a log and a team list are, as numbers of Python calls: no time, and a change must not
raise them."""

import gc
import json

from benchmarks.teams import LISTS, SEASON
from rules.arena.team import check
from rules.games import parse, replay
from tests.calls import Calls
from tools.selfplay.game import random_game

GAMES = 6
MOST_CALLS = 61  # of Python functions, for each action
MOST_CALLS_OF_A_LIST = 105


def test_an_action_takes_few_calls() -> None:
    logs = [json.dumps(random_game(f"work/{number}")).encode() for number in range(GAMES)]
    actions = sum(len(parse(log).actions) for log in logs)
    for log in logs:  # what is read once and kept is no work of the log
        replay(log)
    with Calls() as calls:
        for log in logs:
            replay(log)
    assert calls.number / actions < MOST_CALLS


def test_a_replayed_game_leaves_nothing_to_the_garbage_collector() -> None:
    """What refers to itself would be freed later, by a search that every log then pays for."""
    log = json.dumps(random_game("work/0")).encode()
    replay(log)
    gc.collect()
    gc.disable()
    try:
        replay(log)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_team_list_with_six_faults_takes_few_calls() -> None:
    figures = LISTS["with six faults"]
    check(figures, "constructed", SEASON)
    with Calls() as calls:
        verdict = check(figures, "constructed", SEASON)
    assert len(verdict.violations) > 5
    assert calls.number < MOST_CALLS_OF_A_LIST
