"""Header, Demon, dungeon, kills and result of Quest logs."""

import json

import pytest

from rules.games import replay
from tests.rules.quest.logs import Action, demon, do, document, faults, gg, pack, report, turn

TWO = ("trees", "veins")
A, B, C = turn("A"), turn("B"), turn("C")
PERSONAL = do("quest", kind="personal", value=1, next=2)
BUY = do("buy-gg", kamas=3)


def on_the_path(place: int, **fields: object) -> Action:
    return do("quest", kind="path", place=place, **fields)


# -- header ----------------------------------------------------------------------------------------------------------


@pytest.mark.article("Q-1.2", "Q-1.3", "Q-3.1", "Q-3.2", "Q-4.1", "Q-6.1", breaks=True)
@pytest.mark.article("Q-1.2", "Q-1.3", "Q-3.1", "Q-3.2", "Q-4.1", "Q-6.1")
@pytest.mark.parametrize(
    ("header", "found"),
    [
        ({"order": ["B", "A", "C"]}, [(None, "Q-3.1")]),
        ({"heroes": {"A": "nobody-at-all"}}, [(None, "Q-3.2")]),
        ({"heroes": {"A": "Raoul Bak"}}, []),
        ({"heroes": {"B": "raul-bak"}}, [(None, "Q-3.2")]),
        ({"heroes": {"B": "evangelyne-eternal-1"}}, []),  # of one initiative: as the order says
        ({"mode": "cooperative"}, [(None, "Q-1.2")]),
        ({"mode": "cooperative", "demon": "player"}, []),
        ({"first_quest": "toficide", "families": ["gobball"]}, [(None, "Q-6.1")]),
        ({"scenario": "made-up", "adventure_path": 7, "facts": pack()}, [(None, "Q-1.3")]),
        ({"scenario": "made-up", "adventure_path": 6, "facts": pack()}, []),
        ({"scenario": "made-up", "facts": pack()}, []),
        ({"geegee_path": 12, "facts": pack()}, [(None, "Q-4.1")]),
    ],
)
def test_a_header_is_held_to_the_rules(header, found):
    assert faults(A, **header) == found


def test_an_unknown_hero_is_named():
    codes = {each.code for each in report(A, heroes={"A": "nobody-at-all"}).errors}
    assert codes == {"unknown-card"}


def test_a_boss_nobody_knows_of_is_a_note():
    answer = report(players="A", heroes={"A": "theodore-ifor"})
    assert (answer.verdict, {each.code for each in answer.findings}) == ("ledger", {"boss-not-known", "no-result"})


# -- the Demon -------------------------------------------------------------------------------------------------------


@pytest.mark.article("Q-6.2", "Q-6.4", breaks=True)
@pytest.mark.article("Q-6.2", "Q-6.4")
def test_a_demon_player_plays_after_each_round():
    header = {"players": "AB", "demon": "player"}
    inactive, active = demon(None, "trees"), demon(None, "trees", mobs=True)
    assert faults(A, B, inactive, A, B, active, A, B, inactive, A, **header) == []
    assert faults(A, B, A, **header) == [(2, "Q-6.4")]
    assert faults(inactive, A, B, **header) == [(0, "Q-6.4")]
    assert faults(A, inactive, B, inactive, A, **header) == [(1, "Q-6.4")]
    assert faults(A, B, active, A, **header) == [(2, "Q-6.2")]
    assert faults(A, B, inactive, inactive, A, **header) == [(3, "Q-6.4")]


def test_a_cooperative_demon_always_has_its_mobs():
    header = {"players": "AB", "demon": "player", "mode": "cooperative"}
    active = demon(None, "trees", mobs=True)
    assert faults(A, B, active, A, B, active, A, B, active, A, **header) == []


@pytest.mark.article("Q-6.1", "Q-6.5", breaks=True)
@pytest.mark.article("Q-6.1", "Q-6.5")
def test_nothing_happens_outside_with_everyone_in_a_dungeon():
    inside = [A, do("dungeon", group=["A", "B", "C"]), B]
    assert faults(*inside, demon("C"), C) == []
    assert faults(*inside, demon("C", *TWO), C) == [(3, "Q-6.5")]
    assert faults(*inside, do("ko", player="B"), demon("C"), C) == [(4, "Q-6.1")]
    active = [A, B, demon("C", *TWO), C, A, do("dungeon", group=["A", "B", "C"])]
    assert faults(*active, demon("B", mobs=True), B) == [(6, "Q-6.5")]


@pytest.mark.article("Q-6.1", breaks=True)
@pytest.mark.article("Q-6.1")
def test_no_more_copies_of_the_scenario_than_there_are():
    drawn = demon("A", "quest:repeatable")
    scenario = {"players": "A", "scenario": "made-up", "facts": pack()}
    assert faults(drawn, A, drawn, A, **scenario) == [(2, "Q-6.1")]
    assert faults(drawn, A, drawn, A, players="A") == []


