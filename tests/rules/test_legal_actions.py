"""What may be done now, and why the rest may not (the recorder's questions, answered by the engine itself)."""

import pytest

from rules.arena.engine.legal import legal_actions, played
from rules.arena.engine.setup import new_game
from rules.arena.log import read
from rules.arena.texts import built_in
from rules.common.ruleset import Option
from rules.common.verdicts import DiceMissing, Illegal
from tests.rules.logs import CLOSING, END, OPENING, PLACED, TENSION, do, document
from tests.rules.table import Table


def options(table: Table, name: str) -> list[Option]:
    return [option for option in legal_actions(table.game) if option.action["do"] == name]


def test_legal_steps_come_with_the_dice_that_they_need() -> None:
    table = Table("T .\nm E", m="anna-tommy", E="bad-aboum").activate("m")
    steps = {option.action["to"]: option for option in options(table, "move")}
    assert steps["A2"].refusal is not None
    assert steps["A2"].refusal.article == "4.17.4"
    table.game.put(table["m"], 13)
    steps = {option.action["to"]: option for option in options(table, "move")}
    assert steps["C2"].wanted == {"blocks": [{"by": "E", "lock": 2, "dodge": 1}]}


def test_spells_are_offered_for_each_target_or_refused_once() -> None:
    table = Table("q . K", q="queen-of-the-tofus", K="oscar-kass").activate("q")
    casts = options(table, "cast")
    assert {option.action["target"] for option in casts if option.action["spell"] == "summon-tofu"} == {"A2", "B1"}
    table["q"].ap = 0
    refused = [option.refusal.article for option in options(table, "cast") if option.refusal]
    assert refused == ["7.1.4.a"] * 3


def test_looking_changes_nothing() -> None:
    table = Table("q D K", q="queen-of-the-tofus", K="oscar-kass").activate("q")
    before = repr(table.game)
    legal_actions(table.game)
    assert repr(table.game) == before


def test_the_rules_allow_play_from_first_figure_to_third_turn() -> None:
    game = new_game(read(document()), built_in())
    for action in [*PLACED, END, *OPENING, TENSION, *CLOSING, END, TENSION]:
        assert any(option.is_legal and option.action["do"] == action["do"] for option in legal_actions(game))
        game = played(game, action)
    assert (game.turn, game.player) == (3, "A")


def test_an_illegal_action_is_refused_and_leaves_the_position() -> None:
    game = new_game(read(document()), built_in())
    with pytest.raises(Illegal) as refusal:
        played(game, do("place", unit="b1", cell="B12"))
    assert refusal.value.article == "1.3.9"
    assert not game.units["b1"].in_play


def test_dice_are_asked_for_step_by_step() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    table.game.be_strict()
    action = do("cast", spell="con", target="B1")
    with pytest.raises(DiceMissing) as first:
        played(table.game, action)
    assert first.value.wanted == {"critical": 1}
    action["critical"] = ["lock"]
    with pytest.raises(DiceMissing) as second:
        played(table.game, action)
    assert second.value.wanted == {"armour": {"K": 1}}
    action["armour"] = {"K": ["lock"]}
    assert played(table.game, action).units["K"].injuries == 1
    assert table["K"].injuries == 0


def test_an_explosion_is_asked_for_by_name() -> None:
    table = Table("q w . . W", q="oscar-kass", W="bad-aboum", w="water-bomb of W").activate("q")
    table.game.be_strict()
    armour = {"W/water-bomb-1": ["lock"]}
    with pytest.raises(DiceMissing) as missing:
        played(table.game, do("cast", spell="con", target="B1", critical=["lock"], armour=armour))
    assert missing.value.wanted["standby"][-1] == {"effect": "explosion", "by": "W/water-bomb-1"}


def test_a_refusal_does_not_keep_the_position_tried() -> None:
    table = Table("q D K", q="queen-of-the-tofus", K="oscar-kass").activate("q")
    refusals = [option.refusal for option in legal_actions(table.game) if option.refusal is not None]
    assert refusals
    assert all(refusal.__traceback__ is None for refusal in refusals)


def test_a_full_control_value_is_the_reason_of_refusal() -> None:
    """The control value, not the range of cells further away (4.19.9.c)."""
    table = Table("q . K\nt t t", q="queen-of-the-tofus", K="oscar-kass", t="tofu of q").activate("q")
    (refused,) = [option for option in options(table, "cast") if option.action["spell"] == "summon-tofu"]
    assert refused.refusal is not None
    assert refused.refusal.article == "4.19.9.c"


def test_a_reward_that_asks_for_a_choice_is_offered() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell").give("q", "recall-potion").activate("q")
    (reveal,) = options(table, "reveal")
    assert reveal.is_legal


def test_closing_flips_leave_the_dice_to_be_placed() -> None:
    game = new_game(read(document()), built_in())
    for game.index, action in enumerate([*PLACED, END, *OPENING, TENSION, *CLOSING]):
        game = played(game, action)
    offered = {option.action["do"] for option in legal_actions(game) if option.is_legal}
    assert offered == {"inspire", "end-turn"}
