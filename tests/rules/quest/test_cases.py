"""The worked cases of Quest: what the book's rules and questions come to in a ledger."""

import pytest

from tests.rules.quest.logs import Action, demon, do, faults, gg, last_row, pack, report, turn

TWO = ("trees", "veins")  # events for three Krosmasters
PERSONAL = do("quest", kind="personal", value=1, next=2)
WAR_CHIEF = do("kill", mob="war-chief")
A, B, C = turn("A"), turn("B"), turn("C")
KO_OF_A = do("ko", player="A")


def on_the_path(place: int, **fields: object) -> Action:
    return do("quest", kind="path", place=place, **fields)


def rounds(number: int, *quests: str) -> list[Action]:
    """Rounds of one player, whose Demon draws these quests, one a turn, and then trees."""
    drawn = [*quests, *["trees"] * number][:number]
    return [action for quest in drawn for action in (demon("A", quest), turn("A"))]


def test_figures_start_with_six_gg_less_their_level():
    assert gg(players="A") == {"A": 3}
    assert gg(players="A", heroes={"A": "harry-sah"}) == {"A": 1}


@pytest.mark.article("Q-3.4", breaks=True)
@pytest.mark.parametrize("boss", ["royal-gobball", "royal-tofu"])
def test_no_boss_is_a_hero(boss):
    assert faults(players="A", heroes={"A": boss}) == [(None, "Q-3.4")]


@pytest.mark.article("Q-3.3", breaks=True)
@pytest.mark.article("Q-3.3")
@pytest.mark.parametrize(
    ("kept", "found"),
    [
        ([1, 1, 2], []),
        ([2, 1, 2], []),
        ([2, 2, 2], [(0, "Q-3.3")]),
        ([1, 1, 1], [(0, "Q-3.3")]),
        ([1, 2, 3], [(0, "Q-3.3")]),
        ([1, 1, 2, 2], [(0, "Q-3.3")]),
        ([], [(0, "Q-3.3")]),
    ],
)
def test_three_of_four_quests_are_kept(kept, found):
    answer = report(players="A", actions=[do("quests", player="A", kept=kept)])
    assert [(each.action, each.article) for each in answer.errors] == found


@pytest.mark.article("Q-6.1", breaks=True)
@pytest.mark.article("Q-6.1")
@pytest.mark.parametrize(
    ("players", "events", "found"),
    [
        ("ABCD", 3, []),
        ("ABCD", 2, [(3, "Q-6.1")]),
        ("ABCD", 4, [(3, "Q-6.1")]),
        ("AB", 1, []),
        ("A", 1, []),
        ("A", 0, [(0, "Q-6.1")]),
    ],
)
def test_events_are_one_fewer_than_krosmasters(players, events, found):
    before = [turn(letter) for letter in players[:-1]]
    assert faults(*before, demon(players[-1], *["trees"] * events), players=players) == found


@pytest.mark.article("Q-6.2", "Q-6.3", breaks=True)
@pytest.mark.article("Q-6.2", "Q-6.3")
def test_the_token_turns_goes_right_and_stays():
    first = [A, B, demon("C", *TWO), C]  # inactive: to B
    second = [A, demon("B", *TWO, mobs=True), B]  # active: turned, and stays with B
    third = [C, A, demon("B", *TWO), B]  # inactive: to A
    fourth = [C, demon("A", *TWO, mobs=True), A]
    assert faults(*first, *second, *third, *fourth) == []
    assert faults(A, B, demon("C", *TWO, mobs=True), C) == [(2, "Q-6.2")]
    assert faults(*first, A, demon("B", *TWO), B, C, demon("A", *TWO), A) == [(8, "Q-6.3")]


