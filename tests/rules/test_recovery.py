"""How a log is read on after an error is found by the code of the fault, and play that is held to the rules refuses."""

import re
from pathlib import Path

import pytest

from rules.arena import engine
from rules.arena.engine.actions import FOLLOWED_UP, play
from rules.arena.recovery.policy import AFTER, ALL_THE_SAME, BEFORE, FORGIVES, REFUSALS, REPAIRS
from rules.common.verdicts import Illegal
from tests.rules.logs import do
from tests.rules.table import Table

SOURCE = "".join(path.read_text() for path in sorted(Path(*engine.__path__).rglob("*.py")))
PARTS = {"gauge": "ap|mp", "power": "lock|dodge"}


def reported() -> str:
    """A pattern of the codes that the rules report; some are put together from a gauge or a power."""
    codes = re.findall(r'"([a-z]+(?:-[a-z{}]+)+)"', SOURCE) + re.findall(r'f"([a-z{}]+(?:-[a-z{}]+)+)"', SOURCE)
    for name, choices in PARTS.items():
        codes = [code.replace(f"{{{name}}}", f"({choices})") for code in codes]
    return "|".join(sorted(set(codes)))


@pytest.mark.parametrize("table", [FORGIVES, REPAIRS, REFUSALS], ids=["forgives", "repairs", "refusals"])
def test_whatever_is_read_on_after_is_reported_by_a_rule(table: dict[str, object]) -> None:
    known = re.compile(reported())
    assert [code for code in table if not known.fullmatch(code)] == []


def test_what_surrounds_an_action_names_a_kind_of_action() -> None:
    assert {*BEFORE, *AFTER, *ALL_THE_SAME} <= {*re.findall(r'^    "([a-z-]+)": \w+,$', SOURCE, re.M)}
    assert AFTER.keys() == FOLLOWED_UP


def test_a_log_notes_a_forbidden_step_and_does_it() -> None:
    table = Table("q . . K", q="queen-of-the-tofus", K="king-of-the-gobballs").activate("q")
    assert table.does("move", to="C1") == ["4.17.2"]
    assert table.at("q") == "C1"


def test_the_same_step_is_refused_in_play() -> None:
    table = Table("q . . K", q="queen-of-the-tofus", K="king-of-the-gobballs").activate("q")
    table.game.be_strict()
    with pytest.raises(Illegal, match="not adjacent"):
        play(table.game, do("move", to="C1"))
    assert table.at("q") == "A1"
