"""After an error the replay goes on: one mistake is one finding, and what the pieces allow is done."""

import pytest

from tests.blast.games import (
    END,
    PLACED,
    bonus,
    cast,
    codes,
    do,
    faults,
    favor,
    move,
    plays,
    report,
    sets,
    turns,
    use,
)

START = [favor(), plays("a1")]


def header(**fields):
    return [(each.action, each.article) for each in report(do("time"), **fields).errors]


@pytest.mark.article("B-1.1", "B-2.1", "B-2.6", "B-11.2", breaks=True)
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"sides": {"A": "south", "B": "east"}}, ["B-2.1"]),
        ({"teams": {"A": {"a1": "ada"}, "B": {"b1": "cal"}}, "places": {"a1": "D1", "b1": "D10"}}, ["B-1.1"]),
        ({"teams": {"A": {"a1": "ada", "a2": "imp"}, "B": {"b1": "cal", "b2": "dot"}}}, ["B-1.1"]),
        ({"teams": {"A": {"a1": "bea", "a2": "bea"}, "B": {"b1": "cal", "b2": "dot"}}}, ["B-11.2"]),
        ({"options": {"advanced": False}, "challenges": ["brawl"]}, ["B-2.6"]),
    ],
)
def test_a_header_is_held_to_the_rules(fields, found):
    assert header(**fields) == [(None, article) for article in found]


def test_sides_can_be_east_and_west():
    east = PLACED | {"a1": "H2", "a2": "H9", "b1": "A2", "b2": "A9"}
    assert header(sides={"A": "east", "B": "west"}, places=east) == []


# -- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.article("B-2.4", breaks=True)
@pytest.mark.parametrize(
    ("places", "found"),
    [
        ({**PLACED, "a1": "D2"}, [-4]),
        ({**PLACED, "a1": "D10", "b1": "D1"}, [-4, -2]),
        ({"b1": "D10", "a1": "D1", "a2": "E1", "b2": "E10"}, [-4]),
        ({**PLACED, "a2": "D1"}, [-3]),
        ({**PLACED, "a2": "K1"}, [-3]),
        ({"a1": "D1", "a2": "E1", "b1": "D10"}, [0]),
    ],
)
def test_placing_is_held_to_its_order_and_cells(places, found):
    assert faults(favor(), END, places=places) == [(action, "B-2.4") for action in found]


@pytest.mark.article("B-2.4", breaks=True)
def test_nobody_is_placed_twice_or_late():
    assert faults(do("place", unit="a1", cell="B1")) == [(0, "B-2.4")]
    assert faults(favor(), do("place", unit="a1", cell="B1")) == [(1, "B-2.4")]
    late = {name: cell for name, cell in PLACED.items() if name != "b2"}
    assert faults(favor(), do("place", unit="b2", cell=PLACED["b2"]), places=late) == [(0, "B-2.4")]
    assert faults(do("place", unit="a9", cell="B1")) == [(0, "B-2.4")]


def test_a_misnamed_or_missing_figure_is_one_finding():
    named = {"a9": "D1", "a2": "E1", "b1": "D10", "b2": "E10"}
    played = [favor(), plays("a1"), move("D2"), plays("a2"), move("E2"), END]
    assert faults(*played, places=named) == [(-4, "B-2.4")]
    assert faults(*played, places={"a8": "D1", "a9": "E1", "b1": "D10", "b2": "E10"}) == [(-4, "B-2.4"), (-3, "B-2.4")]
    assert faults(*played, places={"a1": "D1", "a2": "E1", "b1": "D10", "b9": "E10"}) == [(-1, "B-2.4")]
    left_out = {name: cell for name, cell in PLACED.items() if name != "a2"}
    other = [favor("plain-1"), plays("b1"), move("D9"), END, favor("plain-2"), plays("a2"), move("E2"), move("E3")]
    assert faults(*played, *other, plays("a1"), move("D3"), places=left_out) == [(-2, "B-2.4")]
    assert faults(*played, places=left_out) == [(-2, "B-2.4")]
    assert faults(*played, places={**left_out, "b2": "D1"}) == [(-2, "B-2.4"), (-1, "B-2.4")]


