"""The twenty cases of Blast: what the book's own examples come to in a log."""

import pytest

from tests.blast.games import (
    END,
    bonus,
    cast,
    codes,
    do,
    effect,
    fact,
    faults,
    favor,
    move,
    pack,
    plays,
    report,
    sets,
    spell,
    turns,
    use,
)

FIVE = {"B7": "A", "G7": "A", "D6": "A", "E5": "A", "B4": "A"}


def after(*first, units=None, **what):
    """A turn of A in which a1 plays, from a position that is set down."""
    return [favor(), sets(units, **what), plays("a1"), *first]


# -- 1, 2: Catroulette -----------------------------------------------------------------------------


@pytest.mark.article("B-6.1", breaks=True)
@pytest.mark.article("B-6.1")
@pytest.mark.parametrize(
    ("target", "found"),
    [("D3", []), ("D4", []), ("D2", [(3, "B-6.1")]), ("D5", [(3, "B-6.1")])],
)
def test_a_spell_reaches_from_its_least_to_its_most(target, found):
    assert faults(*after(cast("bolt", target, "lock"), units={"b1": target})) == found


@pytest.mark.article("B-6.2", breaks=True)
@pytest.mark.article("B-6.2")
@pytest.mark.parametrize(
    ("blocker", "found"),
    [({"b2": "D2"}, [(3, "B-6.2")]), ({"b2": "C2"}, [])],
)
def test_a_fighter_on_the_line_blocks_sight(blocker, found):
    assert faults(*after(cast("bolt", "D3", "lock"), units={"b1": "D3", **blocker})) == found


@pytest.mark.article("B-6.2", breaks=True)
@pytest.mark.article("B-6.2")
@pytest.mark.parametrize(
    ("caster", "target", "found"),
    [("F2", "F4", [(3, "B-6.2")]), ("C2", "C4", [])],
)
def test_trees_block_sight_and_bushes_do_not(caster, target, found):
    assert faults(*after(cast("bolt", target, "lock"), units={"a1": caster, "b1": target})) == found


@pytest.mark.article("B-6.3")
@pytest.mark.parametrize(
    ("roll", "hp_left", "winner"),
    [
        ("critical", 2, "A"),
        ("critical", 3, None),
        ("lock", 1, "A"),
        ("lock", 2, None),
        ("armour", 1, None),
        ("critical/dodge>critical", 2, "A"),
        ("critical/dodge>dodge", 2, None),
    ],
)
def test_the_combat_roll_adds_one_or_takes_one_away(roll, hp_left, winner):
    position = after(cast("bolt", "D3", roll), units={"b1": {"cell": "D3", "injuries": 8 - hp_left}})
    answer = report(*position, result={"winner": winner})
    assert (answer.verdict, answer.winner) == ("valid", winner)


# -- 3: MP and AP, mixed ---------------------------------------------------------------------------


@pytest.mark.article("B-4.1", "B-6.1", breaks=True)
def test_steps_and_spells_are_mixed_until_ap_are_spent():
    units = {"a1": "D1", "b1": "D4", "b2": "E3"}
    steps = [move("C1"), cast("bolt", "C3"), move("B1"), move("B2"), cast("bolt", "B5"), cast("bolt", "D2")]
    assert faults(*after(*steps, cast("bolt", "B5"), units=units)) == [(9, "B-6.1")]
    assert faults(*after(*steps, move("B3"), units=units)) == [(9, "B-4.1")]


# -- 4: summons ------------------------------------------------------------------------------------


@pytest.mark.article("B-6.6", breaks=True)
@pytest.mark.article("B-6.6")
def test_a_second_minion_is_one_too_many():
    assert faults(*after(cast("call", "D2"))) == []
    assert faults(*after(cast("call", "D2"), cast("call", "C1"))) == [(4, "B-6.6")]


