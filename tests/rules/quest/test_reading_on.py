"""After an error a log is read on: each fault is one finding, and what only follows from it is not told again."""

import pytest

from tests.rules.quest.logs import Action, demon, do, document, faults, gg, report, turn

TWO = ("trees", "veins")
A, B, C = turn("A"), turn("B"), turn("C")
FARM = do("farm", what="wood")
PERSONAL = do("quest", kind="personal", value=1, next=2)
LOCKED = do("block", lock=["lock"], dodge=["armour"], moved=False)


def two_rounds() -> list[Action]:
    return [A, PERSONAL, B, demon("C", *TWO), C, A, demon("B", *TWO, mobs=True), B, C, A, demon("B", *TWO), B]


def test_two_rounds_have_no_fault():
    assert faults(*two_rounds()) == []


@pytest.mark.parametrize(
    ("index", "found"),
    [
        (0, [(0, "Q-3.6")]),  # the first turn: its quest comes before any, and then it is B
        (2, [(2, "Q-6.3")]),
        (3, [(3, "Q-6.3")]),
        (4, [(4, "Q-3.6")]),
        (6, [(6, "Q-6.3")]),
        (7, [(7, "Q-3.6")]),
        (8, [(8, "Q-3.6")]),
    ],
)
def test_a_missing_line_is_one_finding(index, found):
    played = two_rounds()
    del played[index]
    assert faults(*played) == found


@pytest.mark.parametrize("index", [0, 2, 4, 5, 7, 8])
def test_a_turn_logged_twice_is_one_finding(index):
    played = two_rounds()
    played.insert(index + 1, played[index])
    assert faults(*played) == [(index + 1, "Q-3.6")]


@pytest.mark.parametrize("index", [3, 6, 10])
def test_a_demon_logged_twice_is_one_finding(index):
    played = two_rounds()
    played.insert(index + 1, played[index])
    assert faults(*played) == [(index + 1, "Q-6.3")]


@pytest.mark.parametrize(("index", "player"), [(0, "B"), (2, "C"), (4, "A"), (5, "C"), (8, "B")])
def test_a_turn_of_another_player_is_one_finding(index, player):
    played = two_rounds()
    played[index] = turn(player)
    assert faults(*played) == [(index, "Q-3.6")]


@pytest.mark.parametrize("index", [3, 6, 10])
def test_a_demon_of_another_player_is_one_finding(index):
    played = two_rounds()
    played[index] = {**played[index], "player": "A"}
    assert faults(*played) == [(index, "Q-6.3")]


def test_a_demon_too_early_or_too_late_is_one_finding():
    assert faults(A, demon("C", *TWO), B, C, A, demon("B", *TWO, mobs=True), B) == [(1, "Q-6.3")]
    assert faults(A, B, C, demon("C", *TWO), A, demon("B", *TWO, mobs=True), B) == [(2, "Q-6.3")]
    assert faults(demon("A", *TWO), A, B) == [(0, "Q-6.3")]


@pytest.mark.parametrize(
    ("ended", "article"),
    [
        ([A, LOCKED], "Q-5.5"),
        ([A, do("flee")], "Q-5.7"),
        ([turn("A", "adventure"), do("rest")], "Q-5.7"),
        ([A, do("dungeon", group=["A"])], "Q-5.7"),
        ([A, do("end-turn")], "Q-3.6"),
        ([A, LOCKED, do("end-turn")], "Q-3.6"),
        ([A, B, demon("C", *TWO)], "Q-3.6"),
        ([], "Q-3.6"),
    ],
)
def test_an_action_after_its_turn_names_what_ended_it(ended, article):
    for late in (FARM, PERSONAL, do("cast"), do("zaap"), do("uncover", what="story", kamas=1), do("flee")):
        assert faults(*ended, late, FARM) == [(len(ended), article)]


@pytest.mark.article("Q-2.1", "Q-5.5", breaks=True)
@pytest.mark.article("Q-2.1", "Q-5.5")
def test_a_lock_is_held_by_its_dice():
    won = do("block", lock=["lock"], dodge=["dodge"], moved=True)
    assert faults(A, won, FARM) == []
    assert faults(A, {**LOCKED, "moved": True}, FARM) == [(1, "Q-5.5")]
    assert faults(A, {**won, "dodge": ["dodge"] * 3}) == [(1, "Q-5.5")]
    assert faults(A, {**won, "dodge": ["critical/dodge"]}) == [(1, "Q-2.1")]
    assert faults(A, {**won, "dodge": ["critical/dodge>dodge"], "lock": ["dofus>lock"]}) == []


