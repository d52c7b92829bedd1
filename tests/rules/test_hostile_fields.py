"""Names that mean nothing in their place are told and taken out: whatever they hold, no rule ever reads them."""

import json
from typing import Any

import pytest

from judging.logs.validator.answer import answer
from tests.rules.logs import PLACED, Action, do, document


def verdict(log: dict[str, Any]) -> str:
    return str(answer(json.dumps(log).encode())["report"]["verdict"])


@pytest.mark.parametrize(
    "action",
    [
        do("activate", unit="a1", armour=None, choices=5, blocks=None),
        do("end-turn", unit=[], standby=[]),
        do("end-turn", coins={}, critical=7, to=[[]]),
        do(
            "activate",
            unit="a1",
            declared={"power": "p", "by": "b1", "gained": {"b1": {"x": 1}}},
        ),
    ],
)
def test_fields_of_other_actions_break_nothing(action: Action) -> None:
    assert verdict(document(*PLACED, action)) in ("valid", "unverified", "invalid")


@pytest.mark.parametrize("third", [5, None, {"name": "Cy", "team": {"c1": "anna-tommy"}, "timeline": ["c1"]}])
def test_a_third_player_is_not_read(third: Any) -> None:
    log = document(*PLACED)
    log["players"]["C"] = third
    assert verdict(log) == "valid"


def test_an_unknown_name_in_the_result_does_not_change_it() -> None:
    log = document(*PLACED, do("concede", player="B"), result={"winner": "A", "glory": {"A": 6, "B": 6, "x": 1}})
    assert verdict(log) == "valid"