@pytest.mark.article("B-3.1", breaks=True)
@pytest.mark.article("B-3.1")
def test_minions_play_after_both_krosmasters():
    called = after(cast("call", "D2"))
    assert faults(*called, plays("a2"), plays("a1/imp-1"), move("D3")) == []
    assert faults(*called, plays("a1/imp-1"), plays("a2"), move("F1")) == [(5, "B-3.1")]


# -- 5: shoves -------------------------------------------------------------------------------------


@pytest.mark.article("B-4.1", breaks=True)
@pytest.mark.article("B-4.1")
@pytest.mark.parametrize(
    ("caster", "target", "stops"),
    [
        ("D2", "D3", "D5"),
        ("G2", "G1", "G1"),  # the edge
        ("C5", "C6", "C7"),  # a tree
        ("C6", "C5", "C4"),  # a bush
        ("H7", "H8", "H9"),  # a Fighter
    ],
)
def test_a_shove_goes_on_until_something_stops_it(caster, target, stops):
    units = {"a1": caster, "b1": target, "b2": "H10"}
    push = after(cast("push", target), units=units)
    assert faults(*push) == []
    # who comes to the cell where it stopped finds it taken
    near = {"D5": "E5", "G1": "H1", "C7": "B7", "C4": "B4", "H9": "G9"}[stops]
    assert faults(*push, sets({"a2": near}), plays("a2"), move(stops, "dodge")) == [(6, "B-4.1")]


# -- 6, 7: zones -----------------------------------------------------------------------------------


@pytest.mark.article("B-5.1", "B-5.2", "B-5.3", "B-7.2", breaks=True)
@pytest.mark.article("B-5.1", "B-5.2", "B-5.3", "B-7.2")
@pytest.mark.parametrize(
    ("dice", "then", "found"),
    [
        (["dodge", "dodge"], move("B2"), []),
        (["dodge", "armour"], move("B3"), [(4, "B-5.2")]),
        (["lock", "dodge"], cast("bolt", "B5", "lock"), [(4, "B-5.2")]),
        (["dodge", "armour"], cast("bolt", "B5", "lock"), []),
        (["dodge"], move("A2"), [(3, "B-5.3")]),
        ([], move("A2"), [(3, "B-5.1")]),
        (["critical/dodge>dodge", "dofus>dodge"], move("B2"), []),
        (["critical/dodge", "dodge"], do("time"), [(3, "B-7.2")]),
    ],
)
def test_two_zones_take_two_dodges(dice, then, found):
    position = {"a1": "B3", "b1": "A3", "b2": "B4"}
    if not dice or len(dice) == 1:
        assert faults(*after(move("B2", *dice), units=position)) == found
    else:
        assert faults(*after(move("B2", *dice), then if found else do("time"), units=position)) == found


@pytest.mark.article("B-3.7", breaks=True)
@pytest.mark.article("B-3.7")
def test_minions_have_no_zone():
    minion = {"summoned": [{"minion": "imp", "by": "b1", "cell": "D2"}]}
    assert faults(*after(move("C1"), **minion)) == []
    assert faults(*after(move("C1", "dodge"), **minion)) == [(3, "B-3.7")]


@pytest.mark.article("B-5.1", breaks=True)
def test_dice_where_nobody_is_beside_are_a_fault():
    assert faults(*after(move("C1", "dodge"))) == [(3, "B-5.1")]


# -- 8: a challenge --------------------------------------------------------------------------------


@pytest.mark.article("B-6.1", breaks=True)
@pytest.mark.article("B-6.1", "B-9.2")
def test_a_bonus_counts_from_the_capture_after_its_number():
    """a2 has 2 AP and no power of its own: the first capture gives it nothing, the second 1 AP."""
    shots = [cast("hex", "F6")] * 3
    first = [favor(), sets({"a2": "E4"}), plays("a2"), move("E5")]
    assert faults(*first, *shots, challenges=["brawl"]) == [(6, "B-6.1")]
    second = [favor(), sets({"a2": "E4"}, glyphs={"B4": "A"}), plays("a2"), move("E5")]
    assert faults(*second, *shots, challenges=["brawl"]) == []


