"""What the recorder asks is asked in the names of pieces and cards."""

from typing import Any

import pytest

from judging.board.unit_names import name_options
from judging.models import Recording
from judging.recorder.services.recording import game_of, start_recording
from judging.recorder.services.rolls import AnswersNeeded
from judging.recorder.services.setup import Seat, build_header
from tests.judging.test_recording import say

pytestmark = pytest.mark.django_db
TEAMS = {"A": Seat("Ana", ["Nox", "Flopin", "King Nidas"]), "B": Seat("Bo", ["Goultard", "Nox"])}
CELLS = {"a1": "B1", "a2": "D1", "a3": "I1", "b1": "B12", "b2": "D12"}


def placed() -> Recording:
    recording = start_recording(header=build_header(TEAMS, arena="the-pit"), dice=Recording.Dice.RECORDED, who=None)
    first = recording.header["first_player"].lower()
    for unit in sorted(CELLS, key=lambda unit: not unit.startswith(first)):
        say(recording, {"do": "place", "unit": unit, "cell": CELLS[unit]})
    return recording


def test_choices_of_a_spell_are_asked_in_words() -> None:
    recording = placed()
    if recording.header["first_player"] == "B":
        say(recording, {"do": "end-turn"})
        for rank in ("granite", "jade", "silver"):
            say(recording, {"do": "flip", "rank": rank, "pile": 1, "reward": f"unknown-{rank}"})
        say(recording, {"do": "tension", "dice": ["lock", "armour"]})
    say(recording, {"do": "activate", "unit": "a3"})
    with pytest.raises(AnswersNeeded) as wanted:
        say(recording, {"do": "cast", "spell": "diy", "target": CELLS["a3"]})
    (question,) = wanted.value.asked
    assert question["options"] == ["ap-and-push", "ap-and-damage", "push-and-damage"]
    assert question["titles"] == ["AP and push", "AP and 1 more damage", "Push and 1 more damage"]


def test_figures_forms_and_effects_have_their_names() -> None:
    question: dict[str, Any] = {"kind": "pick", "options": ["adamai-dragon", "a1", "D4", "north", "success"]}
    order: dict[str, Any] = {"kind": "order", "options": [{"effect": "steals-health", "by": "a1"}]}
    recording = placed()
    name_options([question, order], game_of(recording), {"a1": "Nox"})
    assert question["titles"] == ["Adamai - Dragon", "Nox", "D4", "North", "The roll succeeds"]
    assert order["titles"] == ["Steals health"]