# -- whose turn it is ----------------------------------------------------------------------------------------


@pytest.mark.article("B-3.1", breaks=True)
def test_a_turn_without_its_favor_is_reported_once():
    assert faults(plays("a1"), move("D2"), END, favor(), plays("b1")) == [(0, "B-3.1")]
    assert faults(END, favor()) == [(0, "B-3.1")]


@pytest.mark.article("B-3.1", breaks=True)
def test_a_second_favor_in_a_turn_is_one_fault():
    assert faults(favor(), favor("plain-1"), plays("a1")) == [(1, "B-3.1")]
    assert faults(*START, favor("plain-1"), plays("b1"), move("D9"), END, favor("plain-2"), plays("a1")) == [
        (2, "B-3.1")
    ]


@pytest.mark.article("B-3.1", breaks=True)
@pytest.mark.parametrize("wrong", ["b1", "a9"])
def test_who_cannot_play_is_reported_once(wrong):
    assert faults(favor(), plays(wrong), move("D9"), move("D8"), plays("a1"), move("D2")) == [(1, "B-3.1")]


@pytest.mark.article("B-3.1", breaks=True)
def test_nobody_acts_who_was_not_activated():
    assert faults(favor(), move("D2"), cast("bolt", "D3")) == [(1, "B-3.1")]


def test_who_was_not_activated_is_read_from_what_they_do():
    both = [plays("a2"), move("E2"), END, favor("plain-1"), plays("b1"), END, favor("plain-2")]
    assert faults(favor(), move("D2"), move("D3"), *both, plays("a1"), move("D4")) == [(1, "B-3.1")]
    assert faults(favor(), move("D2"), move("D2"), *both, plays("a1"), move("D3")) == [(1, "B-3.1")]
    assert faults(favor(), move("D2"), *both, plays("a1"), move("D4")) == [(1, "B-3.1"), (10, "B-4.1")]


def test_where_those_stand_of_whom_one_played_is_not_known():
    beside = {**PLACED, "a1": "D1", "a2": "E1"}
    after = [END, favor("plain-1"), plays("b1"), END, favor("plain-2")]
    rest = [plays("a1"), move("E2"), move("E3"), plays("a2"), move("E2")]
    game = [favor(), sets({"a1": "D2", "a2": "E3"}), move("E2"), move("D2"), *after, *rest]
    assert faults(*game, places=beside) == [(2, "B-3.1")]


def test_a_second_activation_that_is_missing_is_one_finding():
    after = [END, favor("plain-1"), plays("b1"), END, favor("plain-2"), plays("a2"), move("E4")]
    steps = [move("D2"), move("D3"), move("D4")]
    assert faults(*START, *steps, move("E2"), move("E3"), *after) == [(5, "B-4.1")]
    assert faults(*START, move("D2"), move("D3"), move("E2"), move("E3"), *after) == [(4, "B-4.1")]
    assert faults(*START, move("D2"), cast("jump", "D3"), move("E2"), move("E3"), *after) == [(3, "B-6.1")]


def test_a_step_too_many_stays_one_where_another_fits():
    after = [END, favor("plain-1"), plays("b1"), END, favor("plain-2")]
    steps = [move("D2"), move("D3"), move("D4"), move("D5")]
    assert faults(*START, *steps, *after, plays("a1"), move("D6")) == [(5, "B-4.1")]
    assert faults(*START, *steps, plays("a2"), move("E2"), *after, plays("a1"), move("D6")) == [(5, "B-4.1")]


@pytest.mark.article("B-3.4", breaks=True)
def test_nobody_is_taken_up_again():
    assert faults(*START, plays("a2"), plays("a1"), move("D2")) == [(3, "B-3.4")]
    assert faults(*START, plays("a1"), move("D2")) == [(2, "B-3.4")]


