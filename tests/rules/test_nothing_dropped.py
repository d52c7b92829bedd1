"""What a log says and nobody has a use for is told; a name that would mean two things is refused."""

import json
from typing import Any

import pytest

from rules.arena.log import read
from rules.common.verdicts import Malformed
from tests.rules.duels import HIT, MISS, duel
from tests.rules.logs import document, encoded
from tests.rules.table import Table


def unread(table: Table, do: str, **fields: Any) -> list[str]:
    """The fields that are told as not read."""
    found = table.says(do, **fields)
    assert [each for each in found if each.severity == "error"] == []
    return [str(each.message).split()[2].rstrip(":") for each in found if each.code == "unknown-field"]


@pytest.mark.parametrize(
    ("choices", "fields"),
    [
        ({"facing": "north"}, []),
        ({"facing": "nord"}, ["choices/facing"]),
        ({"pile": 9, "wish": "x"}, ["choices/pile", "choices/wish"]),
    ],
)
def test_choices_that_nobody_asked_for_are_reported(choices: dict[str, Any], fields: list[str]) -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    punch = {"spell": "punch", "target": "B1", "critical": MISS, "armour": {"K": MISS}}
    assert unread(table, "cast", **punch, choices=choices) == fields


@pytest.mark.parametrize("at", [0, 1])
def test_the_effect_on_standby_with_the_field_is_named(at: int) -> None:
    listed: list[dict[str, Any]] = [{"effect": "counter", "by": "K"}, {"effect": "steals-health", "by": "q"}]
    listed[at]["choices"] = {"wish": "x"}
    con = {"spell": "con", "target": "B1", "critical": HIT, "armour": {"K": MISS}}
    assert unread(duel("counter"), "cast", **con, standby=listed) == [f"standby/{at}/choices/wish"]


def test_coins_that_nobody_tosses_are_reported() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    punch = {"spell": "punch", "target": "B1", "critical": MISS, "armour": {"K": MISS}}
    assert unread(table, "cast", **punch, coins=["heads"]) == ["coins"]
    for coin in ("heads", "tails"):
        table = Table("q K", q="oscar-kass", K="bill-tell").give("q", "ecaflip-style").activate("q")
        choices = {"reward": "hammer", "pile": 1}
        assert unread(table, "reveal", reward="ecaflip-style", coins=[coin], choices=choices) == []


def test_what_an_unseen_text_may_ask_for_is_not_reported() -> None:
    table = Table("q K", q="goultard", K="bill-tell").activate("q")
    declared = {"cost": {"ap": 1}, "injuries": {"K": 1}}
    assert (
        unread(table, "cast", spell="blow", target="B1", declared=declared, choices={"wish": "x"}, coins=["heads"])
        == []
    )


def test_no_figure_is_named_like_a_summon_of_another() -> None:
    players = document()["players"]
    team = {("a1/tofu-1" if name == "b3" else name): card for name, card in players["B"]["team"].items()}
    changed = {**players, "B": {**players["B"], "team": team, "timeline": list(team)}}
    with pytest.raises(Malformed) as refused:
        read(json.loads(encoded(players=changed)))
    assert (refused.value.code, refused.value.pointer) == ("name-of-a-summon", "/players/B/team/a1~1tofu-1")
    free = json.loads(json.dumps(changed).replace("a1/tofu-1", "x/tofu-1"))
    assert read(json.loads(encoded(players=free))).players["B"].team["x/tofu-1"]
