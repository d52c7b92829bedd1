"""A copy of the position goes its own way: what is played on it leaves the position before as it was."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from rules.arena.engine.actions import play
from rules.arena.engine.copying import copied
from rules.arena.engine.setup import new_game
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.log import read
from rules.arena.public import facts_of
from tests import made_up
from tools.selfplay.game import random_game
from tools.selfplay.options import boldly

PRINTED = ("laws", "board", "texts", "cards", "seats", "mode", "profile", "policy", "ahead")
EVERY = 5  # actions, one is compared
SHARED_ALL_GAME = ("followed",)  # worked out once for a position


def contents(value: object) -> object:
    """Everything that a position holds, by value; a piece that is mentioned, by its name."""
    if isinstance(value, Unit):
        return value.name
    if isinstance(value, dict):
        return {key: contents(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [contents(each) for each in value]
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    return fields_of(value) if is_dataclass(value) else value


def fields_of(record: Any) -> dict[str, object]:
    names = [each.name for each in fields(record) if each.name not in PRINTED + SHARED_ALL_GAME]
    return {name: contents(getattr(record, name)) for name in names}


def everything(game: Game) -> str:
    return repr((fields_of(game), [fields_of(unit) for unit in game.pieces]))


@pytest.mark.check
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_played_on_a_copy_leaves_the_original(players: int) -> None:
    with made_up.made_up_cards():
        log = read(
            random_game("copies", mode="duel" if players == 2 else "free-for-all", players=players, worth=boldly)
        )
        game = new_game(log, facts_of(log))
        for index, action in enumerate(log.actions):
            game.index = index
            after = copied(game)
            if index % EVERY == 0:
                before = everything(game)
                assert everything(after) == before
            play(after, action)
            if index % EVERY == 0:
                assert everything(game) == before
            game = after
    assert game.over