@pytest.mark.parametrize(("glyphs", "winner"), [(2, None), (3, "A")])
def test_passive_bonuses_add_up(glyphs, winner):
    held = dict([*FIVE.items()][:glyphs])
    units = {"b1": {"cell": "D3", "injuries": 6}}
    position = after(cast("bolt", "D3", "lock"), units=units, glyphs=held)
    assert report(*position, challenges=["brawl"], result={"winner": winner}).verdict == "valid"


@pytest.mark.article("B-2.6", "B-9.1", breaks=True)
@pytest.mark.article("B-2.6", "B-9.1")
def test_each_krosmaster_uses_an_active_bonus_once_a_turn():
    three = bonus("brawl", 5)
    assert faults(*after(three, glyphs=FIVE), challenges=["brawl"]) == []
    assert faults(*after(three, three, glyphs=FIVE), challenges=["brawl"]) == [(4, "B-9.1")]
    assert faults(*after(three, plays("a2"), three, glyphs=FIVE), challenges=["brawl"]) == []
    assert faults(*after(three, glyphs={"B4": "A"}), challenges=["brawl"]) == [(3, "B-9.1")]
    assert faults(*after(three, glyphs=FIVE)) == [(3, "B-2.6")]


# -- 9, 10: terrain --------------------------------------------------------------------------------


@pytest.mark.article("B-10.2", breaks=True)
@pytest.mark.article("B-10.2", "B-10.1")
@pytest.mark.parametrize(
    ("card", "removes", "found"),
    [
        ("chill", None, [(3, "B-10.2")]),
        ("chill", "A5", []),
        ("chill", "H5", [(3, "B-10.2")]),
        ("spark", None, []),
        ("spark", "H5", [(3, "B-10.2")]),
    ],
)
def test_four_tiles_of_a_kind_lie_at_most(card, removes, found):
    lying = {"A5": "ice", "A6": "ice", "A7": "ice", "A8": "ice", "H5": "fire", "H6": "fire"}
    position = [favor(card), sets(terrain=lying), plays("a1")]
    taken = {"removes": removes} if removes else {}
    assert faults(*position, use("left", "D4", **taken)) == found


@pytest.mark.article("B-10.1", breaks=True)
@pytest.mark.parametrize("cell", ["B4", "C8", "F8", "A5", "E1", "Z9", None])
def test_a_tile_lies_on_a_free_cell(cell):
    position = [favor("chill"), sets(terrain={"A5": "fire"}), plays("a1")]
    assert faults(*position, use("left", cell)) == [(3, "B-10.1")]


TILE, MINION = effect("terrain", kind="ice"), effect("summon", minion="imp", most=1, at="beside")


@pytest.mark.article("B-10.1", breaks=True)
@pytest.mark.parametrize(("effects", "found"), [([TILE, MINION], []), ([MINION, TILE], [(2, "B-10.1")])])
def test_one_card_lays_two_things_on_one_cell(effects, found):
    """A Minion comes onto a tile, but no tile is laid under a Minion: in the order of the card."""
    facts = pack(fact("favor", "both", name="Both", effects=effects))
    assert faults(favor("both"), plays("a1"), use("left", "D2"), facts=facts) == found


@pytest.mark.article("B-6.6", breaks=True)
def test_nobody_is_summoned_where_the_caster_has_leapt():
    both = spell("Both", 1, 1, None, effect("leap"), effect("summon", minion="imp", most=1))
    ada = fact("fighter", "ada", name="Ada", mp=3, hp=8, ap=3, spells=[both])
    facts = pack(ada, without="fighter:ada")
    assert faults(favor(), plays("a1"), cast("both", "D2"), facts=facts) == [(2, "B-6.6")]


# -- 11, 12: the Dofus and the pile ----------------------------------------------------------------