def test_a_krosmaster_can_be_passed_over():
    assert faults(favor(), plays("a2"), END, favor("plain-1"), END) == []


@pytest.mark.article("B-8.1", breaks=True)
def test_who_is_out_plays_no_more():
    three = {"A": {"a1": "ada", "a2": "bea", "a3": "dot"}, "B": {"b1": "cal", "b2": "dot", "b3": "ada"}}
    places = {"a1": "D1", "a2": "E1", "a3": "B1", "b1": "D10", "b2": "E10", "b3": "B10"}
    burned = sets({"a1": {"injuries": 7}}, terrain={"D2": "fire"})
    game = [favor(), burned, plays("a1"), move("D2"), move("D3"), move("D4"), plays("a2")]
    assert faults(*game, teams=three, places=places) == [(4, "B-8.1")]
    out = [favor(), sets({"a1": {"injuries": 8}}), plays("a1"), move("D2")]
    assert faults(*out, teams=three, places=places) == [(2, "B-8.1")]


# -- steps ---------------------------------------------------------------------------------------------------


@pytest.mark.article("B-4.1", breaks=True)
@pytest.mark.parametrize("to", ["C2", "D3", "E1", "Z1"])
def test_a_step_goes_to_a_free_cell_beside(to):
    assert faults(*START, move(to)) == [(2, "B-4.1")]


@pytest.mark.article("B-4.1", breaks=True)
def test_bushes_and_trees_are_in_the_way():
    assert faults(favor(), sets({"a1": "C2"}), plays("a1"), move("C3")) == [(3, "B-4.1")]
    assert faults(favor(), sets({"a1": "F2"}), plays("a1"), move("F3")) == [(3, "B-4.1")]


@pytest.mark.article("B-4.1", breaks=True)
def test_a_step_that_was_not_possible_is_reported_alone():
    assert faults(*START, move("E1"), move("E2"), cast("bolt", "E4")) == [(2, "B-4.1")]


def test_a_step_that_was_refused_costs_nothing():
    assert faults(*START, move("D2"), move("D2"), move("D3"), move("D4")) == [(3, "B-4.1")]
    beside = [favor(), plays("a2"), move("E2"), END, favor("plain-1"), plays("b1"), END, favor("plain-2"), plays("a1")]
    assert faults(*beside, move("D2"), move("D2"), move("D3"), move("D4")) == [(10, "B-4.1")]
    assert faults(*START, move("D2"), move("Z2"), move("D3"), move("D4"), move("D5")) == [(3, "B-4.1"), (6, "B-4.1")]


@pytest.mark.article("B-5.2", breaks=True)
def test_who_is_caught_may_spend_what_comes_later():
    beside = {"a1": "E4", "b1": "E3", "b2": "C1"}
    caught = [favor(), sets(beside), plays("a1"), move("E5", "armour")]
    assert faults(*caught, move("E5", "dodge")) == [(4, "B-5.2")]


@pytest.mark.article("B-5.2", breaks=True)
def test_one_lock_of_two_dice_tackles():
    position = {"a1": "D4", "b1": "D3", "b2": "C4"}
    tackled = [favor(), sets(position), plays("a1"), move("D5", "dodge", "lock")]
    assert faults(*tackled, use("left")) == [(4, "B-5.2")]


# -- spells ----------------------------------------------------------------------------------------------------


@pytest.mark.article("B-6.1", breaks=True)
def test_a_spell_that_the_card_does_not_have():
    assert faults(*START, cast("hit", "D2")) == [(2, "B-6.1")]


@pytest.mark.article("B-6.4", breaks=True)
@pytest.mark.article("B-6.4")
@pytest.mark.parametrize(
    ("actions", "found"),
    [
        ([cast("bolt", "D3"), cast("bolt", "D3")], [(4, "B-6.4")]),
        ([cast("bolt", "D3"), cast("bolt", "D4"), cast("bolt", "D3")], []),
        ([cast("bolt", "E3", "lock"), cast("bolt", "E3", "lock")], [(4, "B-6.4")]),
    ],
)
def test_the_next_cast_has_another_target(actions, found):
    assert faults(favor(), sets({"b1": "E3"}), plays("a1"), *actions) == found


