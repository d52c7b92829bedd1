"""What the rest of a log shows before it is played: who is in the arena, who moves on, where a turn opens."""

from types import SimpleNamespace
from typing import cast

import pytest

from rules.arena.engine.claims.lookahead import Lookahead
from rules.arena.engine.units import Reward
from rules.arena.log import Log
from rules.arena.recovery.reading import _where_the_turn_opens
from rules.arena.recovery.survival import keep_standing, the_log_goes_on
from tests.rules.logs import Action, do
from tests.rules.table import Table, believed_cards

ACTIVATE = do("activate", unit="q")
BLOCK = {"by": "K", "lock": [], "dodge": []}


def table() -> Table:
    return Table("q K", q="bill-tell", K="percedal").activate("q")


SHOWN: dict[str, tuple[list[Action], dict[str, int]]] = {
    "who acts": ([ACTIVATE, do("collect"), do("end-turn")], {"q": 1}),
    "who acts until the turn ends": ([ACTIVATE, do("end-turn"), do("collect")], {"q": 0}),
    "another turn": ([ACTIVATE, do("activate", unit="K"), do("buy-glory")], {"q": 0, "K": 2}),
    "who is inspired": ([do("inspire", die=1, unit="K")], {"K": 0}),
    "who is given a token": ([do("buy-reward", rank="jade", pile=1, to="K"), do("time")], {"K": 0}),
    "nobody is given a token": ([do("buy-reward", rank="jade", pile=1, to=None)], {}),
    "who blocks": ([ACTIVATE, do("move", to="A2", blocks=[BLOCK])], {"q": 1, "K": 1}),
    "nobody blocks": ([ACTIVATE, do("move", to="A2")], {"q": 1}),
    "an empty list of blocks": ([ACTIVATE, do("move", to="A2", blocks=None)], {"q": 1}),
    "who rolls for armour": ([ACTIVATE, do("cast", armour={"K": ["lock"], "x": []})], {"q": 1, "K": 1}),
    "who is hurt by a spell in words": ([ACTIVATE, do("cast", declared={"injuries": {"K": 1}})], {"q": 1, "K": 1}),
    "who is healed by it": ([ACTIVATE, do("cast", declared={"healed": {"K": 1}})], {"q": 1, "K": 1}),
    "fields without a meaning": ([ACTIVATE, do("collect", to="K", unit="K", blocks=[BLOCK])], {"q": 1}),
    "a token for a unit without a meaning": ([ACTIVATE, do("end-turn", armour={"K": ["lock"]})], {"q": 0}),
    "after a concession": ([ACTIVATE, do("concede", player="A"), do("collect")], {"q": 2}),
}


@pytest.mark.parametrize(("actions", "shown"), SHOWN.values(), ids=SHOWN)
def test_the_last_action_that_shows_a_unit_in_the_arena(actions: list[Action], shown: dict[str, int]) -> None:
    ahead = Lookahead(actions)
    ahead.look()
    assert {name: at for name, at in ahead.shown.items() if name} == shown


def test_the_last_board_action_is_none_of_those_beside_it() -> None:
    ahead = Lookahead([ACTIVATE, do("time"), do("collect"), do("correct"), do("concede", player="A")])
    assert [index for index in range(4) if ahead.goes_on(index)] == [0, 1]
    assert not ahead.goes_on(None)


@pytest.mark.parametrize(
    ("actions", "moves_on"),
    [
        ([do("move", to="A2")], set()),
        ([ACTIVATE, do("move", to="A2")], set()),
        ([ACTIVATE, do("move", to="A2"), do("move", to="A3")], {1}),
        ([ACTIVATE, do("move", to="A2"), do("collect"), do("move", to="A3")], {1}),
        ([ACTIVATE, do("move", to="A2"), do("end-turn"), ACTIVATE, do("move", to="A3")], set()),
        ([do("move", to="A2"), do("move", to="A3"), do("move", to="A4")], {0, 1}),
    ],
)
def test_after_which_move_a_unit_moves_on(actions: list[Action], moves_on: set[int]) -> None:
    ahead = Lookahead(actions)
    assert {index for index in range(len(actions)) if ahead.is_left_again(index)} == moves_on
    assert not ahead.is_left_again(None)


@pytest.mark.parametrize(
    ("actions", "index", "opens"),
    [
        (["tension", "activate"], 1, 0),
        (["end-turn", "tension", "flip", "inspire", "inspire", "activate"], 5, 1),
        (["end-turn", "flip", "activate"], 2, 2),
        (["flip", "flip", "activate"], 2, 2),
        (["tension", "move", "activate"], 2, 2),
        (["activate"], 0, 0),
    ],
)
def test_a_turn_opens_with_its_roll_for_tension(actions: list[str], index: int, opens: int) -> None:
    log = cast("Log", SimpleNamespace(actions=[do(name) for name in actions]))
    assert _where_the_turn_opens(log, index) == opens


@pytest.mark.article("4.10.2", "4.7.5")
def test_tokens_give_what_a_standing_figure_needs_in_their_order() -> None:
    here = table()
    game, unit = here.game, here["K"]
    game.index, game.lookahead.shown = 0, {"K": 1}
    first, second = Reward("granite-1", None, True, drawn={"hp": 9}), Reward("granite-2", None, True)
    unit.rewards += (first, second)
    unit.more_hp, unit.injuries, unit.beyond = 1, 5, 3
    assert keep_standing(game, unit)
    assert (unit.more_hp, unit.injuries, unit.beyond) == (5, 8, 0)
    assert (first.drawn, second.drawn) == ({"hp": 10}, {"hp": 3})
    assert believed_cards(game) == ["granite-1", "granite-2"]


@pytest.mark.article("1.4.1", "4.6.2")
def test_falls_without_glory_or_on_ones_own_side_end_games() -> None:
    here = Table("q x K", q="bill-tell", x="oscar-kass", K="percedal").activate("q")
    game = here.game
    here.add("X", "ush", [40])
    game.index, game.lookahead.last, game.wild = 1, 2, 0
    game.glory = {"A": 1, "B": 0}
    assert the_log_goes_on(game, here["K"])
    assert the_log_goes_on(game, here["x"])
    game.active = None
    assert the_log_goes_on(game, here["x"])
