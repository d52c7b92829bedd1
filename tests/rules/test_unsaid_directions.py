"""On an exact diagonal the caster chooses one of two straight lines: a log that does not say which may mean either."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.common.verdicts import Illegal, Report
from tests.made_up import made_up_cards
from tests.rules.duels import apply
from tests.rules.logs import TEAM_A, TEAM_B, TENSION, TWO_TURNS, Action, do, report
from tests.rules.table import Table

TEAM = {**TEAM_A, "a1": "quick-runner", "a4": "stern-king"}
PLAYERS = {
    "A": {"name": "Ana", "team": TEAM, "timeline": ["a1", "a2", "a3", "a4"]},
    "B": {"name": "Bo", "team": TEAM_B, "timeline": list(TEAM_B)},
}
SET = do("correct", set={"units": {"a1": {"cell": "F5", "ap": 6, "mp": 4}}}, reason="a test")
RAN_AT = len(TWO_TURNS) + 3
RUN = do("cast", spell="hit-and-run", target="G6", critical=["lock"])


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    with made_up_cards():
        yield


def ran(*after: Action, **fields: Any) -> Report:
    """The runner casts from F5 at G6, and runs two cells south, to F3, or west, to D5."""
    return report(*TWO_TURNS, TENSION, do("activate", unit="a1"), SET, {**RUN, **fields}, *after, players=PLAYERS)


def faults(found: Report) -> list[tuple[str | None, str]]:
    return [(each.article, each.code) for each in found.errors]


@pytest.mark.article("7.5.16.a")
@pytest.mark.parametrize("to", ["F2", "E3", "D4", "D6"])
def test_a_log_that_goes_on_from_either_line_is_legal(to: str) -> None:
    assert faults(ran(do("move", to=to))) == []


@pytest.mark.article("7.5.16.a", breaks=True)
@pytest.mark.parametrize(("facing", "to"), [(None, "F6"), (None, "G5"), ("north", "D4"), ("east", "F2")])
def test_a_log_continuing_from_neither_or_another_line_is_faulty(facing: str | None, to: str) -> None:
    said = {"choices": {"facing": facing}} if facing else {}
    assert len(faults(ran(do("move", to=to), **said))) == 1


@pytest.mark.article("7.5.16.a")
@pytest.mark.parametrize("facing", [["north"], [], 5, True])
def test_a_direction_that_is_no_text_reads_as_wrong(facing: Any) -> None:
    for to in ("F2", "D4"):
        found, wrong = (ran(do("move", to=to), choices={"facing": said}) for said in (facing, "nord"))
        assert found.findings == wrong.findings
        assert [each.code for each in found.findings if each.action == RAN_AT] == ["unknown-field"]


@pytest.mark.article("7.5.16.a")
def test_two_such_casts_are_read_each_on_its_own() -> None:
    back = do("correct", set={"units": {"a1": {"cell": "F5", "ap": 6, "mp": 4}}}, reason="a test")
    for first in ("F2", "D4"):
        for second in ("E3", "D6"):
            assert faults(ran(do("move", to=first), back, RUN, do("move", to=second))) == []


@pytest.mark.article("7.5.9.a", "7.5.10.a", "7.5.16.a", "7.5.17.a")
@pytest.mark.parametrize("effect", ["push", "attract", "retreat", "approach"])
def test_who_records_is_asked_where_it_makes_a_difference(effect: str) -> None:
    for drawing, asked in ((". . . .\n. . K .\n. q . .\n. . . .", True), ("B B B B\nB B K B\nB q B B\nB B B B", False)):
        table = Table(drawing, q="oscar-kass", K="bill-tell").activate("q")
        table.game.be_strict()
        try:
            apply(table, {"do": effect, "cells": 1})
        except Illegal as missing:
            assert asked
            assert (missing.code, missing.expected) == ("facing-missing", {"facing": ["north", "east"]})
        else:
            assert not asked


class Last:
    """Takes the last of what there is."""

    def dice(self, count: int) -> list[str]:
        return ["lock"] * count

    def coins(self, count: int) -> list[str]:
        return ["tails"] * count

    def pick(self, count: int) -> int:
        return count - 1


def test_a_made_up_game_says_the_direction() -> None:
    table = Table(". . . .\n. . K .\n. q . .\n. . . .", q="oscar-kass", K="bill-tell").activate("q")
    table.game.dealer = Last()
    apply(table, {"do": "push", "cells": 1})
    assert table.at("K") == "D3"


def test_one_direction_is_stated_for_all_pieces_a_spell_moves() -> None:
    """Two of them stand on different diagonals: the other one goes along its first line, and nobody is asked again."""
    table = Table(
        ". . . . .\n. . . K .\n. . q . .\n. X . . .\n. . . . .", q="oscar-kass", K="bill-tell", X="anna-tommy"
    )
    table.activate("q").game.be_strict()
    apply(table, {"do": "push", "cells": 1}, target="q", area="square", choices={"facing": "east"})
    assert (table.at("K"), table.at("X")) == ("E4", "B1")
