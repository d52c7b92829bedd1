"""In which order four players take their turns, and what decides between equal teams (1.3.1, 9.2.1, 9.3.3)."""

from typing import Any

import pytest

from tests.rules.fours import HOMES, TEAMS
from tests.rules.test_four_player_logs import players, report

QUEEN = {"1": "queen-of-the-tofus", "2": "bill-tell"}  # 15
HIGH = {"1": "anna-tommy", "2": "lil-healey"}  # 10: 9 and 1
LOW = {"1": "oscar-kass", "2": "kassius-kaos"}  # 10: 6 and 4
KING = {"1": "bad-aboum", "2": "king-of-the-gobballs"}  # 5
LAST = {"1": "bad-aboum", "2": "lil-healey"}  # 4


def found(order: str, *teams: dict[str, str], crews: tuple[str, str] = ("AC", "BD"), **changes: Any) -> list[Any]:
    """Of two pairs with these teams, of A to D, who take their turns in this order."""
    named = dict(zip("ABCD", teams, strict=True))
    lists = {player: {f"{player}{n}".lower(): card for n, card in team.items()} for player, team in named.items()}
    seated = {"order": [*order], "sides": dict(zip(order, HOMES, strict=True))}
    together = [[*crew] for crew in crews]
    findings = report(mode="two-v-two", crews=together, players=players(lists), **seated, **changes).findings
    return [(each.article, each.code) for each in findings if each.code != "nothing-played"]


@pytest.mark.article("1.3.1.a", breaks=True)
def test_with_equal_totals_the_highest_figure_decides_the_first_pair() -> None:
    assert found("ABCD", LOW, HIGH, KING, LAST) == [("1.3.1.a", "wrong-order")]
    assert found("BADC", LOW, HIGH, KING, LAST) == []


@pytest.mark.article("9.3.3", breaks=True)
def test_that_pairs_take_turns_is_not_decided_by_a_tie() -> None:
    """C, as strong as B in all, plays too early: as the partner of A, not because of the highest figure."""
    assert found("ACBD", QUEEN, HIGH, LOW, KING) == [("9.3.3", "wrong-order")]


@pytest.mark.article("9.3.3")
def test_the_second_player_of_the_first_pair_plays_third() -> None:
    assert found("ABDC", QUEEN, HIGH, KING, LAST, crews=("AD", "BC")) == []
    assert found("ABCD", QUEEN, HIGH, KING, LAST, crews=("AC", "BD")) == []


@pytest.mark.article("1.3.1.c", "9.3.3")
@pytest.mark.parametrize(
    ("teams", "by_chance"),
    [
        ((QUEEN, HIGH, LOW, KING), False),
        ((QUEEN, QUEEN, LOW, KING), True),  # who is first of all
        ((QUEEN, HIGH, LOW, HIGH), True),  # which of the other two partners is first
        ((QUEEN, HIGH, HIGH, KING), False),  # not of one pair, and the first player is not among them
    ],
)
def test_chance_is_asked_for_only_where_it_decides_pair_order(
    teams: tuple[dict[str, str], ...], by_chance: bool
) -> None:
    assert found("ABCD", *teams) == ([("1.3.1.c", "toss-missing")] if by_chance else [])
    assert found("ABCD", *teams, toss=True) == ([] if by_chance else [("1.3.1.c", "toss-not-needed")])


@pytest.mark.article("9.1.1", breaks=True)
def test_a_team_at_fault_makes_no_warning_of_a_note() -> None:
    order, weak = "ABC", {**TEAMS, "C": {"c1": "oscar-kass", "c2": "maskun-john"}}
    lists = {player: {"name": player, "team": weak[player], "timeline": [*weak[player]]} for player in order}
    seated = {"order": [*order], "sides": dict(zip(order, HOMES, strict=False)), "players": lists, "result": None}
    severities = {each.code: each.severity for each in report(**seated).findings}
    assert severities["three-players"] == "note"
