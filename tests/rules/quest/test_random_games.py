"""Random games of Quest: legal ones have no fault, and one wrong line is one finding."""

import copy
import json
import random
from typing import Any

import pytest

from rules.common.verdicts import Report
from rules.games import replay
from tests.rules.quest.random_games import Game

SEEDS = range(40)


def report_on(document: dict[str, Any]) -> Report:
    return replay(json.dumps(document).encode())


def lines(document: dict[str, Any], *kinds: str) -> list[int]:
    return [index for index, action in enumerate(document["actions"]) if action["do"] in kinds]


def test_a_legal_game_is_a_ledger():
    for seed in SEEDS:
        document = Game(seed).document()
        report = report_on(document)
        assert (report.verdict, [str(each.message) for each in report.errors]) == ("ledger", []), seed
        assert report.more["gg"] == document["result"]["gg"]
        assert report.won_by == document["result"]["ending"]


@pytest.mark.parametrize("do", ["turn", "demon"])
def test_a_line_left_out_is_one_finding(do):
    for seed in SEEDS:
        document = Game(seed).document()
        for index in lines(document, do)[:-1]:
            left_out = copy.deepcopy(document)
            del left_out["actions"][index]
            assert len(report_on(left_out).errors) <= 1, (seed, index)


@pytest.mark.parametrize("do", ["turn", "demon"])
def test_a_line_written_twice_is_one_finding(do):
    for seed in SEEDS:
        document = Game(seed).document()
        for index in lines(document, do):
            twice = copy.deepcopy(document)
            twice["actions"].insert(index, twice["actions"][index])
            assert [each.severity for each in report_on(twice).errors] == ["error"], (seed, index)


def test_a_turn_of_another_player_is_one_finding():
    for seed in SEEDS:
        document = Game(seed).document()
        rng = random.Random(seed)
        others = {player: [each for each in document["order"] if each != player] for player in document["order"]}
        for index in lines(document, "turn") if len(others) > 1 else []:
            changed = copy.deepcopy(document)
            action = changed["actions"][index]
            action["player"] = rng.choice(others[action["player"]])
            assert {each.article for each in report_on(changed).errors} == {"Q-3.6"}, (seed, index)


@pytest.mark.parametrize(("events", "article"), [(["trees"], "Q-6.1"), ([], "Q-6.1")])
def test_another_number_of_events_is_one_finding(events, article):
    for seed in SEEDS:
        document = Game(seed).document()
        for index in lines(document, "demon")[:-1]:
            changed = copy.deepcopy(document)
            action = changed["actions"][index]
            action["events"] = [*action["events"], *events] if events else action["events"][:-1]
            assert [each.article for each in report_on(changed).errors] == [article], (seed, index)


def test_any_actions_in_any_order_are_answered():
    everything = [action for seed in SEEDS for action in Game(seed).document()["actions"]]
    for seed in SEEDS:
        rng = random.Random(seed)
        document = Game(seed).document()
        seats = {*document["order"]}
        chosen = [action for action in rng.sample(everything, 60) if action.get("player", "A") in seats]
        if document["demon"] == "shared":
            chosen = [{"player": "A", **action} if action["do"] == "demon" else action for action in chosen]
        assert report_on({**document, "actions": chosen}).verdict == "invalid"


def test_a_demon_behind_the_turn_is_one_finding():
    for seed in SEEDS:
        document = Game(seed).document()
        for index in lines(document, "demon"):
            swapped = copy.deepcopy(document)
            actions = swapped["actions"]
            if [each["do"] for each in actions[index : index + 2]] == ["demon", "turn"]:
                actions[index : index + 2] = actions[index + 1], actions[index]
                assert [each.action for each in report_on(swapped).errors] == [index], (seed, index)
