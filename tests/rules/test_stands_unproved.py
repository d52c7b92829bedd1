"""Who fell by HP that only belief took away, and what is done by who stands only by belief."""

from pathlib import Path

import pytest

from rules.arena.engine.reports.dependencies import Dependencies
from tests.rules.duels import HIT, MISS
from tests.rules.logs import do
from tests.rules.test_decisive import aims, has_hp, left, plays, shoots, table, won_by_belief
from tests.rules.validated import THREE_TURNS, errors, validated


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(("hp", "taken", "decisive"), [(3, 2, True), (5, 4, True), (2, 1, False)])
def test_who_fell_by_believed_hp_loss_fell_by_belief(hp: int, taken: int, *, decisive: bool) -> None:
    """Plaguing Arrow deals 2 with a critical hit."""
    board = table()
    left(board, "X", hp)
    aims(board, gained={"X": {"hp": -taken}})
    shoots(board)
    assert won_by_belief(board) is decisive


@pytest.mark.article("4.10.2", "4.6.2")
def test_known_arrows_at_figures_without_their_hp_prove_no_ko(tmp_path: Path) -> None:
    """Evangelyne curses Percedal: 8 of 10 HP are gone, and Bill Tell's arrow does the rest."""
    curse = {"power": "curse", "by": "a1", "gained": {"b2": {"hp": -8}}}
    for declared in (curse, {**curse, "gained": {"b2": {"hp": -7}}}):
        shot = [
            do("activate", unit="a2", declared=declared),
            do("cast", spell="long-shot", target="B1"),
            do("cast", spell="plaguing-arrow", target="B12", critical=["critical"], armour={"b2": ["lock"]}),
        ]
        answer = validated(tmp_path, *THREE_TURNS[:-1], *shot)
        fell = declared is curse
        assert (errors(answer), answer["proof"]["believed_knock_outs"]) == ([], int(fell))
        assert answer["glory"] == ({"A": 9, "B": 4} if fell else {"A": 6, "B": 6})
        assert answer["proof"]["believed_glory"] == 3 * fell


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(("hp", "actions"), [(2, {2, 4, 5}), (3, {2})])
def test_acts_of_who_would_have_fallen_rest_on_belief(hp: int, actions: set[int]) -> None:
    """Its activation and its moves too, and nothing of the unit after it."""
    board = table("b q . . X\n. Y . . .")
    has_hp(board, "q", hp)
    board.game.turn, board.game.begun, board.game.tension = 5, True, []
    board.activate("Y")
    board.game.index = 1
    shield = {"power": "shield", "by": "b", "damage_change": {"q": -1}}
    plays(board, "cast", spell="punch", target=board.at("q"), critical=HIT, armour={"q": MISS}, declared=shield)
    plays(board, "end-turn")
    board.game.tension = ["lock", "lock"]
    plays(board, "activate", unit="q")
    plays(board, "move", to="C2", blocks=[{"by": "Y", "lock": ["critical"], "dodge": ["lock", "dodge"]}])
    plays(board, "activate", unit="b")
    plays(board, "move", to="A1")
    assert Dependencies(board.game).actions == actions