def test_quests_belong_before_the_first_turn():
    dealt = document(A)["actions"]
    kept = dealt[1]
    late = report(actions=[dealt[0], dealt[2], A, kept])
    assert [(each.action, each.article) for each in late.errors] == [(3, "Q-3.3")]
    missing = report(actions=[dealt[0], A, PERSONAL])
    assert [(each.action, each.article) for each in missing.errors] == [(1, "Q-3.3")]
    twice = report(actions=[*dealt[:3], kept, A])
    assert [(each.action, each.article) for each in twice.errors] == [(3, "Q-3.3")]


def test_a_wrong_quest_is_not_blamed_again():
    value_3 = do("quest", kind="personal", value=3, next=3)
    assert faults(A, value_3, value_3, PERSONAL) == [(1, "Q-4.4")]
    assert gg(A, value_3)["A"] == 3
    unknown = do("quest", kind="personal", value=1)
    assert faults(A, unknown, do("quest", kind="personal", value=3, next=3)) == []
    assert [each.code for each in report(A, unknown).findings if each.action is not None] == ["no-next-quest"]


def test_what_comes_after_the_end_is_one_finding():
    ended = [A, do("time"), B, PERSONAL, C]
    assert faults(*ended) == [(2, "Q-1.3")]
    assert faults(A, do("concede", player="B"), do("concede", player="C"), A, B) == [(3, "Q-1.1")]


def test_after_an_error_a_wrong_result_is_a_note():
    result = {"winners": ["A"], "gg": {"A": 9, "B": 3, "C": 3}, "ending": "path-filled"}
    answer = report(B, result=result)
    assert [each.article for each in answer.errors] == ["Q-3.6"]
    assert {each.code for each in answer.findings if each.severity == "note"} == {"wrong-result", "wrong-gg"}


def test_only_an_amended_copy_has_corrections():
    corrected = do("correct", set={"gg": {"A": 13}}, reason="counted again")
    assert faults(A, corrected) == [(1, None)]
    answer = report(A, corrected, amended=True)
    assert (answer.verdict, answer.ended, answer.more["gg"]["A"]) == ("ledger", False, 13)
    assert report(A, do("time"), corrected, amended=True).verdict == "ledger"


def test_a_wrong_hand_is_not_blamed_for_what_it_lacks():
    kept = do("quests", player="A", kept=[2, 2, 2])
    answer = report(actions=[kept, *document()["actions"][1:], A, PERSONAL, PERSONAL])
    assert [(each.action, each.article) for each in answer.errors] == [(0, "Q-3.3")]
    wrong = {**PERSONAL, "next": 1}
    assert faults(A, wrong, do("quest", kind="personal", value=2, next=3)) == [(1, "Q-4.4")]


def test_quests_an_error_left_out_may_lie_there():
    first, second = do("quest", kind="path", place=1), do("quest", kind="path", place=2)
    assert faults(A, first, B, demon("C", "trees"), C, A, second) == [(3, "Q-6.1")]
    assert faults(A, first, B, C, A, second) == [(3, "Q-6.3")]
    wrong = demon("C", "quest:toficide", "trees")
    assert faults(A, first, B, wrong, C, A, second, families=["gobball"]) == [(3, "Q-6.1")]
    assert faults(A, first, B, demon("C", "trees", "veins"), C, A, second) == [(6, "Q-4.5")]


def test_whose_turn_was_meant_acts():
    wrong = [A, turn("C"), do("quest", kind="personal", value=2, next=3), do("quest", kind="personal", value=2, next=3)]
    kept = document()["actions"][:3]
    kept[1] = do("quests", player="B", kept=[1, 2, 2])
    answer = report(actions=[*kept, *wrong, demon("C", *TWO), C, A])
    assert [(each.action, each.article) for each in answer.errors] == [(4, "Q-3.6")]


def test_a_fault_before_somebody_concedes_keeps_its_number():
    wrong = do("quest", kind="personal", value=3, next=3)
    played = [A, wrong, do("concede", player="B"), demon("C", "trees"), C]
    assert faults(*played) == [(1, "Q-4.4")]
    assert faults(A, wrong, do("concede", player="B"), C) == [(1, "Q-4.4"), (3, "Q-6.3")]


def test_the_action_of_a_turn_without_its_line_is_nobodys():
    assert faults(A, do("cast"), do("flee"), demon("C", *TWO), C, A) == [(2, "Q-3.6")]


def test_a_demon_behind_the_turn_leaves_that_turn_open():
    path = do("quest", kind="path", place=1)
    assert faults(A, B, C, demon("C", *TWO), path, A) == [(2, "Q-6.3")]
    assert faults(A, B, C, path, demon("C", *TWO), FARM, A) == [(2, "Q-6.3")]
    assert faults(A, B, C, demon("C", *TWO), do("end-turn"), demon("C", *TWO), A) == [(2, "Q-6.3"), (5, "Q-6.3")]
