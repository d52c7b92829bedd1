"""What the recorder offers as legal is legal when the log is replayed: two readers of one engine."""

import json
import random

import pytest

from judging.recorder.board.offers import offers
from rules.arena.engine.actions import play
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.state import Game
from rules.arena.log import read
from rules.arena.replay import start, step
from rules.common.actions import Action
from rules.games import replay
from tests.browser.sample_game import OPENED, PLACES, PLAIN, complete, header, tokens_left
from tests.cases import some_of

ACTIONS = 150


def drawn(game: Game, rng: random.Random) -> Action:
    """Any legal action, whatever it is good for."""
    action = dict(rng.choice([option.action for option in legal_actions(game) if option.is_legal]))
    if action.get("reward") == "unknown-reward":
        action["reward"] = rng.choice(tokens_left(game, action["rank"]))
    if action["do"] == "tension":
        action["dice"] = rng.sample(PLAIN, 2)
    return action


@pytest.mark.ci
@pytest.mark.parametrize("seed", some_of(range(6)))
def test_a_game_of_offered_actions_breaks_no_rule(seed):
    rng = random.Random(seed)
    game = start(read({**header(), "actions": []}))
    game.be_strict()
    actions = []
    while not game.over and len(actions) < ACTIONS:
        action = drawn(game, rng)
        complete(game, action, rng)
        game.index = len(actions)
        play(game, action)
        actions.append(action)
    report = replay(json.dumps({**header(), "actions": actions}).encode())
    assert [finding for finding in report.errors if finding.action is not None] == []


BEGUN = [
    *({"do": "place", "unit": unit, "cell": cell} for unit, cell in PLACES.items()),
    *({"do": "activate", "unit": "a1"}, {"do": "end-turn"}),
]


def offered(actions, do):
    game = start(log := read({**header(), "actions": actions}))
    for index in range(len(actions)):
        step(game, log, index)
    return [offer for offer in offers(game, {}) if offer["do"] == do and "why" not in offer]


def test_4_7_4_tension_comes_after_all_rewards_are_revealed():
    assert offered(BEGUN, "tension") == []
    assert [offer["action"] for offer in offered([*BEGUN, *OPENED], "tension")] == [
        {"do": "tension"},
        {"do": "tension", "reroll": []},
    ]


@pytest.mark.parametrize(("dice", "ways"), [(["critical", "critical"], 1), (["critical", "lock"], 2)])
def test_5_3_two_equal_tension_dice_are_offered_once(dice, ways):
    rolled = [*BEGUN, *OPENED, {"do": "tension", "dice": dice}]
    assert len(offered(rolled, "inspire")) == ways
