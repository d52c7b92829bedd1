"""Games by chance end as the engine says, and a mistake in one of them is found and stops no replay."""

import copy
import json
from random import Random

import pytest

from rules.games import replay
from tests.blast.games import pack
from tests.blast.random_games import random_game

GAMES = range(4)
MISTAKES = ("drop", "twice", "swap", "cell", "dice", "winner")


def report_on(game):
    return replay(json.dumps(game).encode(), {"blast": pack()})


@pytest.fixture(scope="module")
def games():
    return [random_game(seed) for seed in GAMES]


@pytest.mark.article("B-2.1", "B-2.4", "B-3.4", "B-3.5", "B-7.1", "B-8.1")
def test_what_the_engine_accepts_is_valid(games):
    reports = [report_on(game) for game in games]
    assert [(report.verdict, report.ended) for report in reports] == [("valid", True)] * len(games)


def test_without_the_pack_the_same_games_are_unverified(games):
    assert {replay(json.dumps(game).encode(), {}).verdict for game in games} == {"unverified"}


def mistaken(game, kind, chance):
    game = copy.deepcopy(game)
    actions = game["actions"]
    place, other = chance.randrange(4, len(actions)), chance.randrange(4, len(actions))
    if kind == "drop":
        del actions[place]
    elif kind == "twice":
        actions.insert(place, copy.deepcopy(actions[place]))
    elif kind == "swap":
        actions[place], actions[other] = actions[other], actions[place]
    elif kind == "cell":
        step = chance.choice([action for action in actions if action["do"] == "move"])
        step["to"] = "A5" if step["to"] != "A5" else "H6"
    elif kind == "dice":
        step = chance.choice([action for action in actions if action["do"] == "move"])
        step["dodge"] = ["dodge", "dodge", "dodge"]
    else:
        game["result"]["winner"] = "A" if game["result"]["winner"] != "A" else "B"
    return game


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_never_stops_a_replay(games, kind):
    chance = Random(kind)
    reports = [report_on(mistaken(chance.choice(games), kind, chance)) for _time in range(15)]
    assert {report.verdict for report in reports} <= {"valid", "invalid"}
    if kind in ("cell", "dice", "winner"):
        assert {(report.verdict, len(report.errors)) for report in reports} == {("invalid", 1)}
