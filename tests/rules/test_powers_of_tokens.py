"""Powers that a token which nobody has entered is said to give: those of the rules, and one of its own."""

from pathlib import Path

import pytest

from tests.rules.logs import do
from tests.rules.test_declared_tokens import REVEAL, slashed
from tests.rules.validated import errors


@pytest.mark.article("2.7.1", "4.7.5.b")
@pytest.mark.parametrize(
    ("powers", "found"),
    [(["Magma Aura"], []), ([], [("2.7.1", "no-such-power")]), (["dodge"], [("2.7.1", "no-such-power")])],
)
def test_a_power_of_its_own_that_a_token_is_said_to_give_acts(
    tmp_path: Path, powers: list[str], found: list[tuple[str, str]]
) -> None:
    declared = {**REVEAL, "kind": "equipment", "equipment": "set", "gives": {"hp": 2, "powers": powers}}
    aura = {"power": "magma-aura", "by": "a2", "injuries": {"b2": 1}}
    struck = do("move", to="B11", declared=aura)
    answer = slashed(tmp_path, 2, struck, reveal=declared)
    assert errors(answer) == found
    assert answer["unverified_cards"] == ["granite-1", "percedal"]


def test_the_name_of_no_power_may_be_given_by_a_token(tmp_path: Path) -> None:
    for power in ("loot-x", "loot-", "resistance-light", "x" * 60):
        declared = {**REVEAL, "gives": {"powers": [power]}}
        assert errors(slashed(tmp_path, 2, reveal=declared)) == []
    declared = {**REVEAL, "gives": {"powers": ["x" * 61]}}
    assert slashed(tmp_path, 2, reveal=declared)["verdict"] == "malformed"
