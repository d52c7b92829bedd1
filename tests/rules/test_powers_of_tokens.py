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
def test_a_tokens_own_claimed_power_acts(tmp_path: Path, powers: list[str], found: list[tuple[str, str]]) -> None:
    declared = {**REVEAL, "kind": "equipment", "equipment": "set", "gives": {"hp": 2, "powers": powers}}
    aura = {"power": "magma-aura", "by": "a2", "injuries": {"b2": 1}}
    struck = do("move", to="B11", declared=aura)
    answer = slashed(tmp_path, 2, struck, reveal=declared)
    assert errors(answer) == found
    assert answer["unverified_cards"] == ["granite-1", "percedal"]


def test_a_token_may_give_a_power_that_does_not_exist(tmp_path: Path) -> None:
    for power in ("loot-x", "loot-", "resistance-light", "x" * 60):
        declared = {**REVEAL, "gives": {"powers": [power]}}
        assert errors(slashed(tmp_path, 2, reveal=declared)) == []
    declared = {**REVEAL, "gives": {"powers": ["x" * 61]}}
    assert slashed(tmp_path, 2, reveal=declared)["verdict"] == "malformed"
