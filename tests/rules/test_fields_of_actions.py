"""The fields of each action: which must be there, which may, and what only several opponents make necessary."""

import pytest

from rules.arena.log_actions import MOST_PLAYERS, PLAYERS, actions_of, seat_of
from rules.common.fields import Fields, InvalidValue, check_fields

REQUIRED = {
    "place": {"unit", "cell"},
    "flip": {"rank", "pile", "reward"},
    "tension": {"dice"},
    "inspire": {"die", "unit"},
    "activate": {"unit"},
    "move": {"to"},
    "collect": set(),
    "buy-glory": set(),
    "buy-reward": {"rank", "pile", "face", "reward", "to"},
    "reveal": {"reward"},
    "cast": {"spell", "target"},
    "end-turn": set(),
    "concede": {"player"},
    "time": set(),
    "correct": {"set", "reason"},
    "seen": {"player"},
}
DICE = {"critical": ["lock"], "armour": {"b1": ["lock"]}, "coins": ["heads"], "choices": {"cell": "A1"}}


def required(fields: Fields) -> set[str]:
    return {name for name, (_shape, is_required) in fields.items() if is_required}


@pytest.mark.parametrize("players", [PLAYERS, MOST_PLAYERS[:3], MOST_PLAYERS])
def test_an_action_has_to_say_what_nobody_else_can_know(players: str) -> None:
    assert {do: required(fields) for do, fields in actions_of(players).items()} == {
        do: {"do", *names} for do, names in REQUIRED.items()
    }


def test_only_a_game_of_several_opponents_names_one_of_them() -> None:
    duel, table = actions_of(PLAYERS), actions_of(MOST_PLAYERS)
    assert {do: table[do].keys() - duel[do].keys() for do in ("tension", "buy-glory", "move")} == {
        "tension": {"gives", "doubles"},
        "buy-glory": {"gives", "from"},
        "move": {"gives"},
    }
    assert [seat_of(players).name for players in (PLAYERS, MOST_PLAYERS[:3], MOST_PLAYERS)] == ["side", "seat", "seat"]


TAKEN = {
    "dice of a spell": {"do": "cast", "spell": "x", "target": "A1", **DICE},
    "a choice of several": {"do": "cast", "spell": "x", "target": "A1", "choices": {"cells": ["A1", "A2"]}},
    "an effect of one's own": {"do": "end-turn", "standby": [{"effect": "poison"}]},
    "an effect of another": {"do": "move", "to": "A1", "standby": [{"effect": "poison", "by": "a1", **DICE}]},
    "a token with its rank": {"do": "reveal", "reward": "x", "rank": "JADE"},
    "units corrected": {"do": "correct", "set": {"units": {"a1": {"ap": 1}}}, "reason": "x"},
    "glory corrected": {"do": "correct", "set": {"glory": {"A": 1}}, "reason": "x"},
    "Kamas corrected": {"do": "correct", "set": {"kamas": {"B": 1}}, "reason": "x"},
    "wild tokens corrected": {"do": "correct", "set": {"wild": 1}, "reason": "x"},
}


@pytest.mark.parametrize("action", TAKEN.values(), ids=TAKEN)
def test_what_an_action_may_leave_out_it_may_leave_out(action: dict[str, object]) -> None:
    assert check_fields(dict(action), actions_of(PLAYERS)[str(action["do"])]) == []


REFUSED = {
    "a choice of numbers": (
        {"do": "cast", "spell": "x", "target": "A1", "choices": {"cells": ["A1", 2]}},
        ("/choices/cells/1", "wrong-type"),
    ),
    "a choice of nothing": (
        {"do": "cast", "spell": "x", "target": "A1", "choices": {"cell": None}},
        ("/choices/cell", "wrong-type"),
    ),
    "an effect without a name": ({"do": "end-turn", "standby": [{"by": "a1"}]}, ("/standby/0", "missing-field")),
    "another rank": ({"do": "reveal", "reward": "x", "rank": "iron"}, ("/rank", "not-a-choice")),
}


@pytest.mark.parametrize(("action", "refusal"), REFUSED.values(), ids=REFUSED)
def test_a_field_of_another_shape_is_pointed_at(action: dict[str, object], refusal: tuple[str, str]) -> None:
    with pytest.raises(InvalidValue) as refused:
        check_fields(dict(action), actions_of(PLAYERS)[str(action["do"])])
    assert (refused.value.pointer, refused.value.code) == refusal
