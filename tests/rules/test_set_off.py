"""Powers of which the data shows when they answer, and not what they do: told of in logs (4.18.2, 4.18.3)."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.duels import HIT, MISS, SAVE
from tests.rules.logs import END, TENSION, do
from tests.rules.table import Table
from tests.rules.test_partly_seen_cards import answer, of_play

BLOW: dict[str, Any] = {"spell": "punch", "target": "B1", "critical": HIT, "armour": {"K": MISS}}
SPARED = BLOW | {"critical": MISS, "armour": {"K": SAVE}}
ROLBAK = {"injuries": {"q": 1}}


def told(blow: dict[str, Any], where: str) -> dict[str, Any]:
    """On standby, or beside the spell."""
    if where == "standby":
        return blow | {"standby": [{"effect": "rolbak", "by": "K", "declared": ROLBAK}]}
    return blow | {"declared": {"power": "rolbak", "by": "K", **ROLBAK}}


@pytest.mark.article("4.10.6.b")
@pytest.mark.article("4.18.3", breaks=True)
@pytest.mark.parametrize("where", ["standby", "declared"])
@pytest.mark.parametrize("version", ["count-frigost", "count-frigost-eternal-1"])
def test_rolbak_answers_to_injuries_and_to_nothing_else(where: str, version: str) -> None:
    def struck(blow: dict[str, Any]) -> tuple[list[str], int]:
        table = Table("q K . X", q="oscar-kass", K=version, X="anna-tommy").activate("q")
        return table.does("cast", **blow), table["q"].injuries

    assert struck(BLOW) == ([], 0)
    assert struck(told(BLOW, where)) == ([], 1)
    assert struck(told(SPARED, where))[0] == ["4.18.3"]


LAID_LOW = {"power": "laid-low", "by": "q", "markers": {"q": {"ap": 1, "mp": 1}}}


@pytest.mark.article("4.18.2.d")
@pytest.mark.article("4.18.2.d", "4.18.3", breaks=True)
@pytest.mark.parametrize("monk", ["friar-tubs", "skidmonk", "felonious-monk"])
def test_laid_low_answers_to_a_knock_out_in_its_own_players_turn(monk: str) -> None:
    def struck(injuries: int) -> list[str]:
        table = Table("q K . X", q=monk, K="bill-tell", X="anna-tommy").activate("q")
        table["K"].injuries = injuries
        return table.does("cast", **BLOW, declared=LAID_LOW)

    assert struck(5) == []
    assert struck(0) == ["4.18.3"]
    table = Table("q K x . X", q=monk, K="bill-tell", x="anna-tommy", X="oscar-kass").activate("K")
    table["x"].injuries = 5
    blow = {"spell": "punch", "target": "C1", "critical": HIT, "armour": {"x": MISS}}
    assert table.does("cast", **blow, declared=LAID_LOW) == ["4.18.2.d"]


@pytest.mark.article("4.18.2.a")
@pytest.mark.article("4.18.2.a", breaks=True)
def test_shadow_of_the_jungle_works_once_in_a_fight(tmp_path: Path) -> None:
    shadow = {"power": "shadow-of-the-jungle", "by": "a1", "kamas": {"A": 1}}
    once = do("move", to="K3", declared=shadow)
    assert of_play(answer(tmp_path, "darkli-moon", once, do("move", to="L3", declared=shadow))) == []
    later = [END, TENSION, END, TENSION, do("activate", unit="a1", declared=shadow)]
    assert of_play(answer(tmp_path, "darkli-moon", once, *later)) == [("4.18.2.a", "once-in-a-fight")]
