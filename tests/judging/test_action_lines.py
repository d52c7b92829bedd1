"""A walk is one line of recorder and replay (the desk: test_case_pages); the recorder says who did what last."""

import gzip
import json

import pytest
from django.urls import reverse

from judging.board.action_lines import in_lines, proof_of_line, words_of_line
from judging.recorder.views.recorder import recorder_state
from tests.judging.test_recording import placed, say, table

MOVES = ("B2", "B3", "C3")
pytestmark = pytest.mark.django_db


@pytest.fixture
def walked():
    """A figure has walked three cells in two taps."""
    recording = placed(table())
    say(recording, {"do": "activate", "unit": "a1"})
    say(recording, {"do": "move", "to": MOVES[0]}, following=({"do": "move", "to": MOVES[1]},))
    say(recording, {"do": "move", "to": MOVES[2]})
    recording.refresh_from_db()
    return recording


def test_a_walk_is_one_line_of_the_recorder(walked):
    *_earlier, before, walk = recorder_state(walked)["entries"]
    assert (walk["first"], walk["index"], walk["who"]) == (9, 11, "A")
    assert walk["words"].endswith(" walks to C3.")
    assert before["index"] == 8


def test_a_walk_is_one_line_of_the_replay(client, walked):
    film = json.loads(gzip.decompress(client.get(reverse("judging:film", args=[walked.replay_uuid])).content))
    assert [(line["first"], line["last"]) for line in film["lines"][-2:]] == [(8, 8), (9, 11)]
    assert len(film["steps"]) == 12  # each step can still be gone to
    page = client.get(reverse("judging:replay", args=[walked.replay_uuid])).content.decode()
    assert page.count('class="step step-') == 10
    assert film["lines"][-1]["words"] in page


def step(unit="a1", proof="proved", besides="", to="C3"):
    walk = {"unit": unit, "name": unit, "to": to, "besides": besides}
    return {"words": f"{unit} moves to {to}.", "proof": proof, "walk": walk}


@pytest.mark.parametrize("stops", [{"words": "A spell.", "proof": "proved"}, step("b1"), step(proof="faulty")])
def test_another_action_figure_or_fault_ends_the_line(stops):
    assert [len(line) for line in in_lines([step(), step(), stops, step(), step()])] == [2, 1, 2]


def test_a_line_keeps_what_happened_on_the_way():
    line = [step(to="C1"), step(to="C2", besides="Bo rolls.", proof="believed"), step(to="C3")]
    assert words_of_line(line) == "a1 walks to C3. Bo rolls."
    assert proof_of_line(line) == "believed"


def test_a_walk_recorded_offline_says_so_once():
    late = " Recorded offline at 4:40, received at 4:57."
    line = [step(to="C1", besides=late), step(to="C2", besides=late)]
    assert words_of_line(line) == "a1 walks to C2. Recorded offline at 4:40, received at 4:57."