@pytest.mark.article("Q-4.5", breaks=True)
@pytest.mark.article("Q-4.5")
def test_quests_of_the_path_come_in_order_once_each():
    drawn = rounds(3, "quest:bling-bling", "quest:so-soft")
    assert faults(*drawn, on_the_path(3), players="A") == [(6, "Q-4.5")]
    assert faults(*drawn, on_the_path(1), on_the_path(1), players="A") == [(7, "Q-4.5")]
    assert faults(*drawn, on_the_path(4), players="A") == [(6, "Q-4.5")]
    assert faults(*drawn, on_the_path(1), on_the_path(2), on_the_path(3), players="A") == []


def test_two_krosmasters_do_the_same_quest():
    assert faults(A, on_the_path(1), B, on_the_path(1)) == []


@pytest.mark.article("Q-4.4", breaks=True)
@pytest.mark.article("Q-4.4")
@pytest.mark.parametrize(("drawn", "found"), [(2, []), (3, []), (1, [(1, "Q-4.4")])])
def test_a_personal_quest_leads_to_a_higher_one(drawn, found):
    assert faults(A, do("quest", kind="personal", value=1, next=drawn)) == found


@pytest.mark.article("Q-4.4", breaks=True)
@pytest.mark.article("Q-4.4")
def test_after_a_quest_of_three_comes_three():
    values = [(1, 3), (3, 3), (3, 3)]
    done = [do("quest", kind="personal", value=value, next=after) for value, after in values]
    assert faults(A, *done, geegee_path=20) == []
    assert faults(A, done[0], do("quest", kind="personal", value=3, next=2), geegee_path=20) == [(2, "Q-4.4")]
    assert faults(A, do("quest", kind="personal", value=3, next=3)) == [(1, "Q-4.4")]


@pytest.mark.article("Q-1.3", breaks=True)
def test_a_quest_drawn_on_a_full_path_ends_the_game():
    filled = ["quest:bling-bling"] * 7
    played = [A, PERSONAL, B, PERSONAL, demon("C", *filled[:2]), C, A, demon("B", *filled[2:4]), B]
    full = [C, A, demon("B", *filled[4:6]), B, C, demon("A", filled[6], "quest:so-soft"), A]
    answer = report(*played, *full)
    assert (answer.won_by, answer.more["winners"]) == ("adventure-path-full", ["A", "B"])
    assert [(each.action, each.article) for each in answer.errors] == [(18, "Q-1.3")]


@pytest.mark.article("Q-4.7")
def test_a_ko_costs_one_gg_of_those_there_are():
    assert gg(A, KO_OF_A) == {"A": 2, "B": 3, "C": 3}
    assert gg(A, *[KO_OF_A] * 4)["A"] == 0
    assert faults(A, *[KO_OF_A] * 4) == []


@pytest.mark.article("Q-5.4", "Q-5.7", breaks=True)
@pytest.mark.article("Q-5.4", "Q-5.7", "Q-5.1")
def test_flight_comes_first_and_costs_a_gg():
    assert faults(A, do("flee")) == []
    assert gg(A, do("flee"))["A"] == 2
    assert faults(A, WAR_CHIEF, do("flee")) == [(2, "Q-5.7")]
    assert faults(turn("A", "adventure"), do("flee")) == [(1, "Q-5.4")]
    assert faults(A, PERSONAL, KO_OF_A, do("discard", what={}), do("flee")) == []


@pytest.mark.article("Q-5.4", "Q-5.7", breaks=True)
@pytest.mark.article("Q-5.4", "Q-5.7")
def test_rest_is_the_whole_turn_in_adventure_mode():
    assert faults(turn("A", "adventure"), do("rest"), B) == []
    assert faults(A, do("rest")) == [(1, "Q-5.4")]
    assert faults(turn("A", "adventure"), do("farm", what="wood"), do("rest")) == [(2, "Q-5.7")]
    assert faults(turn("A", "adventure"), do("rest"), do("farm", what="wood")) == [(2, "Q-5.7")]


