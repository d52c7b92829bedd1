"""The legal actions of forty positions, counted to a depth as chess engines count them."""

from collections import Counter
from typing import Any

import pytest

from tests.rules.perft import DEPTH, cards_of, counted, counted_by_second, positions, reached

POSITIONS = positions()
MODELLED = [position for position in POSITIONS if position["both"]]
ARENAS = 8
MANY = 400  # positions after two actions: the second opinion counts them only in tests.rules.perft


def named(position: dict[str, Any]) -> str:
    return f"{position['log']}-{position['after']}"


@pytest.mark.check
@pytest.mark.parametrize("position", POSITIONS, ids=named)
def test_as_many_actions_are_legal_as_recorded(position: dict[str, Any]) -> None:
    assert counted(position, 1) == position["counts"][:1]


@pytest.mark.ci
@pytest.mark.parametrize("position", POSITIONS, ids=named)
def test_three_actions_deep_as_many_positions_follow(position: dict[str, Any]) -> None:
    assert counted(position, DEPTH) == position["counts"]


@pytest.mark.check
@pytest.mark.parametrize("position", MODELLED[::4], ids=named)
def test_the_second_opinion_finds_the_same_actions_legal(position: dict[str, Any]) -> None:
    assert counted_by_second(position, 1) == position["counts"][:1]


@pytest.mark.ci
@pytest.mark.parametrize("position", MODELLED, ids=named)
def test_two_actions_deep_both_count_as_many_positions(position: dict[str, Any]) -> None:
    depth = 2 if position["both"] > 1 and position["counts"][1] < MANY else 1
    assert counted_by_second(position, depth) == position["counts"][:depth]


def test_forty_positions_of_all_kinds_are_counted() -> None:
    assert len(POSITIONS) == 40
    assert len({position["board"] for position in POSITIONS}) == ARENAS
    assert len(MODELLED) >= 15


@pytest.mark.check
def test_positions_hold_tables_summons_tokens_and_unknown_cards() -> None:
    found: Counter[str] = Counter()
    for position in POSITIONS:
        with cards_of(position):
            game = reached(position)
        found[f"{len(game.seats.players)} players"] += 1
        found["summon"] += any(unit.summoner for unit in game.in_play())
        found["token face up"] += any(unit.face_up() for unit in game.in_play())
        found["token face down"] += any(not each.face_up for unit in game.in_play() for each in unit.rewards)
        found["unknown card"] += any(unit.profile.incomplete for unit in game.in_play())
        found["market"] += any(game.board.demons >> unit.cell & 1 for unit in game.in_play())
    assert found.keys() >= {"2 players", "3 players", "4 players"}
    assert all(found.values())
