"""What an earlier error leaves uncertain is not reported again: dice of powers in doubt, and what a unit kept."""

from typing import Any

import pytest

from rules.arena.cells import CELLS
from rules.arena.engine.policy import PlayIssue, broken
from rules.arena.engine.units import OFF
from rules.arena.recovery import dice, flips, turn
from rules.arena.recovery.dice import _but_for_a_power
from rules.arena.recovery.position import AFTER, REPAIRS, _keeps
from rules.common.messages import message as _
from tests.rules.table import Table


def table() -> Table:
    return Table("q . K", q="bill-tell", K="percedal").activate("q")


@pytest.mark.article("4.17.4", breaks=True)
@pytest.mark.parametrize("room", [True, False])
def test_a_figure_placed_wrongly_gives_way_where_there_is_room(*, room: bool) -> None:
    table = Table("q K", q="bill-tell", K="percedal").activate("q")
    table["K"].misplaced = True
    if not room:
        table.game.impassable |= (1 << len(CELLS)) - 1
    assert table.does("move", to="B1") == ([] if room else ["4.17.4"])
    assert table.at("K") != "B1" if room else table.at("K") == "B1"


def issue(code: str, **given: Any) -> PlayIssue:
    units = given.pop("units", None)
    return broken("7.1.1", code, _("{units}", units=units) if units else _("no"), **given)


DICE: dict[str, tuple[str, Any, Any, Any]] = {
    "as many as expected": ("lock", 2, 2, None),
    "one more": ("lock", 2, 3, None),
    "one fewer": ("lock", 2, 1, None),
    "two more": ("lock", 2, 4, "lock"),
    "two fewer": ("lock", 2, 0, "lock"),
    "one below the least": ("dodge", [2, 3], 1, None),
    "one above the most": ("dodge", [2, 3], 4, None),
    "two below the least": ("dodge", [2, 3], 0, "dodge"),
    "two above the most": ("dodge", [2, 3], 5, "dodge"),
    "one more of each": ("armour", {"q": 1, "K": 2}, {"q": 2, "K": 3}, None),
    "two more of one": ("armour", {"q": 1, "K": 2}, {"q": 1, "K": 4}, "armour"),
}


@pytest.mark.parametrize(("roll", "expected", "logged", "left"), DICE.values(), ids=DICE)
def test_a_doubtful_power_forgives_one_die_more_or_less(
    roll: str, expected: Any, logged: Any, left: str | None
) -> None:
    game = table().game
    fault = issue(f"{roll}-dice", expected={roll: expected}, logged={roll: logged})
    forgives = _but_for_a_power(roll, roll)
    assert forgives(game, fault) is fault
    game.uncertain.doubtful[roll] = game.turn
    assert (forgives(game, fault) is None) is (left is None)


@pytest.mark.parametrize(
    ("expected", "left"), [({"q": 1}, {}), ({"q": 1, "K": 2}, {"K": 1}), ({"q": 3, "K": 2}, {"q": 2, "K": 1})]
)
def test_a_single_die_of_units_that_rolled_none_is_forgiven(expected: dict[str, int], left: dict[str, int]) -> None:
    game = table().game
    game.uncertain.doubtful["armour"] = game.turn
    none = {"armour": dict.fromkeys(expected, 0)}
    fault = issue("armour-dice", expected={"armour": expected}, logged=none, units=[*expected])
    found = _but_for_a_power("armour", "armour")(game, fault)
    if not left:
        assert found is None
        return
    assert found is not None
    assert (found.expected, found.logged) == ({"armour": left}, {"armour": dict.fromkeys(left, 0)})
    assert found.message.facts["units"] == [*left]


@pytest.mark.parametrize(
    ("gauge", "taken"),
    [("ap", "blocked_ap"), ("mp", "blocked_mp"), ("ap", "markers_taken_ap"), ("mp", "markers_taken_mp")],
)
def test_a_unit_using_what_it_had_lost_has_it_again(gauge: str, taken: str) -> None:
    here = table()
    unit = here["q"]
    setattr(unit, gauge, 1)
    setattr(unit, taken, 2)
    assert _keeps(gauge, taken)(here.game, issue("locked-unit-kept-ap")) is True
    assert (getattr(unit, gauge), getattr(unit, taken)) == (3, 0)


@pytest.mark.article("4.14.2.f")
@pytest.mark.parametrize(("mp", "blocked", "left"), [(0, 3, 2), (1, 0, 0), (0, 0, 0), (2, 1, 2)])
def test_a_held_unit_that_goes_on_stands_where_it_would(mp: int, blocked: int, left: int) -> None:
    here = table()
    unit, there = here["q"], here.game.cell("B1")
    unit.mp, unit.blocked_mp, unit.held_from = mp, blocked, there
    assert REPAIRS["locked-unit-moved"](here.game, issue("locked-unit-moved")) is True
    assert (unit.cell, unit.mp, unit.blocked_mp, unit.held_from) == (there, left, 0, OFF)


@pytest.mark.article("7.2.4.b")
def test_a_unit_that_was_not_pushed_stands_where_it_was() -> None:
    here = table()
    unit, there = here["q"], here.game.cell("B1")
    unit.pushed_from = there
    assert REPAIRS["push-overlooked"](here.game, issue("push-overlooked")) is True
    assert (unit.cell, unit.pushed_from) == (there, OFF)


def test_a_step_makes_a_units_cell_certain_unless_held() -> None:
    here = table()
    unit = here["q"]
    unit.strayed_from, unit.misplaced = here.game.cell("B1"), True
    AFTER["move"](here.game, {"do": "move"})
    assert (unit.strayed_from, unit.misplaced) == (OFF, False)
    unit.strayed_from, unit.misplaced, unit.held_from = here.game.cell("B1"), True, here.game.cell("B1")
    AFTER["move"](here.game, {"do": "move"})
    assert unit.misplaced
    here.game.active = None
    AFTER["move"](here.game, {"do": "move"})


def test_a_repair_says_whether_the_action_goes_on() -> None:
    game = table().game
    game.action = {"do": "tension"}
    goes_on = {
        code: repairs[code](game, issue(code))
        for repairs, code in (
            (dice.REPAIRS, "effect-not-resolved"),
            (flips.REPAIRS, "reward-not-replaced"),
            (turn.REPAIRS, "tension-missing"),
            (turn.REPAIRS, "tension-dice"),
        )
    }
    assert goes_on == {
        "effect-not-resolved": True,
        "reward-not-replaced": True,
        "tension-missing": True,
        "tension-dice": False,
    }
    assert game.quiet