@pytest.mark.article("Q-2.1", "Q-7.1", breaks=True)
@pytest.mark.article("Q-2.1", "Q-7.1")
@pytest.mark.parametrize(
    ("critical", "armour", "damage", "injuries", "found"),
    [
        (["critical", "critical"], ["lock"], 2, 3, []),
        (["critical", "critical"], ["lock"], 2, 4, [(1, "Q-7.1")]),
        (["critical"], ["armour"], 2, 2, []),
        (["lock"], ["armour"], 0, 0, []),
        (["dofus>critical"], ["critical/dodge>dodge"], 2, 3, []),
        (["dofus"], ["lock"], 2, 3, [(1, "Q-2.1")]),
        (["critical"], ["critical/dodge>armour"], 2, 2, [(1, "Q-2.1")]),
        (["lock>critical"], [], 2, 3, [(1, "Q-2.1")]),
    ],
)
def test_criticals_against_armours_change_injuries_by_one(critical, armour, damage, injuries, found):
    spell = do("cast", critical=critical, armour=armour, damage=damage, injuries=injuries)
    assert faults(A, spell) == found


@pytest.mark.article("Q-7.2", breaks=True)
@pytest.mark.article("Q-7.2")
def test_three_dice_at_most_and_one_of_a_neutral_spell():
    assert faults(A, do("cast", critical=["lock"] * 3)) == []
    assert faults(A, do("cast", critical=["lock"] * 4)) == [(1, "Q-7.2")]
    assert faults(A, do("cast", critical=["lock"] * 2, neutral=True)) == [(1, "Q-7.2")]
    assert faults(A, do("cast", armour=["lock"] * 3, neutral=True)) == []


@pytest.mark.article("Q-8.1", breaks=True)
def test_the_killer_gets_the_loot_and_the_mark_a_part():
    killed = do("kill", mob="war-chief", marked=["A", "B"], took={"A": "horn"})
    row = last_row(A, B, killed, detail="economy")
    assert row["kamas"] == {"A": 6, "B": 9, "C": 5}
    assert row["bag"] == {"A": {"horn": 1}, "B": {"horn": 2, "wool": 1}, "C": {}}
    assert faults(A, B, do("kill", mob="war-chief", marked=["B"], took={"B": "horn"})) == [(2, "Q-8.1")]
    assert faults(A, B, do("kill", mob="war-chief", marked=["A"], took={"A": "egg"})) == [(2, "Q-8.1")]
    assert faults(A, B, do("kill", mob="war-chief", took={"A": "wool"})) == [(2, "Q-8.1")]


@pytest.mark.article("Q-5.4", "Q-7.3", breaks=True)
@pytest.mark.article("Q-5.4", "Q-7.3")
def test_red_spells_come_back_after_adventure_mode():
    red = do("cast", spell="Clock", limit="combat")
    one = [demon("A", "trees"), A]
    assert faults(turn("A", "adventure"), red) == [(1, "Q-5.4")]
    assert faults(*one, red, *one, red, players="A") == [(5, "Q-7.3")]
    assert faults(*one, red, demon("A", "trees"), turn("A", "adventure"), *one, red, players="A") == []


@pytest.mark.article("Q-7.5", breaks=True)
@pytest.mark.article("Q-7.5")
def test_blue_spells_once_a_turn_purple_once_a_target():
    blue, purple = do("cast", spell="Clock", limit="turn"), do("cast", spell="Slow", limit="target", at_target="tofu")
    assert faults(A, blue, blue) == [(2, "Q-7.5")]
    assert faults(A, purple, {**purple, "at_target": "gobball"}) == []
    assert faults(A, purple, purple) == [(2, "Q-7.5")]


@pytest.mark.article("Q-9.3", breaks=True)
def test_a_second_pair_of_boots_has_no_slot():
    boots = do("equip", item="Made-up boots")
    found = faults(turn("A", "adventure"), boots, boots, detail="economy", facts=pack())
    assert found == [(2, "Q-9.3")]


@pytest.mark.article("Q-9.4", breaks=True)
@pytest.mark.article("Q-9.4")
def test_a_potion_is_used_from_its_slot_once():
    potion = do("use", item="made-up-consumable")
    worn = [turn("A", "adventure"), do("equip", item="made-up-consumable")]
    assert faults(*worn, potion, detail="economy", facts=pack()) == []
    assert faults(A, potion, detail="economy", facts=pack()) == [(1, "Q-9.4")]
    assert faults(*worn, potion, potion, detail="economy", facts=pack()) == [(3, "Q-9.4")]


