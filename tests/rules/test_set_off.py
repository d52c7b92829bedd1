"""Powers whose trigger the data knows, but not their effects: the players log what they do (4.18.2, 4.18.3)."""

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


def logged_as(blow: dict[str, Any], where: str) -> dict[str, Any]:
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
    assert struck(logged_as(BLOW, where)) == ([], 1)
    assert struck(logged_as(SPARED, where))[0] == ["4.18.3"]


SPIKES = {"injuries": {"q": 1}}


@pytest.mark.article("2.7.1", "4.18.3")
@pytest.mark.article("4.18.1", breaks=True)
def test_an_entry_on_standby_may_name_only_its_own_power() -> None:
    def struck(effect: str, declared: dict[str, Any]) -> tuple[list[str], int]:
        table = Table("q K . X", q="oscar-kass", K="percedal", X="anna-tommy").activate("q")
        entry = {"effect": effect, "by": "K", "declared": declared}
        found = table.says("cast", **BLOW, standby=[entry])
        return [finding.code for finding in found if finding.code != "power-seen-elsewhere"], table["q"].injuries

    assert struck("spikes", SPIKES) == struck("spikes", {"power": "spikes", **SPIKES}) == ([], 1)
    assert struck("spikes", {"power": "thorns", **SPIKES}) == (["another-cause"], 0)
    assert struck("counter", {"injuries": {"q": 3}}) == (["declared-against-the-text"], 1)


@pytest.mark.article("7.1.4.a", "7.1.4.b", "7.1.4.c", "4.5.3")
@pytest.mark.article("7.1.4.a", "7.1.4.b", "4.5.3", breaks=True)
@pytest.mark.parametrize(
    ("cost", "by", "articles"),
    [
        ({"ap": 2, "mp": 1}, "q", []),
        ({"ap": 9}, "q", ["7.1.4.a"]),
        ({"mp": 9}, "q", ["7.1.4.b"]),
        ({"ap": 1}, "K", ["7.1.4.a"]),  # 4.11.3: its gauge is empty
        ({"injuries": 2}, "K", []),
        ({"kamas": 1}, "q", ["4.5.3"]),
    ],
)
def test_what_a_power_costs_is_paid(cost: dict[str, int], by: str, articles: list[str]) -> None:
    table = Table("q . . K", q="evangelyne", K="percedal").activate("q")
    ap, mp = table["q"].ap, table["q"].mp
    found = table.does("move", to="B1", declared={"power": "odd", "by": by, "cost": cost})
    assert set(articles) <= set(found)
    assert bool(found) == bool(articles)
    if not articles and by == "q":
        assert (ap - table["q"].ap, mp - table["q"].mp) == (cost["ap"], cost["mp"] + 1)
    assert table["K"].injuries == cost.get("injuries", 0)


def test_standby_powers_are_paid_with_no_more_injuries_than_hp() -> None:
    table = Table("q K . X", q="oscar-kass", K="percedal", X="anna-tommy").activate("q")
    entry = {"effect": "spikes", "by": "K", "declared": {"cost": {"injuries": 1}, **SPIKES}}
    assert table.does("cast", **BLOW, standby=[entry]) == []
    assert (table["K"].injuries, table["q"].injuries) == (3, 1)
    table["K"].injuries = 9
    more = {"power": "odd", "by": "K", "cost": {"injuries": 2}}
    assert table.does("move", to="A2", declared=more)[:1] == ["7.1.4.c"]


LAID_LOW = {"power": "laid-low", "by": "q", "markers": {"q": {"ap": 1, "mp": 1}}}


@pytest.mark.article("4.18.2.d")
@pytest.mark.article("4.18.2.d", "4.18.3", breaks=True)
@pytest.mark.parametrize("monk", ["friar-tubs", "skidmonk", "felonious-monk"])
def test_laid_low_answers_knock_outs_in_its_own_players_turn(monk: str) -> None:
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


@pytest.mark.article("4.18.2.a", breaks=True)
def test_a_power_that_is_used_up_does_nothing_any_more() -> None:
    table = Table("q . . K", q="darkli-moon", K="bill-tell").activate("q")
    shadow = {"power": "shadow-of-the-jungle", "by": "q", "kamas": {"A": 1}}
    assert (table.does("move", to="A2", declared=shadow), table.game.kamas["A"]) == ([], 1)
    table.game.turn += 2
    assert (table.does("move", to="B2", declared=shadow), table.game.kamas["A"]) == (["4.18.2.a"], 1)


@pytest.mark.article("4.18.2.a", "4.18.2.d")
def test_a_power_without_such_a_limit_answers_in_every_turn() -> None:
    table = Table("q K . X", q="friar-tubs", K="bill-tell", X="anna-tommy").activate("q")
    table["q"].answered |= {("laid-low", table.game.turn - 2)}
    table["K"].injuries = 5
    assert table.does("cast", **BLOW, declared=LAID_LOW) == []
    assert table["q"].ap_markers == 1


@pytest.mark.article("6.4.1", "4.18.3")
@pytest.mark.parametrize(("later", "articles"), [(0, []), (1, []), (2, ["4.18.3"])])
def test_what_set_a_power_off_may_lie_one_turn_back(later: int, articles: list[str]) -> None:
    """An action that ends a turn is told after the next one has begun."""
    table = Table("q K . X", q="oscar-kass", K="count-frigost", X="anna-tommy").activate("q")
    assert table.does("cast", **BLOW) == []
    table.game.turn += later
    found = table.does("move", to="A2", declared={"power": "rolbak", "by": "K", **ROLBAK})
    assert [article for article in found if article != "4.14.1"] == articles
