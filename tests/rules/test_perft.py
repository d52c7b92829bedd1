"""The legal actions of forty positions, counted to a depth as chess engines count them."""

from typing import Any

import pytest

from tests.rules.perft import DEPTH, counted, positions

POSITIONS = positions()
ARENAS = 8


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


def test_forty_positions_are_counted_on_all_boards() -> None:
    assert len(POSITIONS) == 40
    assert len({position["board"] for position in POSITIONS}) == ARENAS