@pytest.mark.article("Q-5.3", breaks=True)
@pytest.mark.article("Q-5.3")
def test_a_zaap_costs_a_kama():
    spent = [A, *[do("zaap")] * 5]
    assert faults(*spent, detail="economy") == []
    assert faults(*spent, do("zaap"), detail="economy") == [(6, "Q-5.3")]
    assert faults(*spent, do("zaap")) == []


def test_in_a_cooperative_game_everyone_wins_with_one():
    header = {"mode": "cooperative", "demon": "player", "players": "AB", "geegee_path": 7}
    one_round = [A, B, demon(None, "trees", mobs=True)]
    assert faults(*one_round, *one_round, **header) == []
    won = report(A, PERSONAL, do("quest", kind="personal", value=2, next=3), do("buy-gg", kamas=3), **header)
    assert (won.won_by, won.more["winners"], won.winner) == ("path-filled", ["A", "B"], None)


@pytest.mark.article("Q-4.3")
def test_a_won_dungeon_pays_who_is_still_inside():
    inside = [A, do("dungeon", group=["A", "B"], family="tofu"), B, KO_OF_A]
    won = [*inside, do("kill", mob="chief-of-all"), do("dungeon-won", family="tofu")]
    assert gg(*won, facts=pack()) == {"A": 2, "B": 4, "C": 3}
    assert faults(*won, facts=pack()) == []
    assert gg(A, do("kill", mob="chief-of-all"), facts=pack())["A"] == 4


@pytest.mark.article("Q-3.6", "Q-5.6", breaks=True)
@pytest.mark.article("Q-3.6", "Q-5.6")
def test_the_text_cover_gives_one_turn_more():
    cover = do("uncover", what="story", kamas=2)
    assert faults(A, cover, A, B) == []
    assert faults(A, cover, B) == []
    assert faults(A, cover, A, A, B) == [(3, "Q-3.6")]
    assert faults(A, cover, cover) == [(2, "Q-5.6")]
    assert faults(A, A) == [(1, "Q-3.6")]


@pytest.mark.article("Q-6.1", breaks=True)
@pytest.mark.article("Q-6.1")
def test_events_belong_to_the_families_in_play():
    assert faults(A, B, demon("C", "tofu-spawn", "trees"), families=["gobball"]) == [(2, "Q-6.1")]
    assert faults(A, B, demon("C", "quest:toficide", "trees"), families=["gobball"]) == [(2, "Q-6.1")]
    assert faults(A, B, demon("C", "dung", "trees"), families=["gobball"]) == []


@pytest.mark.article("Q-4.8", breaks=True)
@pytest.mark.article("Q-4.8")
def test_a_quest_asks_for_what_is_in_the_bag():
    given = {"detail": "economy", "players": "A", "families": ["gobball"], "first_quest": "put-your-foot-in-it"}
    picked = [do("pick-up", what="dung")] * 3
    begun = [demon("A", "trees"), A]
    assert faults(*begun, *picked, on_the_path(1), **given) == [(5, "Q-4.8")]
    assert faults(*begun, *picked, picked[0], on_the_path(1), **given) == []
    assert faults(*begun, *picked, on_the_path(1), **{**given, "detail": "gg"}) == []


@pytest.mark.article("Q-5.3", breaks=True)
@pytest.mark.article("Q-5.3")
def test_the_ap_of_a_turn_are_those_printed():
    farmed = [A, do("farm", what="wood"), do("farm", what="iron")]
    assert faults(*farmed, do("pick-up", what="egg"), detail="economy") == [(3, "Q-5.3")]
    assert faults(*farmed, B, do("pick-up", what="egg"), detail="economy") == []
    assert faults(*farmed, do("pick-up", what="egg")) == []