@pytest.mark.article("Q-3.6", "Q-6.1", breaks=True)
@pytest.mark.article("Q-3.6", "Q-6.1")
def test_who_concedes_gives_the_token_on_and_is_not_counted():
    assert faults(A, do("concede", player="C"), demon("B", "trees"), B, demon("A", "trees", mobs=True), A) == []
    assert faults(A, do("concede", player="C"), demon("B", "trees"), B, C) == [(4, "Q-3.6")]
    assert faults(A, do("concede", player="C"), demon("B", *TWO), B) == [(2, "Q-6.1")]
    assert faults(A, do("concede", player="C"), do("concede", player="C")) == [(2, "Q-3.6")]


# -- quests and GG ---------------------------------------------------------------------------------------------------


@pytest.mark.article("Q-4.8", breaks=True)
@pytest.mark.article("Q-4.8")
def test_quests_of_kills_ask_for_a_kill_in_this_turn():
    drawn = [A, on_the_path(1), B, demon("C", "quest:gobbicide", "quest:krosmasticide"), C, A]
    chief, other = do("kill", mob="war-chief"), do("kill", mob="nobody-knows")
    assert faults(*drawn, on_the_path(2)) == [(6, "Q-4.8")]
    assert faults(*drawn, chief, on_the_path(2)) == []
    assert faults(*drawn, other, on_the_path(2)) == []
    assert faults(*drawn, do("kill", mob="krosmaster", by_demon=True), on_the_path(2)) == [(7, "Q-4.8")]
    assert faults(*drawn, chief, on_the_path(2), on_the_path(3)) == [(8, "Q-4.8")]
    fallen = do("kill", mob="krosmaster", player="B")
    done = [*drawn, chief, on_the_path(2), fallen, on_the_path(3)]
    assert (faults(*done), gg(*done)) == ([], {"A": 7, "B": 2, "C": 3})


@pytest.mark.article("Q-4.5", breaks=True)
def test_the_first_quest_is_worth_what_its_card_says():
    assert gg(A, on_the_path(1))["A"] == 4
    assert gg(A, on_the_path(1, value=3))["A"] == 6
    assert gg(A, on_the_path(1), scenario="made-up", facts=pack())["A"] == 5
    assert faults(A, on_the_path(1, value=3), scenario="made-up", facts=pack()) == [(1, "Q-4.5")]
    assert report(A, on_the_path(1, value=3)).proof.beliefs[-1].field == "scenario"


@pytest.mark.article("Q-4.8", breaks=True)
@pytest.mark.article("Q-4.8")
def test_a_copy_asks_for_the_same_as_the_first_quest():
    drawn = demon("A", "quest:repeatable")
    chief = do("kill", mob="war-chief")
    header = {"players": "A", "first_quest": "gobbicide"}
    assert faults(drawn, A, chief, on_the_path(1), on_the_path(2), **header) == []
    assert faults(drawn, A, chief, on_the_path(1), demon("A", "trees"), A, on_the_path(2), **header) == [(6, "Q-4.8")]


@pytest.mark.article("Q-4.6")
def test_wisdom_brings_one_more_with_the_dofus():
    assert gg(A, {**PERSONAL, "wisdom": "dofus"})["A"] == 5
    assert gg(A, {**PERSONAL, "wisdom": "dofus>lock"})["A"] == 5
    assert gg(A, {**PERSONAL, "wisdom": "critical"})["A"] == 4


@pytest.mark.parametrize("detail", ["gg", "economy"])
@pytest.mark.parametrize(
    "brought",
    [
        {**PERSONAL, "wisdom": "dofus"},
        do("kill", mob="war-chief", extra={"roll": "dofus", "resource": "wool"}),
    ],
)
def test_what_a_power_brings_is_believed(brought, detail):
    for hero in ("raul-bak", "chrissy-entrinch"):
        proof = report(A, brought, heroes={"A": hero}, detail=detail).proof
        assert [(each.card, each.field) for each in proof.beliefs if each.action] == [(hero, "powers")]
        assert proof.believed == 1
    assert report(A, {**PERSONAL, "wisdom": "critical"}, detail=detail).proof.believed == 0


@pytest.mark.article("Q-4.2", breaks=True)
@pytest.mark.article("Q-4.2")
def test_a_gg_costs_what_the_first_free_space_says():
    assert faults(A, do("buy-gg", kamas=4), facts=pack()) == []
    assert faults(A, do("buy-gg", kamas=3), facts=pack()) == [(1, "Q-4.2")]
    assert report(A, BUY).proof.beliefs[-1].field == "prices"
    assert faults(A, do("buy-gg", kamas=6), detail="economy") == [(1, "Q-4.2")]


