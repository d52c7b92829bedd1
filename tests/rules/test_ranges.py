"""Where a spell can be aimed: range, line and sight (4.15, 7.1.5, 7.1.6)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.spells import reach_bonus
from rules.arena.engine.units import Reward
from rules.common.verdicts import Issue
from tests.rules.duels import MISS, dan_to_fu, queen, spell
from tests.rules.table import Table


@pytest.mark.article("7.1.5", "4.15.3", breaks=True)
def test_a_target_beyond_the_range() -> None:
    table = queen("q . . . K")
    assert table.does("cast", **dan_to_fu("E1")) == ["7.1.5"]


@pytest.mark.article("4.15.4")
def test_a_line_spell_along_its_line() -> None:
    table = Table(". K\nq .", q="bad-aboum", K="oscar-kass").activate("q")
    assert table.does("cast", spell="retreat-shot", target="A2", critical=MISS) == []


@pytest.mark.article("4.15.4", breaks=True)
def test_a_line_spell_on_a_diagonal() -> None:
    table = Table(". K\nq .", q="bad-aboum", K="oscar-kass").activate("q")
    dice = {"critical": MISS, "armour": {"K": MISS * 2}}
    assert table.does("cast", spell="retreat-shot", target="B2", **dice) == ["4.15.4"]


@pytest.mark.article("4.15.2")
@pytest.mark.article("7.1.5", "4.15.2", breaks=True)
@pytest.mark.parametrize("longer", [-3, 0, 1])
def test_close_combat_reaches_the_next_cell_whatever_changes_ranges(longer: int) -> None:
    """On a crate, with range markers and an Equipment that lengthens every other spell."""

    def con(drawing: str, target: str, **rolls: list[str]) -> list[str]:
        table = Table(drawing, q="oscar-kass", K="bill-tell").give("q", "set-hp-and-range", face_up=True)
        table["q"].range_markers = longer
        table.activate("q")
        table.game.board = replace(table.game.board, crates=1)
        return table.does("cast", spell="con", target=target, critical=MISS, armour=rolls)

    assert con("q K", "B1", K=MISS) == []
    assert con("q . K", "C1", K=MISS) == ["7.1.5"]
    assert con("q . K", "A1", q=MISS * 2) == ["7.1.5"]


@pytest.mark.article("4.15.6")
@pytest.mark.article("4.15.6", breaks=True)
def test_a_personal_spell_is_aimed_at_the_casters_own_cell() -> None:
    table = Table("q . K", q="bill-tell", K="oscar-kass").activate("q")
    assert table.does("cast", spell="long-shot", target="B1") == ["7.1.5"]
    table = Table("q . K", q="bill-tell", K="oscar-kass").activate("q")
    assert table.does("cast", spell="long-shot", target="A1") == []
    assert table["q"].mp == 0


@pytest.mark.article("4.15.7", "4.17.5.c")
def test_a_crate_lengthens_alterable_spells() -> None:
    table = Table("C . . . K", K="oscar-kass", q="queen-of-the-tofus")
    table.game.put(table["q"], 0)
    table.activate("q")
    assert table.does("cast", **dan_to_fu("E1")) == []


@pytest.mark.article("4.15.7", breaks=True)
def test_a_crate_does_not_lengthen_a_fixed_spell() -> None:
    table = Table("C . . . K", K="oscar-kass", q="bad-aboum")
    table.game.put(table["q"], 0)
    table.activate("q")
    assert table.does("cast", spell="water-bomb-throw", target="A5") == ["4.15.7"]


def test_nobody_is_blamed_where_a_ranges_alterability_is_unknown() -> None:
    table = Table("C . . . . . K", K="oscar-kass", q="kassius-kaos")
    table.game.put(table["q"], 0)
    table.activate("q")
    dice = {"critical": MISS * 2, "armour": {"K": MISS * 2}}
    assert table.does("cast", spell="irritating-sting", target="G1", **dice) == []


@pytest.mark.article("7.1.6", "4.15.8", "4.15.9", "4.15.9.a", "4.17.5.b", breaks=True)
@pytest.mark.parametrize("between", ["T", "x"])
def test_a_tree_or_a_figure_in_the_way(between: str) -> None:
    legend = {"x": "anna-tommy"} if between == "x" else {}
    table = queen(f"q {between} K", **legend)
    assert table.does("cast", **dan_to_fu()) == ["7.1.6"]


@pytest.mark.article("4.15.8", "4.15.9", "4.15.9.a", "4.15.9.b", "4.17.5.a", "4.17.5.c")
@pytest.mark.parametrize("between", ["B", "C", "."])
def test_bushes_and_crates_do_not_stop_the_view(between: str) -> None:
    assert queen(f"q {between} K").does("cast", **dan_to_fu()) == []


@pytest.mark.article("4.19.1.f", "4.19.4.a", "4.9.14.a")
def test_summons_do_not_stop_the_view() -> None:
    table = queen("q g K", G="king-of-the-gobballs", g="gobball of G")
    assert table.does("cast", **dan_to_fu()) == []


@pytest.mark.article("4.9.14.a", breaks=True)
def test_an_obstructive_summon_stops_the_view() -> None:
    table = queen("q g K", G="king-of-the-gobballs", g="gobball of G")
    table["G/gobball-1"].granted |= {"obstructive"}
    table["G/gobball-1"].refresh()
    assert table.does("cast", **dan_to_fu()) == ["7.1.6"]


@pytest.mark.article("4.15.5", "7.1.6.a")
def test_a_spell_without_line_of_sight_goes_over_a_tree() -> None:
    table = Table("q T .", q="bad-aboum").activate("q")
    assert table.does("cast", spell="water-bomb-throw", target="C1") == []
    assert table.at("q/water-bomb-1") == "C1"


@pytest.mark.article("4.15.5", breaks=True)
def test_a_spell_without_line_of_sight_still_has_a_range() -> None:
    table = Table("q T . . .", q="bad-aboum").activate("q")
    assert table.does("cast", spell="water-bomb-throw", target="E1") == ["7.1.5"]


@pytest.mark.article("4.15.7", "4.12.1")
@pytest.mark.article("4.15.7", breaks=True)
@pytest.mark.parametrize(("alterable", "markers", "ends"), [(True, 2, 5), (True, -2, 1), (False, 2, 3), (False, -2, 3)])
def test_only_green_ranges_change_and_only_at_their_upper_end(alterable: bool, markers: int, ends: int) -> None:
    for distance in range(1, 7):
        table = Table(". " * 12 + "\nq . . . . . . . . . . K", q="oscar-kass", K="bill-tell")
        table["q"].range_markers = markers
        table.activate("q")
        spell(table, range="ranged", least=1, most=3, alterable=alterable)
        faults = table.does("cast", spell="con", target=f"{'ABCDEFGHI'[distance]}1", critical=MISS)
        red = [] if alterable or not 3 < distance <= 3 + markers else ["4.15.7"]
        assert faults == ([] if distance <= ends else red or ["7.1.5"])


@pytest.mark.article("4.15.7")
def test_a_longer_range_begins_where_it_began() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell")
    table["q"].range_markers = 3
    table.activate("q")
    spell(table, range="ranged", least=2, most=3, alterable=True)
    assert table.does("cast", spell="con", target="B1", critical=MISS) == ["7.1.5"]


def aims(target: str, *, reach: int = 0, token: bool = True, **facts: Any) -> list[Issue]:
    """Oscar Kass on A1, with a token that nobody has entered and a spell that reaches 2 to 3 cells."""
    table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
    if token:
        table["q"].rewards += (Reward("granite-1", None, face_up=True),)
    table["q"].reach = reach
    spell(table, **{"range": "ranged", "least": 2, "most": 3, "alterable": True, "area": None} | facts)
    found = table.says("cast", spell="con", target=target, critical=["lock"])
    return [each for each in found if each.severity == "error"]


@pytest.mark.article("4.15.7", "7.1.5")
@pytest.mark.article("7.1.5", breaks=True)
@pytest.mark.parametrize(
    ("target", "facts", "article"),
    [
        ("A5", {}, None),
        ("A7", {}, None),
        ("A8", {}, "7.1.5"),
        ("A8", {"reach": 1}, None),
        ("A9", {"reach": 1}, "7.1.5"),
        ("B4", {}, None),
        ("A5", {"range": "line"}, None),
        ("B4", {"range": "line"}, "4.15.4"),
        ("A5", {"alterable": False}, "7.1.5"),
        ("A2", {}, "7.1.5"),
        ("A3", {"reach": -2}, None),
        ("A2", {"reach": -3}, "7.1.5"),
        ("A5", {"token": False}, "7.1.5"),
    ],
)
def test_an_open_token_lengthens_an_alterable_range_by_three(
    target: str, facts: dict[str, Any], article: str | None
) -> None:
    assert [each.article for each in aims(target, **facts)] == ([article] if article else [])


@pytest.mark.article("7.1.5", breaks=True)
@pytest.mark.parametrize(("alterable", "expected"), [(True, [2, 5]), (False, [2, 3])])
def test_the_report_says_how_far_a_spell_reaches(alterable: bool, expected: list[int]) -> None:
    (found,) = aims("A8", reach=2, token=False, alterable=alterable)
    assert (found.expected, found.logged) == ({"range": expected}, {"range": 7})


@pytest.mark.article("4.15.7")
def test_markers_and_powers_both_add_to_the_range() -> None:
    table = queen("q K")
    unit = table["q"]
    unit.reach, unit.reach_bonus = 2, 1
    assert reach_bonus(table.game, unit, unit.cell) == 3
