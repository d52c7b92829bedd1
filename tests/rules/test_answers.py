"""What powers that their cards explain answer to, and how often (tests/made_up/texts/answers.toml)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.arena.engine import answers
from rules.arena.engine.auras import around, settle
from rules.arena.engine.damage import knock_outs
from rules.arena.engine.standby import resolve
from rules.arena.engine.triggers import happens
from tests.made_up import made_up_cards
from tests.rules.duels import apply, endow, of_types
from tests.rules.fours import FIGURES, OTHERS, ROUND, Pairs
from tests.rules.table import Table


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    with made_up_cards():
        yield


@pytest.mark.article("4.9.29.a", "4.18.3.c")
@pytest.mark.parametrize(("by", "kamas"), [("silent-nun", 0), ("oscar-kass", 2)])
def test_loot_lost_to_a_neighbour_stays_lost_in_the_fall(by: str, kamas: int) -> None:
    table = Table("q K . X", q=by, K="bill-tell", X="anna-tommy").activate("q")
    endow(table["K"], "loot-2")
    settle(table.game)
    table["K"].injuries = table["K"].hp or 0
    knock_outs(table.game, table["q"])
    assert (table.at("K"), table.game.kamas["A"]) == (None, kamas)


@pytest.mark.article("4.18.3", "4.10.2")
@pytest.mark.parametrize(
    ("fallen", "by", "marked"), [("K", "q", 1), ("X/tofu-1", "q", 0), ("K", None, 0), ("x", "q", 0)]
)
def test_a_power_answering_to_a_ko_needs_an_opposing_krosmaster(fallen: str, by: str | None, marked: int) -> None:
    table = Table("q K X t x", q="choir-monk", K="bill-tell", X="queen-of-the-tofus", t="tofu of X", x="anna-tommy")
    table.activate("q")
    of_types(table["q"], "Monk")
    table[fallen].injuries = table[fallen].hp or 0
    knock_outs(table.game, table[by] if by else None)
    resolve(table.game, {})
    assert (table.at(fallen), table["q"].ap_markers) == (None, marked)


@pytest.mark.article("4.18.2.a")
def test_each_power_answers_once_per_piece_and_turn_or_fight() -> None:
    table = Table("q K x", q="grudge-bearer", K="anna-tommy", x="grudge-bearer").activate("K")
    grudge = table["q"].profile.explained["grudge"]
    declared = {
        "grudge": grudge,
        "spite": replace(grudge, slug="spite"),
        "oath": replace(grudge, slug="oath", once="game"),
    }
    bearer = replace(table["q"].profile, powers=frozenset(declared), explained=declared)
    table["q"].profile = table["x"].profile = bearer
    for unit in (table["q"], table["x"]):
        unit.refresh()

    def waiting() -> list[tuple[str, str]]:
        for unit in ("q", "x", "q"):
            happens(table.game, "injured", table[unit], table["K"], number=1)
        found = [(pending.source.name, pending.effect) for pending in table.game.standby]
        table.game.standby.clear()
        return found

    assert waiting() == [(unit, power) for unit in "qx" for power in declared]
    table["q"].answered = frozenset({("grudge", 5), ("spite", 4), ("oath", 4)})
    assert waiting() == [("q", "spite"), *(("x", power) for power in declared)]


@pytest.mark.article("4.18.3.c", "4.10.2.a")
def test_who_falls_without_powers_or_has_left_answers_to_nothing() -> None:
    for powerless, waiting in ((False, ["last-word"]), (True, [])):
        table = Table("q K . x", q="grudge-bearer", K="anna-tommy", x="bill-tell").activate("K")
        table["q"].powerless = powerless
        table["q"].refresh()
        table["q"].injuries = table["q"].hp or 0
        knock_outs(table.game, table["K"])
        assert [pending.effect for pending in table.game.standby] == waiting
    for moment in ("knocks-out", "fells", "knocked-out"):
        for leaves in (False, True):
            table = Table("q x . K", q="choir-monk", x="choir-monk", K="anna-tommy").activate("x")
            declared = {"laid-out": replace(table["q"].profile.explained["laid-out"], when=moment)}
            table["q"].profile = replace(table["q"].profile, explained=declared)
            table["x"].profile = replace(table["x"].profile, explained={})
            of_types(table["x"], "Monk")
            if leaves:
                table.game.lift(table["q"])
            happens(table.game, moment, table["x"], table["K"])
            assert [pending.source.name for pending in table.game.standby] == ([] if leaves else ["q"])


@pytest.mark.article("4.18.6")
def test_nobody_is_beside_a_piece_that_has_left() -> None:
    table = Table("q x . K", q="bill-tell", x="anna-tommy", K="oscar-kass").activate("q")
    table.game.put(table["x"], table.game.cell("L11"))
    table.game.lift(table["q"])
    assert around(table.game, table["q"], "adjacent-allies") == []


@pytest.mark.article("4.18.8", "4.18.4.g")
def test_a_power_that_lasts_works_for_who_copied_it() -> None:
    table = Table("x q K", q="oscar-kass", x="silent-nun", K="king-of-the-gobballs").activate("q")
    assert table["K"].powers
    apply(table, {"do": "copy-power", "of": "ally"}, choices={"unit": "x", "power": "hush"})
    assert (table["q"].granted, table["K"].powers) == ({"hush"}, frozenset())


@pytest.mark.article("4.1.2", "4.18.2.d")
@pytest.mark.parametrize(("player", "answers"), [("A", []), ("C", []), ("B", ["grudge"]), ("D", ["grudge"])])
def test_a_turn_of_the_partner_is_no_opposing_one(player: str, answers: list[str]) -> None:
    table = Pairs(ROUND, **{**FIGURES, **OTHERS, "a": "grudge-bearer"})
    table.game.player = player
    happens(table.game, "injured", table["a"], table["b"], number=1)
    assert [pending.effect for pending in table.game.standby] == answers


@pytest.mark.article("4.18.3")
def test_each_action_may_set_off_as_many_powers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_ANSWERS", 1)
    table = Table("q K x", q="grudge-bearer", K="anna-tommy", x="grudge-bearer").activate("K")
    for _action in range(2):
        answers.begin_anew(table.game)
        for name in "qx":
            happens(table.game, "injured", table[name], table["K"], number=1)
        assert [pending.source.name for pending in table.game.standby] == ["q"]
        table.game.standby.clear()


@pytest.mark.article("4.18.3")
def test_what_has_no_number_reaches_no_least_number() -> None:
    for least, waiting in ((0, ["grudge"]), (1, [])):
        table = Table("q . K", q="grudge-bearer", K="anna-tommy").activate("K")
        grudge = replace(table["q"].profile.explained["grudge"], when="turn-begins", least=least)
        table["q"].profile = replace(table["q"].profile, powers=frozenset({"grudge"}), explained={"grudge": grudge})
        table["q"].refresh()
        happens(table.game, "turn-begins", table["q"])
        assert [pending.effect for pending in table.game.standby] == waiting
