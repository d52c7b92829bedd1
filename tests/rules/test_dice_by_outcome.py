"""Rolls of which a log has the outcome and not the faces: as good as faces, and held to the number of dice."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from rules.common.faces import TURNS
from rules.games import replay
from tests.rules.logs import TENSION, TWO_TURNS, do, document, report
from tests.rules.table import Table
from tests.rules.test_log import refusal
from tools.selfplay.game import random_game
from tools.selfplay.unseen_cards import game_by_outcome

FELINPOSSIBLE = (
    ["grougalorasalar", "simon-gin", "nox", "atcham"],
    ["srammy", "leaf-knight", "kanniball-thierry", "maskun-john", "skidmonk"],
)


@pytest.mark.check
@pytest.mark.parametrize(
    ("seed", "teams"), [("outcomes/1", None), ("outcomes/2", None), ("felinpossible/5", FELINPOSSIBLE)]
)
def test_a_game_noted_by_outcomes_is_proved_like_its_faces(seed: str, teams: Sequence[list[str]] | None) -> None:
    game = random_game(seed, teams)
    faces = replay(json.dumps(game).encode())
    noted = game_by_outcome(game)
    report = replay(json.dumps(noted).encode())
    assert noted["actions"] != game["actions"]
    assert (report.verdict, report.winner, report.glory) == (faces.verdict, faces.winner, faces.glory)
    assert report.proof.proved >= faces.proof.proved
    assert report.findings == faces.findings


@pytest.mark.parametrize("rolled", [["lock"], {"successes": 0}, {"successes": 1}])
def test_a_log_is_valid_with_faces_and_with_outcomes(rolled: Any) -> None:
    beside = do("correct", set={"units": {"a1": {"cell": "B3"}, "b1": {"cell": "B4"}}}, reason="a test")
    punch = do("cast", spell="punch", target="B4", critical=rolled, armour={"b1": {"successes": 1}})
    checked = report(*TWO_TURNS, TENSION, do("activate", unit="a1"), beside, punch)
    assert (checked.verdict, [finding.code for finding in checked.findings if finding.severity != "note"]) == (
        "valid",
        [],
    )


def test_an_outcome_believes_only_in_dice_that_it_needs() -> None:
    """Of a card whose powers were not all seen: Armour would give a second die."""
    for won, beliefs in ((1, []), (2, ["powers"])):
        table = Table("q K . . X", q="queen-of-the-tofus", K="goultard", X="oscar-kass").activate("q")
        said = table.says(
            "cast", spell="punch", target="B1", critical={"successes": 0}, armour={"K": {"successes": won}}
        )
        assert [finding for finding in said if finding.severity == "error"] == []
        assert [belief.field for belief in table.game.basis.beliefs()] == beliefs
        assert bool(table.game.basis.claims) is (won == 2)


def test_the_games_tried_hold_turned_dice() -> None:
    rolled = json.dumps(random_game("outcomes/1")["actions"])
    assert any(f'"{double}>' in rolled for double in TURNS)


def test_7_2_5_more_successes_than_dice_are_an_error() -> None:
    table = Table("q K . . X", q="queen-of-the-tofus", K="kassius-kaos", X="oscar-kass").activate("q")
    reported = table.says("cast", spell="punch", target="B1", critical={"successes": 3}, armour={"K": {"successes": 0}})
    assert [finding.code for finding in reported if finding.severity == "error"] == ["critical-dice"]


def test_a_roll_by_outcome_shows_no_faces() -> None:
    table = Table("q K . . X", q="queen-of-the-tofus", K="kassius-kaos", X="oscar-kass").activate("q")
    table.game.event_log = []
    table.says("cast", spell="punch", target="B1", critical={"successes": 0}, armour={"K": ["lock"]})
    table.activate("q")
    table.says("cast", spell="punch", target="B1", critical=["lock"], armour={"K": {"successes": 0}})
    rolls = [event for event in table.game.event_log if event["event"] == "rolled"]
    assert [(roll["dice"], roll["successes"]) for roll in rolls] == [([], 0), (["lock"], 0), (["lock"], 0), ([], 0)]


@pytest.mark.parametrize(
    ("entered", "pointer", "code"),
    [
        ({"successes": -1}, "/actions/0/critical/successes", "out-of-bounds"),
        ({"successes": 21}, "/actions/0/critical/successes", "out-of-bounds"),
        ({"successes": True}, "/actions/0/critical/successes", "wrong-type"),
        ({}, "/actions/0/critical", "missing-field"),
        (1, "/actions/0/critical", "wrong-type"),
    ],
)
def test_an_outcome_of_the_wrong_shape_is_pointed_at(entered: Any, pointer: str, code: str) -> None:
    action = {"do": "cast", "spell": "punch", "target": "A1", "critical": entered}
    assert refusal(document(action)) == (pointer, code)