@pytest.mark.article("B-6.4", breaks=True)
def test_once_a_turn_and_once_a_target():
    jumps = [favor(), sets({"a2": "D4"}), plays("a2"), cast("jump", "D7"), cast("jump", "D4")]
    assert faults(*jumps) == [(4, "B-6.4")]
    slows = [
        favor(),
        sets({"a2": "D4", "b1": "D6"}),
        plays("a2"),
        cast("slow", "D6", "lock"),
        cast("slow", "D6", "lock"),
    ]
    assert faults(*slows) == [(4, "B-6.4")]


@pytest.mark.article("B-6.1", breaks=True)
def test_a_leap_needs_a_free_cell():
    assert faults(favor(), sets({"a2": "D4", "b1": "D7"}), plays("a2"), cast("jump", "D7")) == [(3, "B-6.1")]


@pytest.mark.article("B-7.1", breaks=True)
def test_an_attack_takes_a_roll_and_nothing_else_does():
    near = sets({"b1": "D3"})
    assert faults(favor(), near, plays("a1"), cast("bolt", "D3")) == [(3, "B-7.1")]
    answer = report(favor(), near, plays("a1"), cast("bolt", "B2", "lock"))
    assert (answer.verdict, codes(answer)) == ("valid", ["corrected", "roll-not-needed"])


@pytest.mark.article("B-6.7", breaks=True)
@pytest.mark.article("B-6.7")
@pytest.mark.parametrize(
    ("facing", "found"),
    [(None, [(3, "B-6.7")]), ("south", [(3, "B-6.7")]), ("north", []), ("east", [])],
)
def test_on_a_diagonal_the_caster_chooses(facing, found):
    choices = {"choices": {"facing": facing}} if facing else {}
    push = cast("push", "E2", **choices)
    assert faults(favor(), sets({"b1": "E2"}), plays("a1"), push) == found


# -- favors, bonuses, minions ------------------------------------------------------------------------------------


@pytest.mark.article("B-3.5", breaks=True)
def test_ap_are_spent_on_favors_and_bonuses_as_well():
    spent = [favor(), sets(glyphs={"B4": "A", "G4": "A", "E5": "A"}), plays("a2"), cast("hex", "D4"), cast("hex", "D4")]
    assert faults(*spent, use("left")) == [(5, "B-3.5")]
    many = bonus("world", 3, choices={"cell": "E2"})
    assert faults(*spent, many, challenges=["world"]) == [(5, "B-3.5")]


@pytest.mark.article("B-3.7", breaks=True)
def test_minions_use_neither_favors_nor_bonuses():
    called = [*START, cast("call", "D2"), plays("a1/imp-1")]
    assert faults(*called, use("left")) == [(4, "B-3.7")]
    assert faults(*called, bonus("brawl", 5), challenges=["brawl"]) == [(4, "B-3.7")]


@pytest.mark.article("B-6.6", breaks=True)
@pytest.mark.article("B-6.6")
def test_a_bonus_summons_beside():
    held = sets({"a1": "D5"}, glyphs={"B4": "A", "G4": "A", "E5": "A"})
    many = [plays("a1"), bonus("world", 3, choices={"cell": "C5"})]
    assert faults(favor(), held, *many, challenges=["world"]) == []
    assert faults(favor(), held, plays("a1"), bonus("world", 3), challenges=["world"]) == [(3, "B-6.6")]
    assert faults(favor(), held, plays("a1"), bonus("world", 3, choices={"cell": "D8"}), challenges=["world"]) == [
        (3, "B-6.6")
    ]


