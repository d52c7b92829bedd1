"""krosmaster-quest/1 is read strictly: what is malformed, where, and what is only a warning."""

import json
from typing import Any

import pytest

from rules.games import of, replay
from tests.rules.quest.logs import demon, do, document, report, turn

A = turn("A")


def place(**changes: Any) -> str | None:
    content = {name: value for name, value in {**document(A), **changes}.items() if value is not ...}
    answer = replay(json.dumps(content).encode())
    assert answer.engine == "quest-1/1"
    return answer.findings[0].pointer if answer.verdict == "malformed" else None


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"ruleset": "arena-2.7"}, "/ruleset"),
        ({"ruleset": ...}, ""),
        ({"detail": "full"}, "/detail"),
        ({"mode": "duel"}, "/mode"),
        ({"mode": ...}, ""),
        ({"demon": "nobody"}, "/demon"),
        ({"demon_player": "Di"}, "/demon_player"),
        ({"families": []}, "/families"),
        ({"families": ["gobball", "gobball"]}, "/families/1"),
        ({"families": ["larva"]}, "/families/0"),
        ({"scenario": 1}, "/scenario"),
        ({"adventure_path": 4}, "/adventure_path"),
        ({"adventure_path": 9}, "/adventure_path"),
        ({"geegee_path": 40}, "/geegee_path"),
        ({"geegee_path": 6}, "/geegee_path"),
        ({"geegee_path": 13.0}, "/geegee_path"),
        ({"first_quest": "repeatable"}, "/first_quest"),
        ({"players": {}}, "/players"),
        ({"players": {"B": {"hero": "nox"}}}, "/players"),
        ({"players": {"A": {"hero": "nox"}, "F": {"hero": "nox"}}}, "/players/F"),
        ({"players": {"A": {}, "B": {"hero": "nox"}, "C": {"hero": "nox"}}}, "/players/A"),
        ({"order": ["A", "B"]}, "/order"),
        ({"order": ["A", "B", "B"]}, "/order"),
        ({"order": ["A", "B", "F"]}, "/order/2"),
        ({"actions": {}}, "/actions"),
        ({"actions": [A] * 5_001}, "/actions"),
        ({"result": {"winners": ["D"]}}, "/result/winners/0"),
        ({"result": {"gg": {"A": 1}}}, "/result/gg"),
        ({"result": {"gg": {"A": -1, "B": 1, "C": 1}}}, "/result/gg/A"),
        ({"result": {"ending": "tired"}}, "/result/ending"),
    ],
)
def test_a_header_of_the_wrong_shape_is_malformed(changes, pointer):
    assert place(**changes) == pointer


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        ("turn", ""),
        (do("dance"), "/do"),
        (do("turn", player="D", mode="combat"), "/player"),
        (do("turn", player="A", mode="rest"), "/mode"),
        (do("turn", player="A"), ""),
        (do("quests", player="A", kept=[0, 1, 2]), "/kept/0"),
        (do("quests", player="A", kept=2), "/kept"),
        (do("demon", events=["trees", "veins"], mobs=False), ""),
        (demon("A", "rain"), "/events/0"),
        (demon("A", "quest:dance"), "/events/0"),
        (demon("A", {"event": "price-change", "up": "wood", "down": "gold"}), "/events/0/down"),
        (demon("A", {"event": "auction", "to": "Z", "kamas": 1, "item": "x"}), "/events/0/to"),
        (do("quest", kind="secret", value=1), "/kind"),
        (do("quest", kind="personal", value=4), "/value"),
        (do("quest", kind="personal", value=1, wisdom="five"), "/wisdom"),
        (do("quest", kind="path", place=9), "/place"),
        (do("quest", kind="path", place=0), "/place"),
        (do("kill", mob="krosmaster"), ""),
        (do("kill", mob="war-chief", took={"B": "gold"}), "/took/B"),
        (do("kill", mob="war-chief", extra={"roll": "x"}), "/extra/roll"),
        (do("dungeon", group=["A"], family="larva"), "/family"),
        (do("uncover", what="hat", kamas=1), "/what"),
        (do("cast", critical=["x"]), "/critical/0"),
        (do("cast", limit="always"), "/limit"),
        (do("block", lock="lock", dodge=[], moved=True), "/lock"),
        (do("farm", what="dung"), "/what"),
        (do("market", sold={"wood": -1}), "/sold/wood"),
        (do("correct", set={"gg": {"D": 1}}), None),
        (do("time", at="noon"), "/at"),
        (do("time", declared=7), "/declared"),
    ],
)
def test_an_action_of_the_wrong_shape_is_malformed(action, pointer):
    assert place(actions=[action]) == (None if pointer is None else f"/actions/0{pointer}")


def test_names_without_meaning_are_warnings():
    answer = report(
        {**A, "mood": "good"},
        do("quest", kind="path", place=1, wisdom="dofus"),
        demon_player={"name": "Di"},
        scenario="x",
        first_quest="so-soft",
        weather="fair",
    )
    warned = {(each.action, each.code) for each in answer.findings if each.severity == "warning"}
    assert warned == {(None, "unknown-field"), (3, "unknown-field"), (4, "unknown-field"), (None, "no-result")}
    assert answer.verdict == "ledger"
    assert answer.more["path"] == ["scenario"]


def test_a_quest_log_is_read_by_its_format_and_ruleset():
    assert of(document()).slug == "quest-1"
    assert of({"format": "krosmaster-quest/1", "ruleset": "arena-2.7"}).slug == "quest-1"


def test_five_players_can_sit_at_a_table():
    heroes = {"E": "lil-healey"}
    players = {letter: {"hero": hero} for letter, hero in {**_names(), **heroes}.items()}
    answer = replay(json.dumps({**document(), "players": players, "order": [*"ABCDE"], "actions": []}).encode())
    assert answer.verdict in ("ledger", "invalid")


def _names() -> dict[str, str]:
    return {"A": "raul-bak", "B": "diver-birel", "C": "pandalida", "D": "chrissy-entrinch"}
