"""Whose GG are bought where there are several opponents (4.6.3)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.claims.declared import apply_outcomes
from rules.arena.engine.claims.limits import Cause
from rules.arena.engine.policy import STRICT
from tests.rules.fours import Four, codes, four, out_of_it
from tests.rules.table import Table


def buys(table: Four, by: str = "a", **fields: str) -> list[str]:
    table.activate(by)
    table.game.board = replace(table.game.board, demons=1 << table[by].cell)
    table.game.kamas["A"] = 12
    return table.does("buy-glory", **fields)


@pytest.mark.article("4.6.3")
def test_bought_gg_are_wild_first_then_of_the_named_opponent() -> None:
    table = four()
    assert (buys(table), table.glory) == ([], (4, 3, 3, 3, 2))
    table = four().set_glory(6, 3, 3, 3, 0)
    assert (buys(table, **{"from": "D"}), table.glory) == ([], (7, 3, 3, 2, 0))


@pytest.mark.article("4.6.3")
def test_the_only_opponent_with_a_gg_need_not_be_named() -> None:
    table = four().set_glory(6, 0, 9, 0, 0)
    assert (buys(table), table.glory) == ([], (7, 0, 8, 0, 0))


@pytest.mark.article("4.6.3", breaks=True)
@pytest.mark.parametrize(
    ("player", "code"),
    [(None, "not-an-opponent"), ("A", "not-an-opponent"), ("B", "not-an-opponent"), ("D", "player-is-out")],
)
def test_a_gg_is_bought_from_an_opponent_who_has_one(player: str | None, code: str) -> None:
    glory = (6, 3, 6, 0, 0) if player is None else (9, 0, 6, 0, 0)
    table = four().set_glory(*glory)
    out_of_it(table, "d", "o")
    assert buys(table, **({"from": player} if player else {})) == ["4.6.3"]
    assert codes(table) == [code]


@pytest.mark.article("4.6.3", "4.7.5.a")
@pytest.mark.parametrize("reward", ["rogue-style", "demon-spirit"])
def test_a_reward_takes_the_gg_of_the_opponent_chosen(reward: str) -> None:
    table = four().set_glory(6, 3, 3, 3, 0).give("a", reward).activate("a")
    table.game.kamas["A"] = 2
    assert table.does("reveal", reward=reward, choices={"player": "C"}) == []
    assert table.glory == (7, 3, 2, 3, 0)


@pytest.mark.article("4.6.3", breaks=True)
@pytest.mark.parametrize(
    ("player", "message", "may_be"),
    [
        ("B", "Name an opponent who has a GG: C.", ["C"]),
        ("D", "Player D is out of the game.", ["C"]),
        ("A", "Name an opponent who has a GG: C.", ["C"]),
    ],
)
def test_a_wrong_name_is_answered_by_those_with_a_gg(player: str, message: str, may_be: list[str]) -> None:
    table = four().set_glory(9, 0, 6, 0, 0)
    out_of_it(table, "d", "o")
    buys(table, **{"from": player})
    (found,) = table.game.findings
    assert (str(found.message), found.expected) == (message, {"from": may_be})
    assert table.glory == (10, 0, 5, 0, 0)


@pytest.mark.article("4.6.3")
@pytest.mark.parametrize(("player", "wrong"), [("B", []), ("A", ["not-an-opponent"])])
def test_any_opponent_may_be_named_where_none_has_a_gg(player: str, wrong: list[str]) -> None:
    table = four().set_glory(12, 0, 0, 0, 0)
    buys(table, **{"from": player})
    assert (codes(table), table.glory) == (wrong, (12, 0, 0, 0, 0))


@pytest.mark.article("4.6.3", breaks=True)
def test_a_recorders_wrong_name_is_answered_without_asking_again() -> None:
    table = four().set_glory(6, 3, 6, 0, 0)
    table.game.policy = STRICT
    assert (buys(table, **{"from": "D"}), codes(table)) == (["4.6.3"], ["not-an-opponent"])


@pytest.mark.article("4.6.3", breaks=True)
@pytest.mark.parametrize("player", [["A"], [], "", 3, True, "Z"])
def test_a_choice_that_is_no_player_is_no_opponent(player: Any) -> None:
    table = four().set_glory(6, 3, 3, 3, 0).give("a", "demon-spirit").activate("a")
    out_of_it(table, "d", "o")
    assert table.does("reveal", reward="demon-spirit", choices={"player": player}) == ["4.6.3"]
    assert codes(table) == ["not-an-opponent"]


@pytest.mark.article("4.6.3", "4.7.5.a")
@pytest.mark.parametrize("player", [None, "B", "A", ["A"], "Z"])
@pytest.mark.parametrize("reward", ["rogue-style", "demon-spirit"])
def test_in_a_duel_nobody_is_asked_whose_gg_it_is(reward: str, player: Any) -> None:
    for glory, after in (((6, 6), (7, 5)), ((12, 0), (12, 0))):
        table = Table("q K", q="oscar-kass", K="bill-tell").give("q", reward).activate("q")
        table.game.glory, table.game.wild, table.game.kamas["A"] = dict(zip("AB", glory, strict=True)), 0, 2
        table.game.index, table.game.lookahead.last = 0, 0
        choices = {} if player is None else {"player": player}
        assert table.does("reveal", reward=reward, choices=choices) == []
        assert tuple(table.game.glory.values()) == after
        assert set(codes(table)) <= {"unknown-field"}


@pytest.mark.article("4.6.3", "4.7.5.a")
def test_nobody_is_named_for_the_last_wild_gg() -> None:
    table = four().set_glory(5, 3, 3, 3, 1)
    assert (buys(table), table.glory) == ([], (6, 3, 3, 3, 0))
    table = four().set_glory(5, 3, 3, 3, 1).give("a", "rogue-style").activate("a")
    table.game.kamas["A"] = 2
    assert table.does("reveal", reward="rogue-style") == []
    assert table.glory == (6, 3, 3, 3, 0)


@pytest.mark.article("4.6.2", "4.6.3")
@pytest.mark.parametrize(
    ("declared", "glory"),
    [
        ({"A": 1, "B": -1, "C": 0}, (7, 2, 3, 3, 0)),
        ({"C": 0, "A": 1, "D": -1}, (7, 3, 3, 2, 0)),
        ({"D": -1}, (7, 3, 3, 2, 0)),
    ],
)
def test_declared_gg_go_from_their_loser_to_their_winner(declared: dict[str, int], glory: tuple[int, ...]) -> None:
    table = four().set_glory(6, 3, 3, 3, 0).activate("a")
    apply_outcomes(table.game, {"glory": declared}, table["a"], Cause("a spell", "a"))
    assert [finding.article for finding in table.game.findings if finding.severity == "error"] == []
    assert table.glory == glory