@pytest.mark.article("B-2.5", "B-4.3")
def test_the_first_turn_of_all_brings_no_dofus():
    captured = [favor(), sets({"a1": "D5"}), plays("a1"), move("E5"), END]
    assert report(*captured).more["dofus"] == "B"
    later = [*turns(2), favor("plain-2"), sets({"a1": "D5"}), plays("a1"), move("E5")]
    assert report(*later).more["dofus"] == "A"


@pytest.mark.article("B-3.6", breaks=True)
@pytest.mark.article("B-3.6")
def test_its_holder_uses_each_favor_once_and_for_nothing():
    second = [favor("plain-0", "right"), END, favor("blaze"), plays("b1"), use("left")]
    hits = {"a1": "D9", "a2": "C10"}
    free = [second[0], END, second[2], sets(hits), *second[3:], cast("hit", "D9", "lock"), cast("hit", "C10", "lock")]
    assert faults(*free) == []
    assert faults(*second, use("left")) == [(5, "B-3.6")]
    assert faults(*second, use("right"), plays("b2"), use("right")) == [(7, "B-3.6")]


@pytest.mark.article("B-3.2", breaks=True)
@pytest.mark.article("B-3.2")
def test_a_favor_covers_the_one_on_its_side():
    lying = [favor("chill", "left"), END, favor("plain-0", "left"), plays("b1")]
    assert faults(*lying, use("left", "D4")) == []
    assert report(*lying, use("left", "D4"), sets(terrain={"A1": None})).verdict == "valid"
    assert faults(*lying, use("right")) == [(4, "B-3.2")]
    beside = [favor("chill", "left"), END, favor("plain-0", "right"), plays("b1"), use("left", "D4")]
    assert faults(*beside) == []


# -- 13, 14: the end -------------------------------------------------------------------------------


@pytest.mark.article("B-1.2", breaks=True)
@pytest.mark.article("B-1.2")
def test_one_of_two_is_half_of_a_team():
    units = {"b1": {"cell": "D3", "injuries": 7}}
    shot = after(cast("bolt", "D3", "lock"), move("C1"), units=units)
    assert faults(*shot, result={"winner": "A"}) == [(4, "B-1.2")]
    three = {"A": {"a1": "ada", "a2": "bea", "a3": "dot"}, "B": {"b1": "cal", "b2": "dot", "b3": "ada"}}
    places = {"a1": "D1", "a2": "E1", "a3": "B1", "b1": "D10", "b2": "E10", "b3": "B10"}
    assert faults(*shot, teams=three, places=places) == []


@pytest.mark.article("B-1.3", breaks=True)
@pytest.mark.article("B-1.3")
@pytest.mark.parametrize(
    ("glyphs", "won_by", "winner", "claimed", "found"),
    [
        ({"B4": "A"}, "glyphs", "A", "A", []),
        ({"B4": "A", "G4": "B"}, "nobody", None, None, []),
        ({"B4": "A", "G4": "B"}, "nobody", None, "A", [(None, "B-1.3")]),
        ({"B4": "A"}, "glyphs", "A", "B", [(None, "B-1.3")]),
    ],
)
def test_after_ten_turns_glyphs_decide(glyphs, won_by, winner, claimed, found):
    game = [*turns(9), favor("plain-9"), sets(glyphs=glyphs), END]
    answer = report(*game, result={"winner": claimed})
    assert (answer.won_by, answer.winner, answer.ended) == (won_by, winner, True)
    assert [(each.action, each.article) for each in answer.errors] == found
    assert answer.more["turns"] == 10


# -- 15 to 17: markers, minions on glyphs, fog -----------------------------------------------------


