"""The GG of a light log: falls, doubles, what cards give, and who wins by them (4.6, 5.2)."""

from typing import Any

import pytest

from rules.arena.texts import figures
from rules.common.verdicts import Report
from tests.rules.logs import TEAM_B, Action, do
from tests.rules.test_light_log import DOUBLES, NOT_OVER, TURN_A, TURN_B, faults, report

WON = do("glory", glory={"A": 1}, why="power")
TWO_FALLS = [TURN_A, do("ko", unit="b1"), do("ko", unit="b2")]
DJAUL = next(slug for slug, text in figures().items() if "descendre-prank" in text.powers)


def players(a: str, b: str = "anna-tommy") -> dict[str, Any]:
    return {"A": {"team": {"a1": a}, "timeline": ["a1"]}, "B": {"team": {"b1": b}, "timeline": ["b1"]}}


def end(*actions: Action, **changes: Any) -> tuple[str | None, str | None]:
    ended = report(*actions, **{"result": None, **changes})
    return ended.winner, ended.won_by


def values(found: Report) -> list[tuple[Any, Any]]:
    return [((each.expected or {}).get("value"), (each.logged or {}).get("value")) for each in found.errors]


@pytest.mark.article("5.2.3")
def test_doubles_cost_each_player_one() -> None:
    assert report(TURN_A, TURN_B, DOUBLES, result=None).glory == {"A": 5, "B": 5}


@pytest.mark.article("5.2.3")
def test_losing_the_last_gg_by_doubles_loses_the_game() -> None:
    """Two falls leave B one GG."""
    assert end(*TWO_FALLS, TURN_B, DOUBLES) == ("A", "tension")
    falls_of_a = [TURN_A, do("ko", unit="a1"), do("ko", unit="a2")]
    assert end(*falls_of_a, TURN_B, DOUBLES) == ("B", "tension")


@pytest.mark.article("5.2.3")
def test_a_judge_decides_where_both_lose_their_last_by_doubles() -> None:
    turns = [action for player in (TURN_B, TURN_A, TURN_B, TURN_A, TURN_B, TURN_A) for action in (player, DOUBLES)]
    assert end(TURN_A, *turns[:-1]) == (None, None)
    assert report(TURN_A, *turns[:-1], result=None).glory == {"A": 1, "B": 1}
    assert end(TURN_A, *turns) == (None, "judge")


@pytest.mark.article("4.6.2", breaks=True)
def test_cards_give_no_more_than_four_in_a_turn() -> None:
    four = [TURN_A, *[WON] * 4]
    assert faults(*four, result=None) == []
    assert report(*four, result=None).glory == {"A": 10, "B": 3}
    five = report(*four, WON, result=None)
    assert [(each.action, each.article) for each in five.errors] == [(5, "4.6.2")]
    assert (five.verdict, values(five)) == ("invalid", [(4, 5)])


@pytest.mark.article("4.6.2")
def test_what_cards_gave_does_not_count_in_the_next_turn() -> None:
    back = do("glory", glory={"B": 1}, why="power")
    assert faults(TURN_A, *[WON] * 4, TURN_B, *[back] * 4, result=None) == []


@pytest.mark.article("4.6.2")
def test_no_change_of_glory_is_none_of_the_four() -> None:
    assert faults(TURN_A, do("glory", glory={}, why="power"), *[WON] * 4, result=None) == []


@pytest.mark.article("4.6.2", breaks=True)
def test_a_card_gives_no_glory_to_both() -> None:
    assert faults(TURN_A, do("glory", glory={"A": 1, "B": 1}, why="power"), result=None) == [(1, "4.6.2")]


@pytest.mark.article("6.3.4")
def test_one_is_bought_for_twelve_kamas() -> None:
    after = report(TURN_A, do("kamas", kamas={"A": 20}), do("buy-glory"), result=None)
    row = (after.ledger or ())[-1]
    assert (row["glory"], row["wild"], row["kamas"]) == ({"A": 7, "B": 6}, 0, {"A": 8, "B": 0})


@pytest.mark.article("1.4.1")
def test_a_player_with_all_glory_wins() -> None:
    assert end(*TWO_FALLS, do("ko", unit="b3")) == ("A", "glory")
    assert end(*TWO_FALLS) == (None, None)


@pytest.mark.article("1.4.3")
def test_the_last_side_standing_wins_without_glory() -> None:
    assert end(TURN_A, do("ko", unit="a1"), players=players(DJAUL)) == ("B", "last-standing")
    assert end(TURN_A, do("ko", unit="b1"), players=players("anna-tommy", DJAUL)) == ("A", "last-standing")


@pytest.mark.article("4.18.3.d", breaks=True)
def test_a_level_of_djaul_is_a_fault() -> None:
    assert (1, "4.6.2") in faults(TURN_A, do("ko", unit="a1", level=1), players=players(DJAUL), result=None)


@pytest.mark.article("4.6.2", breaks=True)
def test_a_figure_that_nobody_knows_gives_no_glory() -> None:
    unknown = players("nobody-knows-me")
    fell = report(TURN_A, do("ko", unit="a1"), players=unknown, result=None)
    assert [row["wild"] for row in fell.ledger or ()] == [1, 1]
    assert (1, "4.6.2") in faults(TURN_A, do("ko", unit="a1", level=1), players=unknown, result=None)


def test_another_level_of_a_partly_read_card_is_believed() -> None:
    team = {**TEAM_B, "b1": "naz-rael"}
    header = {"A": {"team": {"a1": "anna-tommy"}, "timeline": ["a1"]}, "B": {"team": team, "timeline": [*team]}}
    fell = report(TURN_A, do("ko", unit="b1", level=1), players=header, result=None)
    assert [each.article for each in fell.errors if each.action is not None] == []
    assert (fell.unverified_cards, fell.proof.by_card) == (("naz-rael",), {"naz-rael": 1})


def test_believed_actions_are_counted_beside_faulty_and_unchecked_ones() -> None:
    shouted = do("ko", unit="b1", shouted="yes")
    proof = report(TURN_A, WON, WON, shouted, TURN_A, TURN_B, result=None).proof
    assert (proof.believed, proof.faulty, proof.unchecked) == (2, 1, 3)
    assert proof.by_card == {"glory": 2}


@pytest.mark.article("1.4.1", "5.2.3", breaks=True)
@pytest.mark.parametrize(
    ("actions", "article"),
    [
        ([TURN_A], "1.4.1"),
        ([*TWO_FALLS, TURN_B, DOUBLES], "5.2.3"),
    ],
)
def test_a_wrong_winner_breaks_the_article_of_the_victory(actions: list[Action], article: str) -> None:
    assert faults(*actions, result={"winner": "B", "glory": None}) == [(None, article)]


@pytest.mark.parametrize(
    ("result", "code"),
    [
        ({"winner": "A", "glory": None}, "wrong-winner"),
        ({"winner": None, "glory": {"A": 1, "B": 1}}, "wrong-glory"),
    ],
)
def test_after_a_fault_a_wrong_result_is_a_note(result: dict[str, Any], code: str) -> None:
    found = report(TURN_A, TURN_A, result=result).findings
    assert [(each.severity, each.article) for each in found if each.code == code] == [("note", None)]


def test_a_row_names_whose_turn_it_is() -> None:
    rows = report(TURN_A, TURN_B, result=NOT_OVER).ledger or ()
    assert [row["player"] for row in rows] == ["A", "B"]
    early = report(do("concede", player="A"), result=None).ledger or ()
    assert [row["player"] for row in early] == [None]
