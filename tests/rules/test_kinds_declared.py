"""What a declaration says that is compared with the next one of the same text (2.5.2, 2.7.1)."""

from typing import Any

import pytest

from rules.arena.engine.claims.declarations import has_outcome
from rules.arena.engine.claims.learning import learn
from tests.rules.table import Table


def said_twice(first: dict[str, Any], then: dict[str, Any]) -> list[tuple[str, str | None]]:
    table = Table(". . K\n. q .\n. . .", q="goultard", K="bill-tell").activate("q")
    for claim in (first, then):
        learn(table.game, table["q"], "power", "bloodlust", {"power": "bloodlust", **claim})
    return [(each.code, each.article) for each in table.game.findings]


@pytest.mark.article("2.7.1", breaks=True)
@pytest.mark.parametrize(
    ("first", "then", "differs"),
    [
        ({"kamas": {"A": 1}}, {"summoned": {"tofu": "B2"}}, True),
        ({"summoned": {"tofu": "B2"}}, {"summoned": {"gobball": "B2"}}, True),
        ({"summoned": {"tofu": "B2"}}, {"summoned": {"tofu": ["C2"]}}, False),
        ({"summoned": {"tofu": ["B2"]}}, {"summoned": {"tofu": "C2"}}, False),
        ({"summoned": {"tofu": "B2"}}, {"summoned": {"tofu": ["B2", "C2"]}}, True),
        ({"summoned": {"tofu": ["B2", "C2"]}}, {"summoned": {"tofu": ["B2", "C2"]}}, False),
        ({"summoned": {"tofu": ["B2", "C2"]}}, {"summoned": {"tofu": ["B2", "C2", "D2"]}}, True),
    ],
)
def test_what_a_power_summons_is_part_of_its_meaning(
    first: dict[str, Any], then: dict[str, Any], differs: bool
) -> None:
    assert said_twice(first, then) == ([("another-text", "2.7.1")] if differs else [])


@pytest.mark.parametrize(
    ("claim", "expected"),
    [({"injuries": {}}, False), ({"cost": {"ap": 2}}, False), ({"injuries": {"K": 1}}, True), ({}, False)],
)
def test_a_declaration_of_nothing_has_no_outcome(claim: dict[str, Any], expected: bool) -> None:
    assert has_outcome(claim) is expected
