"""What an action does by known rules alone is proved, though something else in it rests on belief."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.logs import CLOSING, END, OPENING, TEAM_B, TENSION, Action, do
from tests.rules.validated import believed, errors, validated

TEAM_A = {"a1": "queen-of-the-tofus", "a2": "bill-tell", "a3": "remington-smisse-eternal-1", "a4": "lydia-vokin"}
PLAYERS = {
    "A": {"name": "Ana", "team": TEAM_A, "timeline": [*TEAM_A]},
    "B": {"name": "Bo", "team": TEAM_B, "timeline": [*TEAM_B]},
}
STARTS = {"a1": "B1", "a2": "D1", "a3": "B2", "a4": "G2", "b1": "B12", "b2": "D12", "b3": "F11", "b4": "H11"}
PLACED = [do("place", unit=unit, cell=cell) for unit, cell in STARTS.items()]
TURN_OF_B = [END, *OPENING, TENSION, *CLOSING, END, TENSION]
NOTHING = {"successes": 0}
EFFECTS_OF_A_FIREBOMB = {"card": "firebomb", "field": "effects"}


def throws(*cells: str) -> list[Action]:
    return [do("activate", unit="a3"), *(do("cast", spell="throw-firebomb", target=cell) for cell in cells)]


def explodes(number: int, **armour: Action) -> Action:
    return {"effect": "explosion", "by": f"a3/firebomb-{number}", "critical": NOTHING, "armour": armour}


def proof_of(folder: Path, *actions: Action) -> dict[str, Any]:
    answer = validated(folder, *PLACED, *actions, players=PLAYERS)
    assert (errors(answer), answer["verdict"]) == ([], "unverified")
    assert EFFECTS_OF_A_FIREBOMB in believed(answer)
    proof: dict[str, Any] = answer["proof"]
    return proof


@pytest.mark.article("4.19.5.c")
def test_the_injury_by_which_a_bomb_runs_out_is_proved(tmp_path: Path) -> None:
    """What its Explosion does besides was never seen: the injuries of Remington, who stands beside it, rest on that."""
    begins = do("activate", unit="a3", standby=[explodes(1, a3=NOTHING)])
    proof = proof_of(tmp_path, *throws("B3"), *TURN_OF_B, begins)
    assert (proof["believed"], proof["believed_injuries"], proof["believed_knock_outs"]) == (1, 2, 0)


@pytest.mark.article("4.19.5.c")
def test_each_bomb_runs_out_whatever_an_earlier_one_did(tmp_path: Path) -> None:
    begins = do("activate", unit="a3", standby=[explodes(1, a3=NOTHING), explodes(2)])
    proof = proof_of(tmp_path, *throws("B3", "B5"), *TURN_OF_B, begins)
    assert (proof["believed_injuries"], proof["believed_knock_outs"]) == (2, 0)


@pytest.mark.article("4.19.5", "7.2.8.a")
@pytest.mark.parametrize("field", ["standby", "declared"])
def test_a_known_attack_on_a_bomb_is_proved(tmp_path: Path, field: str) -> None:
    """Bill Tell's arrow fells the bomb; what is told of the explosion is believed alone."""
    dice = {"critical": NOTHING, "armour": {"a3/firebomb-1": NOTHING}}
    shot = do("cast", spell="plaguing-arrow", target="B3", **dice, standby=[explodes(1, a3=NOTHING)])
    if field == "declared":
        shot["standby"][0]["declared"] = {"injuries": {"a2": 1}}
    turns = [*throws("B3"), do("activate", unit="a4")]
    proof = proof_of(tmp_path, *turns, *TURN_OF_B, do("activate", unit="a2"), shot)
    assert (proof["believed_injuries"], proof["believed_knock_outs"]) == (3 if field == "declared" else 2, 0)


def strikes_two(folder: Path, *, successes: int) -> dict[str, Any]:
    """Devastation: a known figure stands beside one of which no power was ever seen."""
    ours = {"a1": "darkness-knight", "a2": "queen-of-the-tofus", "a3": "bill-tell"}
    theirs = {**TEAM_B, "b2": "theodore-ifor", "b5": "francis-mick"}
    theirs = {unit: theirs[unit] for unit in ("b1", "b2", "b5", "b3", "b4")}
    players = {side: {"name": side, "team": team, "timeline": [*team]} for side, team in (("A", ours), ("B", theirs))}
    starts = zip([*ours, *theirs], ("B1", "D1", "E2", "B12", "D12", "F11", "H11", "K11"), strict=True)
    placed = [do("place", unit=unit, cell=cell) for unit, cell in starts]
    laid = do(
        "correct", set={"units": {"a1": {"cell": "E5"}, "b1": {"cell": "E8"}, "b2": {"cell": "E7"}}}, reason="a test"
    )
    armour = {"b1": {"successes": successes}, "b2": NOTHING}
    blow = do("cast", spell="devastation", target="E7", critical=NOTHING, armour=armour)
    turns = [*placed, END, *OPENING, TENSION, *CLOSING, END, TENSION, do("activate", unit="a1")]
    return validated(folder, *turns, laid, blow, players=players, options=["--amended"])


@pytest.mark.article("7.2.8.a")
@pytest.mark.parametrize(("successes", "on_the_unseen"), [(0, 2), (1, 2)])
def test_who_stands_beside_an_unseen_figure_is_injured_for_sure(
    tmp_path: Path, successes: int, on_the_unseen: int
) -> None:
    answer = strikes_two(tmp_path, successes=successes)
    assert errors(answer) == []
    assert (answer["proof"]["believed"], answer["proof"]["believed_injuries"]) == (1, on_the_unseen)


@pytest.mark.article("7.2.6.a", breaks=True)
def test_who_stands_beside_an_unseen_figure_rolls_no_more_dice(tmp_path: Path) -> None:
    assert errors(strikes_two(tmp_path, successes=2)) == [("7.2.6.a", "armour-dice")]