@pytest.mark.article("B-2.2", breaks=True)
@pytest.mark.article("B-2.2")
@pytest.mark.parametrize(
    ("cards", "options", "found"),
    [
        (["plain-0", "plain-0"], {}, [(2, "B-2.2")]),
        (["blaze", "blaze"], {}, []),
        (["grand"], {}, []),
        (["grand"], {"superior": False}, [(0, "B-2.2")]),
        (["grand"], {"advanced": False}, [(0, "B-2.2")]),
    ],
)
def test_favors_are_drawn_as_often_as_there_are_cards(cards, options, found):
    game = [each for card in cards for each in (favor(card), END)]
    assert faults(*game, options=options) == found


@pytest.mark.article("B-6.1", breaks=True)
@pytest.mark.article("B-6.1")
def test_markers_of_the_end_of_a_turn_stay():
    friends = [
        favor(),
        sets(glyphs={"B4": "A"}),
        plays("a2"),
        END,
        favor("plain-1"),
        END,
        favor("plain-2"),
        plays("a2"),
    ]
    hexes = [cast("hex", "E4")] * 4
    assert faults(*friends, *hexes[:3], challenges=["world"]) == []
    assert faults(*friends, *hexes, challenges=["world"]) == [(11, "B-6.1")]


# -- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.article("B-1.3", breaks=True)
def test_what_comes_after_the_end_is_reported_once():
    assert faults(do("concede", player="A"), favor(), END, result={"winner": "B"}) == [(1, "B-1.3")]
    assert faults(do("time"), favor()) == [(1, "B-1.3")]


@pytest.mark.article("B-1.2", "B-1.3", breaks=True)
@pytest.mark.parametrize(
    ("ending", "result", "found"),
    [
        ([do("concede", player="A")], {"winner": "A"}, "B-1.3"),
        ([do("time")], {"winner": "A"}, "B-1.3"),
        ([], {"winner": "A"}, "B-1.2"),
        ([do("time")], {"winner": None, "glyphs": {"A": 1, "B": 0}}, "B-1.3"),
    ],
)
def test_a_result_follows_from_the_game(ending, result, found):
    assert faults(*ending, result=result) == [(None, found)]


def test_a_missing_result_is_a_warning():
    answer = report(do("time"), result=None)
    assert (answer.verdict, codes(answer)) == ("valid", ["no-result"])


def test_only_a_judge_corrects():
    answer = report(favor(), sets({"a1": "D4"}), amended=False)
    assert [(each.code, each.article) for each in answer.errors] == [("correct-not-allowed", None)]
    assert report(favor(), sets({"a1": "B7"})).more["glyphs"] == {"A": 0, "B": 0}


# -- terrain on the way ------------------------------------------------------------------------------------------


@pytest.mark.article("B-4.4", "B-10.3")
def test_ice_sends_on_and_a_slip_captures():
    icy = sets({"a1": "E3"}, terrain={"E4": "ice"})
    assert report(favor(), icy, plays("a1"), move("E4")).more["glyphs"]["A"] == 1
    before_a_bush = sets({"a1": "C5"}, terrain={"C4": "ice"})
    assert faults(favor(), before_a_bush, plays("a1"), move("C4"), move("D4")) == []


def test_a_shove_by_the_other_captures_with_a_warning():
    onto = [*turns(2), favor("plain-2"), sets({"a1": "E2", "b1": "E3"}), plays("a1"), cast("push", "E3")]
    answer = report(*onto)
    assert (answer.more["glyphs"], answer.more["dofus"]) == ({"A": 0, "B": 1}, "B")
    assert codes(answer) == ["corrected", "captured-by-a-shove"]


@pytest.mark.article("B-10.4")
def test_fire_fells_amid_a_move():
    burned = sets({"b1": {"injuries": 6, "cell": "E3"}, "a1": "E2"}, terrain={"E4": "fire"})
    answer = report(favor(), burned, plays("a1"), cast("push", "E3"), result={"winner": "A"})
    assert (answer.verdict, answer.won_by) == ("valid", "knock-out")
    assert answer.more["glyphs"] == {"A": 0, "B": 0}
