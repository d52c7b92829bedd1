"""A token that nobody has entered gives another one: told in a log, and believed within the laws."""

from pathlib import Path
from typing import Any

import pytest

from rules.arena.engine.rewards.given_tokens import give_token
from tests.rules.logs import Action, do
from tests.rules.table import Table
from tests.rules.test_declared_tokens import ROUND, bought
from tests.rules.validated import Answer, errors, validated

DECLARED = {"a2": {"reward": "silver-1", "rank": "silver", "pile": 2}}
GIFT = {"cost": {"ap": 0}, "rewards": {"a1": {}}}
NEXT_TURN = [*ROUND, do("activate", unit="a2")]


def log_of(folder: Path, reveal: dict[str, Any], *later: Action) -> Answer:
    return validated(folder, *bought("a2", "B3", do("reveal", reward="granite-1", **reveal)), *later)


@pytest.mark.article("4.7.8", "4.7.10", "7.2.4.a")
@pytest.mark.parametrize(
    "reveal",
    [
        {"declared": {"rewards": DECLARED}},
        {"coins": ["heads"], "choices": {"reward": "silver-1", "pile": 1}},
        {"kind": "boost", "gives": {}, "choices": {"reward": "silver-1"}},
    ],
)
def test_a_token_given_by_an_unknown_one_can_be_revealed(tmp_path: Path, reveal: dict[str, Any]) -> None:
    answer = log_of(tmp_path, reveal, *NEXT_TURN, do("reveal", reward="silver-1"))
    assert (errors(answer), answer["verdict"]) == ([], "unverified")
    assert {"granite-1", "silver-1"} <= set(answer["unverified_cards"])


@pytest.mark.article("4.7.10", breaks=True)
@pytest.mark.parametrize("reveal", [{}, {"coins": ["tails"], "choices": {"reward": "silver-1"}}])
def test_what_nobody_was_given_cannot_be_revealed(tmp_path: Path, reveal: dict[str, Any]) -> None:
    answer = log_of(tmp_path, reveal, *NEXT_TURN, do("reveal", reward="silver-1"))
    assert errors(answer) == [("4.7.10", "no-such-reward")]


@pytest.mark.article("4.18.1", "1.3.7", breaks=True)
@pytest.mark.parametrize(
    ("rewards", "found"),
    [
        ({"a2": {}, "a3": {}, "a4": {}}, ("4.18.1", "beyond-any-card")),
        ({"b1": {"pile": 1, "rank": "jade", "reward": "granite-1"}}, ("1.3.7", "wrong-rank")),
    ],
)
def test_a_given_token_keeps_to_the_laws_of_all_tokens(
    tmp_path: Path, rewards: dict[str, Any], found: tuple[str, str]
) -> None:
    assert found in errors(log_of(tmp_path, {"declared": {"rewards": rewards}}))


@pytest.mark.article("4.7.9", breaks=True)
def test_nobody_is_given_more_tokens_than_their_level(tmp_path: Path) -> None:
    twice = [do("activate", unit="a1"), *[do("cast", spell=f"gift-{n}", target="K2", declared=GIFT) for n in range(4)]]
    assert ("4.7.9", "too-many-rewards") in errors(log_of(tmp_path, {}, *twice))


@pytest.mark.article("1.3.7", breaks=True)
@pytest.mark.parametrize(("rank", "taken"), [("jade", "jade"), ("gold", "silver")])
def test_a_token_of_no_pile_comes_from_its_ranks_first(rank: str, taken: str) -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    before = {pile: each.left for pile, each in table.game.piles.items()}
    give_token(table.game, table["q"], {"rank": rank, "pile": 3})
    after = {pile: each.left for pile, each in table.game.piles.items()}
    assert [each.code for each in table.game.findings] == ["no-such-pile"]
    assert {pile for pile in before if before[pile] != after[pile]} == {(taken, 1)}
    assert table["q"].rewards[-1].rank == rank
