"""What the recorder offers as legal is legal when the log is replayed: two readers of one engine."""

import json
import random

import pytest

from judging.services import rolling
from rules.engine.actions import play
from rules.engine.legal import legal_actions
from rules.engine.state import Game
from rules.log import Action, read
from rules.replay import replay, start
from rules.texts import all_rewards
from tests.browser.script import PLAIN, complete, header

ACTIONS = 150


def drawn(game: Game, chance: random.Random) -> Action:
    """Any legal action, whatever it is good for."""
    action = dict(chance.choice([option.action for option in legal_actions(game) if option.is_legal]))
    if action.get("reward") == "unknown-reward":
        action["reward"] = chance.choice([each.slug for each in all_rewards() if each.rank in (None, action["rank"])])
    if action["do"] == "tension":
        action["dice"] = chance.sample(PLAIN, 2)
    return action


@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_nothing_but_what_is_offered_breaks_no_rule(seed, monkeypatch):
    chance = random.Random(seed)
    monkeypatch.setattr(rolling, "chance", chance)
    game = start(read({**header(), "actions": []}))
    game.strict = True
    actions = []
    while not game.over and len(actions) < ACTIONS:
        action = drawn(game, chance)
        complete(game, action)
        game.index = len(actions)
        play(game, action)
        actions.append(action)
    report = replay(json.dumps({**header(), "actions": actions}).encode())
    assert [finding for finding in report.errors if finding.action is not None] == []
