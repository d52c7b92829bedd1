"""A replayed game leaves no work for later."""

import gc
import json

import pytest

from rules.games import replay
from tools.selfplay.game import random_game
from tools.selfplay.teams import STARTERS


@pytest.mark.check
def test_a_replayed_game_leaves_nothing_to_the_garbage_collector() -> None:
    """What refers to itself would be freed later, by a search that every log then pays for."""
    log = json.dumps(random_game("work/0", (STARTERS[:4], STARTERS[4:]))).encode()
    replay(log)
    gc.collect()
    gc.disable()
    try:
        replay(log)
        assert gc.collect() == 0
    finally:
        gc.enable()
