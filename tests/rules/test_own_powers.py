"""Powers that their cards explain: what answers to something, and what lasts (tests/made_up/texts/answers.toml)."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.damage import heal, place_injuries
from rules.arena.engine.effects.primitives import EFFECTS
from rules.games import replay
from tests.made_up import made_up_cards
from tests.rules.duels import MISS
from tests.rules.table import Table, believed_cards
from tools.selfplay.game import random_game

LOCK, DODGE = ["lock"], ["dodge"]


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    with made_up_cards():
        yield


def strike(table: Table, spell: str, target: str, unit: str = "K", armour: int = 1, **fields: Any) -> list[str]:
    dice = {"critical": MISS, "armour": {unit: MISS * armour}}
    return table.does("cast", spell=spell, target=target, **dice, **fields)


# -- answers --------------------------------------------------------------------------------------------------------


@pytest.mark.article("4.18.3", "4.18.3.a", "4.10.6.b")
def test_a_power_answers_to_an_injury_once_a_turn() -> None:
    table = Table("q K", q="grudge-bearer", K="anna-tommy").activate("K")
    assert strike(table, "assault", "A1", "q", 2) == []
    assert (table["q"].injuries, table["K"].injuries) == (1, 1)
    assert strike(table, "assault", table.at("q") or "", "q", 2) == []
    assert (table["q"].injuries, table["K"].injuries) == (2, 1)


@pytest.mark.article("4.18.2.d")
def test_a_power_of_opposing_turns_is_silent_in_its_own() -> None:
    table = Table("q K", q="grudge-bearer", K="anna-tommy").activate("q")
    place_injuries(table.game, table["q"], 1, table["K"])
    assert [pending.effect for pending in table.game.standby] == []


@pytest.mark.article("7.2.9.a")
@pytest.mark.article("7.2.9.a", breaks=True)
@pytest.mark.parametrize(("name", "faults"), [("grudge", []), ("Rancune", []), ("revenge", ["7.2.9.a"])])
def test_an_answer_can_be_listed_by_its_name(name: str, faults: list[str]) -> None:
    table = Table("q K", q="grudge-bearer", K="anna-tommy").activate("K")
    assert strike(table, "assault", "A1", "q", 2, standby=[{"effect": name, "by": "q"}]) == faults
    assert table["K"].injuries == 1


@pytest.mark.article("4.14.2.b")
@pytest.mark.parametrize(("lock", "injuries"), [(LOCK, 1), (["armour"], 0)])
def test_a_power_answers_to_its_roll_for_lock(lock: list[str], injuries: int) -> None:
    table = Table(". .\nq K", q="grudge-bearer", K="anna-tommy").activate("K")
    assert table.does("move", to="B2", blocks=[{"by": "q", "lock": lock, "dodge": DODGE}]) == []
    assert table["K"].injuries == injuries


@pytest.mark.article("4.18.10")
@pytest.mark.parametrize(("spell", "markers"), [("con", 1), ("deviousness", 0)])
def test_a_power_counts_the_armour_dice_after_pierces_armour(spell: str, markers: int) -> None:
    table = Table("q . K X", K="oscar-kass", q="grudge-bearer", X="lil-healey").activate("K")
    target = "A1" if spell == "deviousness" else "B1"
    table.game.put(table["q"], table.game.cell(target))
    assert strike(table, spell, target, "q", 1 if spell == "deviousness" else 2) == []
    assert table["q"].mp_markers == markers


@pytest.mark.article("4.10.2.a", "4.18.6")
def test_who_is_knocked_out_has_the_last_word() -> None:
    table = Table("q . K x", q="grudge-bearer", x="bill-tell", K="anna-tommy").activate("K")
    table["q"].injuries = 9
    assert strike(table, "assault", "A1", "q", 2) == []
    assert table.at("q") is None
    assert table["K"].ap_markers == -1


@pytest.mark.article("4.18.2.a", "4.18.2.d")
@pytest.mark.parametrize(("monks", "markers"), [(("choir-monk",), 1), (("choir-monk", "choir-monk"), 2)])
def test_each_monk_answers_to_a_knock_out_by_a_monk(monks: tuple[str, ...], markers: int) -> None:
    legend = dict(zip("xy", monks, strict=False))
    table = Table("q K . Y\nx y z .", q="choir-novice", z="oscar-kass", K="bill-tell", Y="lil-healey", **legend)
    table.activate("q")
    table["K"].injuries = 5
    assert strike(table, "small-bell", "B2") == []
    assert table.at("K") is None
    assert (table["q"].ap_markers, table["z"].mp_markers, table["Y"].mp_markers) == (markers, markers, 0)


@pytest.mark.article("4.18.9")
def test_a_knock_out_by_another_type_is_not_answered() -> None:
    table = Table("q K . Y\nx . z .", q="oscar-kass", x="choir-monk", K="bill-tell", Y="lil-healey").activate("q")
    table["K"].injuries = 5
    assert strike(table, "con", "B2") == []
    assert table["q"].ap_markers == 0


@pytest.mark.article("4.18.2.a")
def test_an_optional_once_per_fight_power_works_where_listed() -> None:
    table = Table("q . K", q="choir-monk", K="anna-tommy").activate("q")
    table["q"].injuries = 5
    assert strike(table, "hymn-book", "C1") == []
    assert table["q"].injuries == 5
    asked: dict[str, Any] = {"standby": [{"effect": "blood-debt", "by": "q"}]}
    assert strike(table, "hymn-book", "C1", **asked) == []
    assert table["q"].injuries == 3
    table.activate("q")
    table["q"].injuries = 5
    assert strike(table, "hymn-book", "C1", **asked) == ["7.2.9.a"]
    assert table["q"].injuries == 5


@pytest.mark.article("6.2.1.d", "6.4.1")
def test_powers_answer_to_the_beginning_and_end_of_a_turn() -> None:
    table = Table("q x . K", q="choir-monk", x="bill-tell", K="anna-tommy")
    table["q"].injuries = 2
    table.game.acted = set()
    table.game.begun = True
    assert table.does("activate", unit="q") == []
    assert table["q"].injuries == 1
    assert table.does("activate", unit="x", standby=[{"effect": "evensong", "by": "q"}]) == []
    assert table["x"].mp == 4  # Evensong comes before the gauges of the next unit are filled
    assert table["q"].mp_markers == 0


@pytest.mark.article("4.18.8")
@pytest.mark.article("7.2.9.a", breaks=True)
def test_the_log_names_a_power_copied_as_the_turn_begins() -> None:
    def begin(**fields: object) -> tuple[list[str], Table]:
        table = Table("q x . K", q="mirror-knight", x="queen-of-the-tofus", K="anna-tommy")
        table.game.acted, table.game.begun = set(), True
        return table.does("activate", unit="q", **fields), table

    chosen = {"effect": "reflection", "by": "q", "choices": {"unit": "x", "power": "dodge"}}
    faults, table = begin(standby=[chosen])
    assert faults == []
    assert "dodge" in table["q"].powers
    assert begin()[0] == ["7.2.9.a"]


def test_powers_that_answer_to_one_another_come_to_an_end() -> None:
    table = Table("q K", q="grudge-bearer", K="grudge-bearer").activate("q")
    effects = tuple(
        EFFECTS.read(each) for each in ({"do": "mend", "amount": 9, "to": "self"}, {"do": "injure", "amount": 1})
    )
    for unit in (table["q"], table["K"]):
        grudge = unit.profile.explained["grudge"]
        endless = replace(grudge, turn=None, once=None, casting=replace(grudge.casting, effects=effects))
        unit.profile = replace(unit.profile, explained={"grudge": endless})
    said = table.says("cast", spell="backhand", target="B1", critical=MISS, armour={"K": MISS * 2})
    assert [finding.code for finding in said] == ["too-many-answers"]


# -- what lasts -------------------------------------------------------------------------------------------------------


@pytest.mark.article("4.18.4", "4.18.4.a", "4.18.4.e")
def test_a_banner_gives_a_teams_type_hp_and_resistance() -> None:
    table = Table("q x y . K", q="standard-bearer", x="grudge-bearer", y="bill-tell", K="night-watch").activate("K")
    assert [table[name].hp for name in "qxyK"] == [11, 12, 6, 8]
    assert ["resistance-fire" in table[name].powers for name in "qxyK"] == [True, True, False, False]
    table.game.lift(table["q"])
    assert [table[name].hp for name in "qxy"] == [9, 10, 6]


@pytest.mark.article("4.10.2", "4.18.4.e")
def test_who_lived_by_a_banners_hp_falls_with_it() -> None:
    table = Table("q x y . K", q="standard-bearer", x="grudge-bearer", y="bill-tell", K="anna-tommy").activate("K")
    table["x"].injuries, table["q"].injuries = 10, 10
    table.game.put(table["K"], table.game.cell("A2"))
    assert strike(table, "assault", "A1", "q") == []
    assert (table.at("q"), table.at("x")) == (None, None)


@pytest.mark.article("4.18.4")
def test_a_power_grows_with_the_number_of_a_type() -> None:
    table = Table("q x . y", q="standard-bearer", x="grudge-bearer", y="bill-tell")
    assert table["q"].reach_bonus == 2
    table.game.lift(table["x"])
    assert table["q"].reach_bonus == 1


@pytest.mark.article("4.18.4", "4.18.4.d")
def test_allies_beside_and_summons_are_given_powers() -> None:
    table = Table("q x . y d", q="standard-bearer", x="bill-tell", y="oscar-kass", d="rag-doll of y")
    assert "armour" in table["x"].powers
    assert "lock" in table["y/rag-doll-1"].powers
    table.game.put(table["x"], table.game.cell("C1"))
    assert "armour" not in table["x"].powers


@pytest.mark.article("4.18.3.c")
def test_a_power_is_lost_for_good_after_enough_injuries() -> None:
    table = Table("q . K", q="standard-bearer", K="bill-tell").activate("K")
    assert "counter" in table["q"].powers
    place_injuries(table.game, table["q"], 4, table["K"])
    assert "counter" not in table["q"].powers
    heal(table.game, table["q"], 4)
    assert "counter" not in table["q"].powers


@pytest.mark.article("4.18.4.g", "4.13.4")
def test_powers_are_lost_beside_who_takes_them_and_come_back() -> None:
    table = Table("q . K", q="silent-nun", K="queen-of-the-tofus").activate("K")
    assert "dodge" in table["K"].powers
    table.game.put(table["K"], table.game.cell("B1"))
    assert table["K"].powers == frozenset()
    assert (table["K"].most_ap, table["K"].most_mp) == (5, 3)
    table.game.put(table["K"], table.game.cell("C1"))
    assert "dodge" in table["K"].powers
    assert (table["K"].most_ap, table["K"].most_mp) == (6, 4)


@pytest.mark.article("4.18.4.g")
def test_two_who_silence_one_another_are_both_silent() -> None:
    table = Table("q K", q="silent-nun", K="silent-nun")
    assert table["q"].powers == table["K"].powers == frozenset()


@pytest.mark.article("4.13.1", "4.13.4")
def test_who_bears_the_marker_cannot_be_healed() -> None:
    table = Table("q . K X", q="silent-nun", K="anna-tommy", X="lil-healey").activate("q")
    assert table.does("cast", spell="nail", target="C1") == []
    table["K"].injuries = 5
    table.activate("X")
    assert table.does("cast", spell="healing-word", target="C1", critical=MISS) == []
    assert table["K"].injuries == 5
    table.game.put(table["K"], table.game.cell("B1"))
    table["q"].powerless = True
    table.activate("X")
    assert table.does("cast", spell="healing-word", target="B1", critical=MISS) == []
    assert table["K"].injuries == 4


def test_players_are_believed_about_a_power_in_words() -> None:
    table = Table("q . K", q="standard-bearer", K="bill-tell")
    assert "powers" in table["q"].profile.lacks
    assert "powers" not in Table("q", q="silent-nun")["q"].profile.lacks


@pytest.mark.ci
def test_made_up_games_with_such_powers_are_legal() -> None:
    guards = ["grudge-bearer", "choir-monk", "choir-novice", "standard-bearer", "mirror-knight"]
    hunters = ["night-watch", "coin-diver", "pack-leader", "big-hunter", "silent-nun"]
    for number in range(4):
        game = random_game(f"answers/{number}", (guards, hunters))
        report = replay(json.dumps(game).encode())
        assert [(finding.action, finding.code) for finding in report.errors] == []


@pytest.mark.article("4.18.3.c", "4.18.4.g")
def test_who_falls_beside_who_takes_its_powers_answers_no_more() -> None:
    for beside, dice, answers in (("silent-nun", 1, 0), ("bill-tell", 2, -1)):
        table = Table("q K . .\n. . . X", q="anna-tommy", K="grudge-bearer", X="anna-tommy").activate("q")
        table.add("n", beside, [table["K"].cell + 1])
        table["K"].injuries = (table["K"].hp or 0) - 1
        assert strike(table, "punch", "B2", armour=dice) == []
        assert (table.at("K"), table["q"].ap_markers) == (None, answers)


@pytest.mark.article("4.18.4", "2.2.1")
def test_an_answer_that_hangs_on_types_never_seen_is_believed() -> None:
    for seen, trusted in ((True, []), (False, ["anna-tommy"])):
        table = Table("q K", q="choir-monk", K="bill-tell")
        table.add("x", "anna-tommy", [table["q"].cell + 12])
        table["x"].profile = replace(table["x"].profile, types_known=seen)
        table.activate("x")
        table["K"].injuries = (table["K"].hp or 0) - 1
        table.game.put(table["x"], table.game.cell("B2"))
        assert strike(table, "punch", "B1") == []
        assert (table.at("K"), believed_cards(table.game)) == (None, trusted)


@pytest.mark.article("4.5.3", "4.8.1")
@pytest.mark.parametrize(
    ("kamas", "change", "faults"), [(2, -1, []), (1, -1, ["4.5.3"]), (3, 1, ["4.5.3"]), (4, 1, [])]
)
def test_changes_of_a_spells_kama_price_count_at_once(kamas: int, change: int, faults: list[str]) -> None:
    table = Table("q . K\nx . .", q="coin-diver", K="bill-tell", x="necrose").activate("q")
    table.game.kamas["A"] = kamas
    declared = {"power": "haggler", "by": "x", "cost_change": {"kamas": change}}
    assert strike(table, "golden-shot", "C2", declared=declared) == faults
    assert table.game.kamas["A"] == max(0, kamas - 3 - change)
