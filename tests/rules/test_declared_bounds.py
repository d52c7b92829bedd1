"""Declared effects within what any printed card does, and as far as the known powers of the target let them happen."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.arena import bounds
from tests.rules.logs import do
from tests.rules.table import Table
from tests.rules.test_claimed_spells import blow
from tests.rules.validated import THREE_TURNS, Answer, errors, said, validated

FIRST_TURN = [*THREE_TURNS[:8], do("activate", unit="a1")]


def first_turn(folder: Path, **declared: Any) -> Answer:
    return validated(folder, *FIRST_TURN, blow(cost={"ap": 1}, **declared))


@pytest.mark.article("4.18.1", breaks=True)
def test_nobody_wins_by_declaring_twelve_glory(tmp_path: Path) -> None:
    answer = validated(tmp_path, *FIRST_TURN, blow(cost={"ap": 1}, glory={"A": 12}), result={"winner": "A"})
    assert errors(answer) == [("4.18.1", "beyond-any-card")]
    assert (answer["winner"], answer["glory"]) == (None, {"A": 7, "B": 6})


@pytest.mark.article("4.18.1", "4.6.2")
def test_one_declared_glory_is_believed_and_said_each_time(tmp_path: Path) -> None:
    one = blow(cost={"ap": 1}, glory={"A": 1})
    later = [*THREE_TURNS[8:], one]
    answer = validated(tmp_path, *FIRST_TURN, one, *later)
    assert (answer["verdict"], errors(answer), answer["glory"]) == ("unverified", [], {"A": 8, "B": 5})
    assert said(answer) == ["declared-glory"] * 2


@pytest.mark.article("4.6.2", "4.18.1")
@pytest.mark.parametrize(
    ("glory", "after", "found"),
    [
        ({"A": 1, "B": -1}, {"A": 7, "B": 6}, []),
        ({"A": -1, "B": 1}, {"A": 6, "B": 7}, []),
        ({"A": 1, "B": 1}, {"A": 7, "B": 6}, [("4.18.1", "beyond-any-card")]),
        ({"A": 2, "B": -2}, {"A": 7, "B": 6}, [("4.18.1", "beyond-any-card")]),
    ],
)
def test_a_glory_declared_for_both_sides_is_one(
    tmp_path: Path, glory: dict[str, int], after: dict[str, int], found: list[tuple[str, str]]
) -> None:
    answer = first_turn(tmp_path, glory=glory)
    assert (errors(answer), answer["glory"]) == (found, after)


@pytest.mark.article("4.18.1", "2.7.1", breaks=True)
def test_several_causes_bring_no_more_glory_than_one(tmp_path: Path) -> None:
    one = blow(cost={"ap": 1}, glory={"A": 1})
    answer = validated(tmp_path, *FIRST_TURN, one, one)
    assert (errors(answer), answer["glory"]) == ([("4.18.1", "beyond-any-card")], {"A": 7, "B": 6})
    powers = [{"power": f"power-{number}", "glory": {"A": 1}} for number in range(7)]
    answer = validated(tmp_path, *FIRST_TURN, do("move", to="K3", declared=powers))
    assert errors(answer) == [("2.7.1", "too-many-powers"), *[("4.18.1", "beyond-any-card")] * 5]
    assert answer["glory"] == {"A": 7, "B": 6}


@pytest.mark.article("4.18.1", breaks=True)
@pytest.mark.parametrize(
    "declared",
    [
        {"injuries": {"b4": 13}},
        {"healed": {"a1": 10}},
        {"markers": {"b4": {"ap": -7}}},
        {"markers": {"b4": {"mp": 7}}},
        {"markers": {"b4": {"range": 5}}},
        {"summoned": {"tofu": ["D4", "D5", "E4", "E5", "F5"]}},
        {"kamas": {"A": 7}},
        {"kamas": {"B": -7}},
        {"glory": {"B": -2}},
        {"gained": {"a1": {"ap": 7}}},
        {"gained": {"a1": {"hp": 9}}},
    ],
)
def test_no_effect_goes_beyond_any_printed_card(tmp_path: Path, declared: dict[str, Any]) -> None:
    assert errors(first_turn(tmp_path, **declared)) == [("4.18.1", "beyond-any-card")]


@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize("text", [{"damage": 8}, {"range": {"kind": "unseen", "max": 13}}, {"cost": {"kamas": 7}}])
def test_no_text_goes_beyond_any_printed_card(tmp_path: Path, text: dict[str, Any]) -> None:
    answer = validated(tmp_path, *FIRST_TURN, blow(**text))
    assert errors(answer) == [("2.5.2", "beyond-any-card")]


def test_every_bound_has_a_source_and_covers_what_was_seen() -> None:
    for group in bounds.bounds().values():
        for bound in group.values():
            assert bound.source
            assert bound.most >= bound.seen
    assert tomllib.loads(bounds.FILE.read_text("utf-8"))["effect"]["glory"]["most"] == 1


MOVE = do("move", to="K3")


@pytest.mark.article("4.18.1", breaks=True)
@pytest.mark.parametrize(
    ("declared", "most", "beyond"),
    [
        ({"kamas": {"A": 3}}, 2, 3),
        ({"gained": {"a1": {"ap": 6}}}, 1, 2),
        ({"healed": {"a1": 3}}, 3, 4),
        ({"markers": {"b2": {"mp": -3}}}, 2, 3),
        ({"cost_change": {"mp": -1}}, 3, 4),
    ],
)
def test_what_one_cause_does_in_an_action_is_added_up(
    tmp_path: Path, declared: dict[str, Any], most: int, beyond: int
) -> None:
    """However it is written: a power has one name."""
    reported = [{"power": "Tithe", **declared}, {"power": "tithe", **declared}]
    for times, found in ((most, []), (beyond, [("4.18.1", "beyond-any-card")])):
        claims = (reported * times)[:times]
        assert errors(validated(tmp_path, *FIRST_TURN, {**MOVE, "declared": claims})) == found


@pytest.mark.article("4.18.1", breaks=True)
def test_a_repeated_cause_brings_no_more_summons_than_one(tmp_path: Path) -> None:
    cells = ["B4", "C4", "D4", "E4", "B5", "D5"]
    for number, found in ((4, []), (6, [("4.18.1", "beyond-any-card")])):
        claims = [{"power": "horde", "summoned": {"tofu": cells[at : at + 2]}} for at in range(0, number, 2)]
        assert errors(validated(tmp_path, *FIRST_TURN[:-1], {**FIRST_TURN[-1], "declared": claims})) == found


@pytest.mark.article("4.18.1", "4.11.4")
@pytest.mark.parametrize(("gain", "most"), [({"gained": {"a1": {"mp": 3}}}, 2), ({"kamas": {"A": 3}}, 2)])
def test_a_power_acting_often_per_turn_is_believed_and_reported(
    tmp_path: Path, gain: dict[str, Any], most: int
) -> None:
    steps = [do("move", to=cell, declared={"power": "haste", **gain}) for cell in ("K3", "L3", "K3")]
    for number in range(len(steps) + 1):
        answer = validated(tmp_path, *FIRST_TURN, *steps[:number])
        assert errors(answer) == []
        assert said(answer) == ["often-in-one-turn"] * (number > most)
        assert answer["proof"]["believed"] == number


def unseen(**legend: str) -> Table:
    return Table("q . K\n. . .\nx . X", q="goultard", X="anna-tommy", x="oscar-kass", **legend).activate("q")


def declares(
    table: Table, spell: str = "never-seen", **declared: Any
) -> tuple[list[str], list[tuple[str | None, str]]]:
    found = table.says("cast", spell=spell, target="C3", declared={"cost": {"ap": 1}, **declared})
    faults = [each.article or "" for each in found if each.severity == "error"]
    return faults, [(each.article, each.severity) for each in found if each.code == "declared-cut"]


@pytest.mark.article("7.2.8.d", breaks=True)
def test_no_more_than_three_declared_injuries_on_merkator() -> None:
    table = unseen(K="merkator")
    assert declares(table, injuries={"K": 5}) == ([], [("7.2.8.d", "warning")])
    assert table["K"].injuries == 3


@pytest.mark.article("4.9.17.a", breaks=True)
def test_what_is_unfazed_is_not_moved_by_a_declaration() -> None:
    table = unseen(K="bill-tell")
    table["K"].claimed |= {"unfazed"}
    table["K"].refresh()
    assert declares(table, moved={"K": "D2"}) == (["4.9.17.a"], [])
    assert table.at("K") == "C3"
    table = unseen(K="bill-tell")
    assert declares(table, moved={"K": "D2"}) == ([], [])


@pytest.mark.article("4.9.12.a", breaks=True)
def test_declared_elemental_injuries_do_not_reach_the_immune() -> None:
    for element, left in (("fire", 0), ("neutral", 2)):
        table = unseen(K="bill-tell")
        table["K"].claimed |= {"immune"}
        table["K"].refresh()
        declared = {"element": element, "damage": 1, "injuries": {"K": 2}}
        dice = {"critical": ["lock"], "armour": {"K": ["lock"]}}
        found = table.says("cast", spell="never-seen", target="C3", declared={"cost": {"ap": 1}, **declared}, **dice)
        assert [each.article for each in found] == ([] if left else ["4.9.12.a"])
        assert table["K"].injuries == left


@pytest.mark.article("4.9.12.a", breaks=True)
@pytest.mark.parametrize(("element", "left"), [("fire", 0), ("neutral", 2)])
def test_elemental_injuries_declared_without_dice_do_not_reach_the_immune(element: str, left: int) -> None:
    """What was said of the spell first holds when it is left out."""
    table = unseen(K="bill-tell")
    table["K"].claimed |= {"immune"}
    table["K"].refresh()
    assert declares(table, element=element, injuries={"X": 2}) == ([], [])
    assert declares(table, injuries={"K": 2}) == ([], [] if left else [("4.9.12.a", "warning")])
    assert table["K"].injuries == left


@pytest.mark.article("4.9.17.a", "4.18.4.g")
def test_a_declaration_moves_a_unit_that_loses_unfazed_by_it() -> None:
    table = unseen(K="bill-tell")
    table["K"].claimed |= {"unfazed"}
    table["K"].refresh()
    assert declares(table, moved={"K": "D2"}, lost_powers={"K": ["unfazed"]}) == ([], [])
    assert table.at("K") == "D2"


@pytest.mark.article("4.9.31.a", "4.10.5", "4.10.8", breaks=True)
def test_what_cannot_happen_of_a_declaration_is_omitted_and_reported() -> None:
    table = Table("q t . K\n. x . X", q="goultard", K="anna-tommy", X="bill-tell", x="oscar-kass", t="tombstone of q")
    table.activate("q")["x"].injuries = 2
    assert declares(table, healed={"x": 5}) == ([], [("4.10.5", "note")])
    assert declares(table, "burn", injuries={"q/tombstone-1": 1}) == ([], [("4.9.31.a", "warning")])
    assert declares(table, "burn-more", injuries={"x": 12}) == ([], [("4.10.8", "note")])
    table = unseen(K="bill-tell")
    assert declares(table, markers={"K": {"mp": -5}}) == ([], [(None, "note")])
    assert table["K"].mp_markers == -3


@pytest.mark.article("4.13.1", "4.13.2", "4.13.3")
def test_special_markers_are_declared_by_their_names() -> None:
    table = unseen(K="bill-tell")
    assert declares(table, markers={"K": {"bleeding": 1}}) == ([], [])
    assert table["K"].specials == {"bleeding": "q"}
    assert declares(table, markers={"X": {"bleeding": 1}}) == ([], [])
    assert (table["K"].specials, table["X"].specials) == ({}, {"bleeding": "q"})
    assert declares(table, "serve", markers={"X": {"servant": 1}}) == ([], [])
    assert table["X"].specials == {"servant": "q"}
    assert declares(table, "burn", injuries={"q": 8}) == ([], [])
    assert declares(table, "burn", injuries={"q": 8}) == ([], [])
    assert table["X"].specials == {}


@pytest.mark.article("4.13.1", "4.19.1.a", "4.18.4.g")
def test_a_judge_sets_special_markers_summons_and_lost_powers() -> None:
    table = unseen(K="bill-tell")
    table.game.index, table.game.corrections = 0, [0]
    units = {"K": {"markers": {"bleeding": "q", "ap": -1}, "lost_powers": True}, "X": {"lost_powers": ["armour"]}}
    summoned = [{"summon": "tofu", "by": "q", "cell": "B1"}]
    assert table.does("correct", reason="forgotten", set={"units": units, "summoned": summoned}) == []
    assert (table["K"].specials, table["K"].ap_markers, table["K"].powers) == ({"bleeding": "q"}, -1, frozenset())
    assert table.at("q/tofu-1") == "B1"
    taken = {"units": {"K": {"markers": {"bleeding": None}}}, "summoned": summoned}
    assert table.does("correct", reason="again", set=taken) == ["4.19.1.a"]
    assert table["K"].specials == {}


def corrected(table: Table, **facts: object) -> list[str]:
    table.game.index, table.game.corrections = 0, [0]
    return table.does("correct", reason="a test", set=facts)


@pytest.mark.article("4.18.4.g", "6.4.1")
def test_powers_removed_by_a_judge_are_lost_this_turn_only() -> None:
    table = Table("q K", q="king-of-the-gobballs", K="bill-tell").activate("q")
    assert corrected(table, units={"q": {"lost_powers": ["armour"]}}) == []
    assert table["q"].powers == {"lock"}
    assert table.does("end-turn") == []
    assert table["q"].powers == {"armour", "lock"}


@pytest.mark.article("4.13.1")
def test_a_judge_sets_special_markers_beside_those_of_the_gauges() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    assert corrected(table, units={"K": {"markers": {"ap": -1, "range": 1, "bleeding": "q"}}}) == []
    assert (table["K"].ap_markers, table["K"].specials) == (-1, {"bleeding": "q"})


@pytest.mark.article("4.10.2.a")
def test_a_judge_takes_a_figure_out_and_puts_it_back() -> None:
    table = Table("q K . X x", q="oscar-kass", K="bill-tell", X="anna-tommy", x="anna-tommy").activate("q")
    table["K"].injuries = 2
    assert corrected(table, units={"K": {"cell": None}}) == []
    assert (table.at("K"), table["K"].fallen, table["K"].injuries) == (None, True, 0)
    assert corrected(table, units={"K": {"cell": "C1", "injuries": 3}}) == []
    assert (table.at("K"), table["K"].fallen, table["K"].injuries) == ("C1", False, 3)


@pytest.mark.article("4.19.7.b")
def test_a_judge_puts_traps_under_figures_but_stacks_no_figures() -> None:
    table = Table("q . K x", q="oscar-kass", K="bill-tell", x="anna-tommy").activate("q")
    table["x"].profile = replace(table["x"].profile, kind="trap", hp=None)
    table.game.lift(table["x"])
    table["x"].refresh()
    assert corrected(table, units={"x": {"cell": "C1", "injuries": 4}}) == []
    assert (table.at("x"), table["x"].injuries, table.at("K")) == ("C1", 0, "C1")
    assert corrected(table, units={"K": {"cell": "A1"}}) == ["4.17.4"]
    assert (table.at("K"), table["K"].fallen) == ("C1", False)
    table.add("X", "anna-tommy", [])
    table["X"].fallen = False
    assert corrected(table, units={"X": {"cell": "A1"}}) == ["4.17.4"]
    assert (table.at("X"), table["X"].fallen) == (None, True)
