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
from rules.arena.texts import all_rewards
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


def test_4_7_6_a_reward_too_dear_shows_its_price():
    game = start(log := read({**header(), "actions": [*BEGUN, *OPENED]}))
    for index in range(len(log.actions)):
        step(game, log, index)
    unit = game.active = game.units["b1"]
    unit.cell = next(cell for cell in range(144) if game.board.demons >> cell & 1)
    listed = [offer for offer in offers(game, {}) if offer["do"] == "buy-reward"]
    assert {offer["cost"] for offer in listed} == {f"{price} Kamas and 1 AP" for price in (3, 6, 9)}
    assert all("why" in offer for offer in listed)  # they have no Kamas


def test_4_7_4_tokens_of_the_rank_come_first():
    opened = [*BEGUN]
    [flip, *_others] = offered(opened, "flip")
    ranks = [reward_rank(option["value"]) for option in flip["choose"]["options"]]
    known = [rank is not None for rank in ranks]
    assert known == sorted(known, reverse=True)
    assert all(isinstance(option["effect"], str) for option in flip["choose"]["options"])


def test_1_3_7_tokens_say_whose_rank_is_known():
    [jade] = [
        each for each in offered([*BEGUN], "flip") if (each["action"]["rank"], each["action"]["pile"]) == ("jade", 1)
    ]
    options = jade["choose"]["options"]
    assert [option["of_rank"] for option in options] == [reward_rank(option["value"]) == "jade" for option in options]
    assert options[0]["of_rank"] and not options[-1]["of_rank"]


def reward_rank(slug):
    return next(each.rank for each in all_rewards() if each.slug == slug)


def test_a_spell_that_summons_says_so():
    tension = {"do": "tension", "dice": ["lock", "dodge"]}
    begun = [*BEGUN, *OPENED, tension, {"do": "activate", "unit": "b2"}]
    casts = {offer["label"]: offer.get("summons", False) for offer in offered(begun, "cast")}
    assert {spell for spell, summons in casts.items() if summons} == {"summon-gobball"}
    assert len(casts) > 1