@pytest.mark.article("B-6.1", breaks=True)
@pytest.mark.article("B-6.1", "B-3.3", "B-6.5")
def test_a_marker_takes_one_ap_and_goes():
    turn = [favor(), sets({"b1": {"markers": {"ap": -1}}, "a1": "D9"}), END]
    hits = [plays("b1"), cast("hit", "D9", "lock")]
    assert faults(*turn, favor("plain-1"), *hits, hits[1]) == [(6, "B-6.1")]
    third = [favor("plain-2"), END, favor("plain-3"), *hits, hits[1]]
    assert faults(*turn, favor("plain-1"), plays("b1"), END, *third) == []
    assert faults(*turn, favor("plain-1"), END, *third) == [(10, "B-6.1")]  # passed over: it stays


@pytest.mark.article("B-4.2")
def test_only_krosmasters_capture():
    minion = {"summoned": [{"minion": "imp", "by": "a1", "cell": "E4"}], "glyphs": {"E5": "B"}}
    answer = report(favor(), sets(**minion), plays("a1/imp-1"), move("E5"))
    assert answer.more["glyphs"] == {"A": 0, "B": 1}
    turned = report(favor(), sets({"a1": "E4"}, glyphs={"E5": "B"}), plays("a1"), move("E5"))
    assert turned.more["glyphs"] == {"A": 1, "B": 0}


@pytest.mark.article("B-6.2", breaks=True)
@pytest.mark.article("B-6.2")
def test_fog_blocks_sight_until_somebody_enters():
    fog = after(cast("bolt", "D3", "lock"), units={"b1": "D3"}, terrain={"D2": "fog"})
    assert faults(*fog) == [(3, "B-6.2")]
    entered = after(move("D2"), move("D1"), cast("bolt", "D3", "lock"), units={"b1": "D4"}, terrain={"D2": "fog"})
    assert faults(*entered) == []


# -- 18, 19: turned dice ---------------------------------------------------------------------------


@pytest.mark.article("B-7.2", breaks=True)
@pytest.mark.article("B-7.2")
@pytest.mark.parametrize(
    ("die", "found"),
    [
        ("dofus>critical", []),
        ("dofus", [(3, "B-7.2")]),
        ("critical/dodge>armour", [(3, "B-7.2")]),
        ("lock>dodge", [(3, "B-7.2")]),
    ],
)
def test_double_faces_are_turned(die, found):
    assert faults(*after(cast("bolt", "D3", die), units={"b1": "D3"})) == found


@pytest.mark.article("B-7.3", breaks=True)
@pytest.mark.article("B-7.3")
@pytest.mark.parametrize(
    ("die", "winner", "found"),
    [("critical/dodge", "A", []), ("dofus", None, []), ("dofus>critical", None, [(3, "B-7.3")])],
)
def test_in_a_simple_game_nothing_is_turned(die, winner, found):
    units = {"b1": {"cell": "D3", "injuries": 6}}
    simple = after(cast("bolt", "D3", die), units=units)
    assert faults(*simple, options={"advanced": False}, result={"winner": winner}) == found


@pytest.mark.article("B-5.1", breaks=True)
@pytest.mark.article("B-5.1")
def test_a_simple_game_has_no_zones():
    beside = after(move("C1", "dodge"), units={"b1": "D2"})
    assert faults(*beside, options={"advanced": False}) == [(3, "B-5.1")]
    assert faults(*after(move("C1"), units={"b1": "D2"}), options={"advanced": False}) == []


# -- 20: both at once ------------------------------------------------------------------------------


@pytest.mark.article("B-1.2", breaks=True)
def test_who_falls_together_leaves_it_to_a_judge():
    units = {"a2": {"cell": "D3", "injuries": 5}, "b1": {"cell": "C2", "injuries": 7}, "a1": "D2"}
    answer = report(*after(bonus("brawl", 5), units=units, glyphs=FIVE), challenges=["brawl"])
    assert (answer.verdict, answer.won_by, answer.winner) == ("valid", "judge", None)
    claimed = after(bonus("brawl", 5), units=units, glyphs=FIVE)
    assert faults(*claimed, challenges=["brawl"], result={"winner": "A"}) == [(None, "B-1.2")]
    assert "wrong-winner" in codes(report(*claimed, challenges=["brawl"], result={"winner": "B"}))
