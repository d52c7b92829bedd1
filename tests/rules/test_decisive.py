"""`decisive`: somebody else would have won without what is believed, by whatever way the belief flowed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.arena.engine.believed_gauges import end_turn_of
from rules.arena.engine.reports.dependencies import Dependencies
from tests.rules.duels import HIT, MISS
from tests.rules.logs import do
from tests.rules.table import Table
from tests.rules.validated import THREE_TURNS, errors, validated

HASTE = {"power": "haste", "by": "b"}


def table(drawing: str = "b q . . X .\n. . . . . .\n. . D . . Y") -> Table:
    """Bill Tell and Goultard, who was never seen, against Anna Tommy and Oscar Kass; a KO more and A wins."""
    board = Table(drawing, q="bill-tell", b="goultard", X="anna-tommy", Y="oscar-kass")
    board.activate("q")
    board.game.index, board.game.glory, board.game.wild = 1, {"A": 11, "B": 1}, 0
    board.game.basis.stocks = dict(board.game.glory)
    left(board, "X", 1)
    return board


def left(board: Table, name: str, hp: int) -> None:
    board[name].injuries = (board[name].hp or 0) - hp


def plays(board: Table, do: str, **fields: Any) -> None:
    board.game.index = (board.game.index or 0) + 1
    assert board.does(do, **fields) == []


def aims(board: Table, **declared: Any) -> None:
    """Long Shot for 1 AP, while a power of Goultard does something."""
    declaration = {"declared": {**HASTE, **declared}} if declared else {}
    plays(board, "cast", spell="long-shot", target=board.at("q"), **declaration)


def shoots(board: Table, name: str = "X") -> None:
    plays(board, "cast", spell="plaguing-arrow", target=board.at(name), critical=HIT, armour={name: MISS})


def won_by_belief(board: Table) -> bool:
    assert board.game.winner == "A"
    rests = Dependencies(board.game)
    assert rests.decisive(board.game) == bool(rests.glory.total() or rests.gone)
    return rests.decisive(board.game)


@pytest.mark.article("4.11.4", "1.4.1")
@pytest.mark.parametrize(("ap", "decisive"), [(1, True), (3, True), (4, False)])
def test_a_shot_paid_with_believed_ap_rests_on_belief(ap: int, *, decisive: bool) -> None:
    """Plaguing Arrow costs 3 AP, after the 1 of Long Shot."""
    board = table()
    board["q"].ap = ap
    aims(board, gained={"q": {"ap": 3}})
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("4.11.5", "4.11.2")
@pytest.mark.parametrize(("declared", "decisive"), [({"q": {"ap": 3}}, True), ({"X": {"ap": -3}}, False)])
def test_believed_markers_are_believed_ap_of_the_next_turn(declared: dict[str, Any], *, decisive: bool) -> None:
    board = table()
    board["q"].ap_markers = -(board["q"].most_ap or 0)
    aims(board, markers=declared)
    board["q"].ap_markers += 0 if decisive else 3
    board.activate("q")
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("6.3.4", "4.5.3")
@pytest.mark.parametrize(("kamas", "decisive"), [(6, True), (11, True), (12, False)])
def test_a_gg_bought_with_believed_kamas_rests_on_belief(kamas: int, *, decisive: bool) -> None:
    board = table()
    board.game.kamas["A"] = kamas
    plays(board, "move", to="B2", declared={**HASTE, "kamas": {"A": 6}})
    plays(board, "move", to="C2")
    plays(board, "move", to="C1")
    plays(board, "buy-glory")
    assert won_by_belief(board) is decisive


@pytest.mark.article("4.17.3")
@pytest.mark.parametrize(("moved", "decisive"), [({"q": "D2"}, True), ({"X": "C2"}, True), ({"b": "B2"}, False)])
def test_a_blow_from_where_belief_brought_them_rests_on_belief(moved: dict[str, str], *, decisive: bool) -> None:
    board = table("b q . . X\n. . . . Y" if decisive else "b . . q X\n. . . . Y")
    board["q"].mp = 0
    aims(board, moved=moved)
    plays(board, "cast", spell="punch", target=board.at("X"), critical=HIT, armour={"X": MISS})
    assert won_by_belief(board) is decisive


def test_who_could_have_walked_there_since_stands_there_by_right() -> None:
    for mp, cells in ((0, 3), (2, 1), (3, 0)):
        board = table("b q . . X\n. . . . Y")
        aims(board, moved={"q": "B1"})
        board["q"].believed.cells = 3
        board["q"].mp = mp
        end_turn_of(board["q"])
        assert board["q"].believed.cells == cells


@pytest.mark.article("6.3.2")
def test_a_step_by_believed_mp_leads_where_nothing_is_proved() -> None:
    for mp, decisive in ((1, True), (2, False)):
        board = table("b q . . X\n. . . . Y")
        board["q"].mp = mp
        plays(board, "move", to="C2", declared={**HASTE, "gained": {"q": {"mp": 1}}})
        plays(board, "move", to="D2")
        plays(board, "cast", spell="punch", target="E2", critical=HIT, armour={"X": MISS})
        assert won_by_belief(board) is decisive


@pytest.mark.article("4.15.7")
def test_a_shot_at_believed_range_rests_on_belief() -> None:
    for far, decisive in (("b q . . . . . . . . X", True), ("b q . . . . . . . X .", False)):
        board = table(f"{far}\n. . . . . . . . . . Y")
        plays(board, "move", to="B1", declared={**HASTE, "gained": {"q": {"range": 2}}})
        plays(board, "move", to="B2")
        shoots(board)
        assert won_by_belief(board) is decisive


def has_hp(board: Table, name: str, hp: int) -> None:
    board[name].profile = replace(board[name].profile, hp=hp)
    board[name].refresh()


def is_punched(board: Table, **fields: Any) -> None:
    """Oscar Kass hits Bill Tell: 2 injuries."""
    board.activate("Y")
    plays(board, "cast", spell="punch", target=board.at("q"), critical=HIT, armour={"q": MISS}, **fields)


def heals(board: Table, amount: int) -> None:
    board.activate("b")
    plays(board, "cast", spell="balm", target=board.at("q"), declared={"cost": {"ap": 1}, "healed": {"q": amount}})


@pytest.mark.article("4.10.5", "4.10.2")
@pytest.mark.parametrize(("hp", "decisive"), [(3, True), (4, True), (5, False)])
def test_who_stands_by_believed_healing_alone_would_have_fallen(hp: int, *, decisive: bool) -> None:
    board = table("b q . . X\n. Y . . .")
    has_hp(board, "q", hp)
    is_punched(board)
    heals(board, 2)
    is_punched(board)
    board.activate("q")
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("7.2.7.c", "4.9.7.a")
@pytest.mark.parametrize(("hp", "decisive"), [(2, True), (3, False)])
def test_who_stands_by_a_believed_shield_alone_would_have_fallen(hp: int, *, decisive: bool) -> None:
    board = table("b q . . X\n. Y . . .")
    has_hp(board, "q", hp)
    is_punched(board, declared={"power": "shield", "by": "b", "damage_change": {"q": -1}})
    board.activate("q")
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(("hp", "decisive"), [(2, True), (3, False)])
def test_who_stands_by_believed_hp_alone_would_have_fallen(hp: int, *, decisive: bool) -> None:
    board = table("b q . . X\n. Y . . .")
    has_hp(board, "q", hp)
    board.activate("b")
    plays(board, "cast", spell="balm", target="A1", declared={"cost": {"ap": 1}, "gained": {"q": {"hp": 4}}})
    is_punched(board)
    board.activate("q")
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("4.18.4.g")
def test_attacks_on_who_lost_powers_by_belief_rest_on_it() -> None:
    for name, decisive in (("X", True), ("Y", False)):
        board = table()
        aims(board, lost_powers={name: True})
        shoots(board)
        assert won_by_belief(board) is decisive


@pytest.mark.article("4.19.1")
def test_what_belief_brought_into_play_acts_by_belief() -> None:
    for by, decisive in (("b", True), ("q", False)):
        board = table("b q . X .\n. . . . Y")
        if by == "b":
            board.activate("b")
            declared = {"cost": {"ap": 1}, "summoned": {"tofu": "C2"}}
            plays(board, "cast", spell="flock", target="C2", declared=declared)
        else:
            board.add("t", "tofu of q", [board["q"].cell + 1])
        board.activate(f"{by}/tofu-1")
        beak = next(iter(board[f"{by}/tofu-1"].profile.spells))
        plays(board, "cast", spell=beak, target="D2", critical=HIT, armour={"X": MISS})
        assert won_by_belief(board) is decisive


@pytest.mark.article("4.7.10")
def test_a_token_bought_with_believed_kamas_gives_by_belief() -> None:
    for kamas, decisive in ((0, True), (12, False)):
        board = table("b q D . X\n. . . . Y")
        board.game.kamas["A"] = kamas
        board["q"].ap = 6
        plays(board, "move", to="C2", declared={**HASTE, "kamas": {"A": 6}})
        plays(board, "buy-reward", rank="granite", pile=1, face="down", reward="water-boost", to="q")
        plays(board, "reveal", reward="water-boost")
        plays(board, "move", to="D2")
        plays(board, "cast", spell="punch", target="E2", critical=HIT, armour={"X": MISS})
        assert won_by_belief(board) is decisive


@pytest.mark.article("4.7.6", "4.5.3")
@pytest.mark.parametrize(("by", "gain", "given"), [("cost_change", {"kamas": -3}, True), ("kamas", {"A": 1}, False)])
def test_a_token_bought_at_a_believed_price_gives_by_belief(by: str, gain: dict[str, int], *, given: bool) -> None:
    """A power that brings Kamas only afterwards has not paid for it."""
    board = table("b D . . X\n. . . . Y")
    board.game.put(board["q"], board["b"].cell + 1)
    board["q"].ap, board.game.kamas["A"] = 6, 0 if given else 3
    buys = {"rank": "granite", "pile": 1, "face": "down", "reward": "water-boost", "to": "q"}
    plays(board, "buy-reward", **buys, declared={**HASTE, by: gain})
    plays(board, "reveal", reward="water-boost")
    assert (board.game.index in board.game.basis.resting) is given


def test_neither_unseen_dice_nor_what_the_loser_gained_decide() -> None:
    board = table("q . . X\nb Y . .")
    board.activate("Y")
    plays(board, "cast", spell="punch", target="A1", critical=MISS, armour={"b": MISS})
    board.activate("b")
    plays(board, "cast", spell="made-up-push", target="B1", declared={"cost": {"ap": 1}, "kamas": {"B": 3}})
    board.activate("q")
    shoots(board)
    assert not won_by_belief(board)
    assert Dependencies(board.game).actions == {2, 3}


def test_actions_that_rest_on_believed_ones_are_counted_as_believed(tmp_path: Path) -> None:
    """Evangelyne, who was never seen, has 3 MP; Bill Tell is known whole."""
    swift = {"power": "swift", "by": "a1", "gained": {"a2": {"mp": 1}}}
    steps = [do("move", to=cell) for cell in ("B2", "B3", "B4", "B5")]
    answer = validated(tmp_path, *THREE_TURNS[:-1], do("activate", unit="a2", declared=swift), *steps)
    assert (errors(answer), answer["proof"]["believed"]) == ([], 2)
    assert [belief["action"] for belief in answer["believed"]] == [len(THREE_TURNS) - 1]