# -- kills -----------------------------------------------------------------------------------------------------------


@pytest.mark.article("Q-4.3", breaks=True)
def test_a_boss_outside_brings_a_gg_at_once():
    assert gg(A, do("kill", mob="unknown-boss", boss=True))["A"] == 4
    assert gg(A, do("kill", mob="chief-of-all"), facts=pack())["A"] == 4
    assert faults(A, do("kill", mob="war-chief", boss=True)) == [(1, "Q-4.3")]


@pytest.mark.article("Q-8.1", breaks=True)
@pytest.mark.article("Q-8.1")
def test_more_loot_comes_with_the_dofus_alone():
    assert faults(A, do("kill", mob="war-chief", extra={"roll": "dofus", "resource": "horn"})) == []
    assert faults(A, do("kill", mob="war-chief", extra={"roll": "lock", "resource": "horn"})) == [(1, "Q-8.1")]
    assert faults(A, do("kill", mob="war-chief", extra={"roll": "dofus", "resource": "egg"})) == [(1, "Q-8.1")]
    assert faults(A, do("kill", mob="war-chief", extra={"roll": "dofus", "resource": "kamas"})) == []


@pytest.mark.article("Q-4.7", breaks=True)
def test_nobody_kills_themselves():
    assert faults(A, do("kill", mob="krosmaster", player="A")) == [(1, "Q-4.7")]


# -- dungeons --------------------------------------------------------------------------------------------------------


@pytest.mark.article("Q-10.1", breaks=True)
@pytest.mark.article("Q-10.1")
def test_a_dungeon_is_entered_with_the_own_group():
    enter = do("dungeon", group=["A", "B"], family="tofu")
    assert faults(A, {**enter, "group": ["B", "C"]}) == [(1, "Q-10.1")]
    assert faults(A, enter, families=["gobball"]) == [(1, "Q-10.1")]
    other = [A, {**enter, "group": ["A"]}, B]
    assert faults(*other, {**enter, "group": ["A", "B"]}) == [(3, "Q-10.1")]
    assert faults(*other, {**enter, "group": ["B"]}) == [(3, "Q-10.1")]
    assert faults(*other, do("dungeon", group=["B"], family="gobball")) == []
    assert faults(*other, do("dungeon", group=["B"])) == []


@pytest.mark.article("Q-10.1", breaks=True)
@pytest.mark.article("Q-10.1")
def test_inside_there_is_only_combat():
    inside = [A, do("dungeon", group=["A", "B"])]
    assert faults(*inside, turn("B", "adventure")) == [(2, "Q-10.1")]
    assert faults(*inside, B, do("flee")) == [(3, "Q-10.1")]
    assert faults(*inside, B, do("farm", what="wood"), detail="economy") == [(3, "Q-10.1")]
    assert faults(*inside, B, do("farm", what="wood")) == []


@pytest.mark.article("Q-10.1", breaks=True)
def test_a_dungeon_nobody_is_in_is_not_won():
    assert faults(A, do("dungeon-won", family="tofu")) == [(1, "Q-10.1")]
    assert gg(A, do("dungeon", group=["A"]), do("dungeon-won", family="tofu"))["A"] == 4
    inside = [A, do("dungeon", group=["A"], family="gobball")]
    assert faults(*inside, do("dungeon-won", family="tofu")) == [(2, "Q-10.1")]


# -- the end and the result ------------------------------------------------------------------------------------------


@pytest.mark.article("Q-1.1", "Q-1.3", "Q-4.1", breaks=True)
@pytest.mark.article("Q-1.1", "Q-1.3", "Q-4.1")
@pytest.mark.parametrize(
    ("actions", "result", "found"),
    [
        ([A, do("time")], {"winners": [], "ending": "time"}, []),
        ([A, do("time")], {"winners": ["A"], "ending": "time"}, ["Q-1.3"]),
        ([A, do("time")], {"winners": [], "ending": "concession"}, ["Q-1.3"]),
        ([A, do("time")], {"gg": {"A": 3, "B": 3, "C": 4}}, ["Q-4.1"]),
        ([A], {"winners": ["A"], "ending": "time"}, ["Q-1.1"]),
        ([A], {"winners": [], "ending": "scenario"}, ["Q-1.1"]),
        ([A, do("concede", player="B"), do("concede", player="C")], {"winners": ["A"], "ending": "concession"}, []),
        ([A, do("concede", player="B"), do("concede", player="C")], {"winners": ["B"]}, ["Q-1.1"]),
    ],
)
def test_a_result_is_what_the_ledger_comes_to(actions, result, found):
    assert [each.article for each in report(*actions, result=result).errors] == found


@pytest.mark.article("Q-1.1", "Q-1.2", breaks=True)
@pytest.mark.article("Q-1.1", "Q-1.2")
def test_a_full_path_ends_the_game_at_once():
    filled = [A, *[BUY] * 4]
    won = report(*filled, geegee_path=7)
    assert (won.ended, won.won_by, won.more["winners"], won.more["gg"]["A"]) == (True, "path-filled", ["A"], 7)
    assert faults(*filled, B, geegee_path=7) == [(5, "Q-1.1")]
    assert faults(*filled, BUY, geegee_path=7, mode="cooperative", demon="player") == [(5, "Q-1.2")]
    result = {"winners": ["A"], "gg": {"A": 8, "B": 3, "C": 3}, "ending": "path-filled"}
    twice = [A, *[BUY] * 3, do("quest", kind="personal", value=2, next=3)]
    assert faults(*twice, geegee_path=7, result=result) == []  # the second one finds no space


@pytest.mark.article("Q-1.1", breaks=True)
def test_a_path_of_unknown_length_is_believed_to_be_full():
    result = {"winners": ["A"], "gg": {"A": 4, "B": 3, "C": 3}, "ending": "path-filled"}
    unknown = document(A, BUY, result=result)
    del unknown["geegee_path"]
    answer = replay(json.dumps(unknown).encode())
    assert (answer.verdict, answer.won_by, answer.more["winners"]) == ("ledger", "path-filled", ["A"])
    assert {each.field for each in answer.proof.beliefs} == {"geegee_path", "prices"}
    assert [(each.severity, each.code, each.article) for each in answer.findings] == [
        ("warning", "short-geegee-path", "Q-4.1")
    ]
    unknown["result"] = {**result, "winners": ["B"]}
    assert [each.article for each in replay(json.dumps(unknown).encode()).errors] == ["Q-1.1"]


@pytest.mark.article("Q-3.1", breaks=True)
def test_a_header_with_players_in_disorder_is_one_fault():
    assert faults(A, B, demon("C", *TWO), C, order=["B", "A", "C"]) == [(None, "Q-3.1")]
    assert faults(B, A, demon("C", *TWO), C, order=["B", "A", "C"]) == [(None, "Q-3.1")]


@pytest.mark.article("Q-1.1", breaks=True)
@pytest.mark.article("Q-1.1")
def test_a_scenario_ends_a_game_by_its_own_rules_alone():
    result = {"winners": ["A"], "ending": "scenario"}
    assert faults(A, result=result, scenario="own-rules", facts=pack()) == []
    assert faults(A, result=result, scenario="nobody-knows") == []
    assert faults(A, result=result, scenario="made-up", facts=pack()) == [(None, "Q-1.1")]
    assert faults(A, result={**result, "winners": ["demon"]}, scenario="own-rules", facts=pack()) == [(None, "Q-1.1")]
    cooperative = {"mode": "cooperative", "demon": "player", "scenario": "own-rules", "facts": pack()}
    assert faults(A, result={**result, "winners": ["demon"]}, **cooperative) == []


@pytest.mark.article("Q-1.3", breaks=True)
@pytest.mark.article("Q-1.3")
def test_the_demon_may_win_a_cooperative_game_on_time():
    cooperative = {"mode": "cooperative", "demon": "player"}
    assert faults(A, do("time"), result={"winners": ["demon"], "ending": "time"}, **cooperative) == []
    assert faults(A, do("time"), result={"winners": ["demon"], "ending": "time"}) == [(None, "Q-1.3")]
    everyone_left = [do("concede", player=letter) for letter in "ABC"]
    left = report(A, *everyone_left, **cooperative)
    assert (left.ended, left.more["winners"], left.won_by) == (True, [], "concession")


def test_a_report_says_what_was_believed():
    answer = report(A, BUY, do("kill", mob="Boo Wolf"), on_the_path(1), scenario="nobody-knows")
    assert {(each.card, each.field) for each in answer.proof.beliefs} == {
        ("dashboard", "geegee_path"),
        ("dashboard", "prices"),
        ("boo-wolf", "mob"),
        ("nobody-knows", "scenario"),
    }
    assert answer.unverified_cards == ("boo-wolf",)
    assert (answer.as_dict()["winner"], answer.as_dict()["glory"]) == (None, None)
    proof = answer.proof
    assert proof.proved + proof.believed + proof.unchecked + proof.faulty == answer.actions


def test_every_action_has_its_row():
    answer = report(A, PERSONAL, do("ko", player="A"), facts=pack())
    rows = (answer.ledger or ())[3:]
    assert [(row["action"], row["player"], row["gg"]["A"], row["why"]) for row in rows] == [
        (3, "A", 3, "turn"),
        (4, "A", 4, "personal-quest"),
        (5, "A", 3, "ko"),
    ]
    assert answer.facts
    assert "kamas" not in rows[0]
