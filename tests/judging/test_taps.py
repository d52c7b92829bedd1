"""One tap of the recorder: a walk entered whole, undone whole, and what a tap on the board would mean."""

from dataclasses import replace

import pytest
from django.urls import reverse

from core.errors import Refused
from judging.board.board_state import FigureLooks
from judging.board.script_texts import AIM_TEXTS, BOARD_TEXTS, REPLAY_TEXTS
from judging.errors import IllegalEntry
from judging.models import Recording
from judging.recorder.board.taps import taps
from judging.recorder.services.recording import Entry, enter, game_of, undo
from judging.recorder.services.rolls import AnswersNeeded
from judging.recorder.views.recorder import recorder_state
from rules.arena.engine.units import Reward
from rules.arena.texts import all_rewards
from tests.browser import sample_game
from tests.judging.test_recording import NOBODY

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _as_a_judge_corrected_it(monkeypatch):
    """The games begin with a correction that puts the figures where the rule shows."""
    monkeypatch.setattr("rules.arena.engine.correct.is_a_judges", lambda _game: True)


AROUND, PAST = ["F3", "F4", "F5", "F6", "E6"], ["E4", "E5", "E6"]


def steps(cells):
    return [{"do": "move", "to": cell} for cell in cells]


def tap(recording, actions, name="tap", **more):
    recording.refresh_from_db()
    first, *following = actions
    entry = Entry(id=name, version=recording.version, action=first, following=tuple(following), **more)
    written = enter(uuid=recording.uuid, who=NOBODY, entry=entry)
    recording.refresh_from_db()
    return written


def walked(recording):
    return [action["to"] for action in recording.actions[6:] if action["do"] == "move"]


def test_a_walk_is_entered_and_undone_as_one():
    recording = sample_game.walking()
    tap(recording, steps(AROUND))
    assert (walked(recording), recording.last_tap) == (AROUND, 5)
    undo(uuid=recording.uuid, who=NOBODY, version=recording.version)
    recording.refresh_from_db()
    assert (walked(recording), len(recording.actions)) == ([], 6)


def test_of_a_walk_that_waits_for_dice_nothing_is_written():
    recording = sample_game.walking()
    with pytest.raises(AnswersNeeded) as wanted:
        tap(recording, steps(PAST))
    assert (wanted.value.step, wanted.value.action["to"]) == (1, "E5")
    recording.refresh_from_db()
    assert walked(recording) == []


def test_4_14_2_walks_end_where_the_figure_is_held():
    recording = sample_game.walking()
    locked = {"by": "b1", "lock": {"successes": 1}, "dodge": {"successes": 0}}
    first, second, third = steps(PAST)
    twice = {**second, "blocks": [locked]}
    after = {**third, "blocks": [{**locked, "by": "b2"}]}
    recording.actions[5]["set"]["units"]["a1"]["mp"] = 2
    recording.save()
    written = tap(recording, [first, twice, after])
    assert isinstance(written.stopped, Refused)
    assert walked(recording) == ["E4", "E5"]


def test_a_second_tap_walks_another_way_instead():
    recording = sample_game.walking()
    tap(recording, steps(AROUND))
    tap(recording, steps(["F3", "F4"]), "again", replaces=True)
    assert walked(recording) == ["F3", "F4"]


def test_what_follows_an_action_must_be_legal_or_nothing_stands():
    recording = sample_game.walking()
    with pytest.raises(IllegalEntry):
        tap(recording, [*steps(["F3"]), {"do": "buy-glory"}])
    recording.refresh_from_db()
    assert walked(recording) == []


@pytest.mark.parametrize("actions", [[], "move", [1], [{}], [{"do": 1}], [{"do": "move", "to": "F3"}] * 41])
def test_a_tap_of_the_wrong_shape_is_answered(client, actions):
    recording = sample_game.walking()
    sent = {"id": "x", "by": "guest", "version": 1, "actions": actions}
    answer = client.post(reverse("judging:record_enter", args=[recording.uuid]), sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong-shape")


def test_the_cheapest_way_comes_first_the_dangerous_after_it():
    ways = taps(game_of(sample_game.walking()))["walks"]["E6"]
    assert [(way["cells"], way["blocks"], way["free"]) for way in ways[:2]] == [(AROUND, 0, 5), (PAST, 2, 1)]


def test_an_enemy_in_reach_has_spells_with_outcomes():
    casts = taps(game_of(sample_game.fighting()))["casts"]["F7"]
    assert [cast["spell"] for cast in casts] == ["dan-to-fu"]
    forecast = casts[0]["forecast"]
    harm = {(critical, armour): injuries for critical, armour, injuries, _ko in forecast["outcomes"]}
    assert (forecast["critical"], forecast["armour"]) == (2, {"b1": 1})
    assert (harm[0, 1], harm[0, 0], harm[1, 0]) == (0, 1, 2)


def test_with_nobody_active_a_tap_is_for_the_next_figure():
    recording = sample_game.fighting()
    recording.actions = recording.actions[:-1]
    reported = taps(game_of(recording))
    assert (reported["actor"], reported["first"]) == ("a1", [{"do": "activate", "unit": "a1"}])
    assert "E4" in reported["walks"]


def test_4_11_2_gauges_show_what_a_turn_begins_with():
    recording = sample_game.fighting()
    recording.actions = recording.actions[:-1]
    corrected = {"do": "correct", "reason": "", "set": {"units": {"a1": {"markers": {"ap": 1, "mp": -2}}}}}
    assert _gauges(recording, "a1") == (4, 6)
    recording.actions = [*recording.actions, corrected]
    assert _gauges(recording, "a1") == (2, 7)
    assert _gauges(recording, "a2") == (0, 0)


def _gauges(recording, figure):
    unit = recorder_state(recording)["position"]["units"][figure]
    return unit["mp"], unit["ap"]


def test_the_next_figures_equipment_counts_and_its_buff_has_ended():
    recording = sample_game.fighting()
    recording.actions = recording.actions[:-1]
    game = game_of(recording)
    before = taps(game)["gauges"]
    unit, dofus = game.units["a1"], next(each for each in all_rewards() if each.slug == "dofus-mp")
    for kind, mp in (("equipment", 2), ("buff", 0)):
        unit.rewards = (Reward("dofus-mp", replace(dofus, kind=kind), face_up=True),)
        unit.refresh()
        assert taps(game)["gauges"] == before | {"mp": before["mp"] + mp}


@pytest.mark.parametrize(
    ("cell", "why"),
    [("L12", "Queen of the Tofus cannot walk to L12 with 4 MP."), ("C6", "C6 is not free: no figure can stand there.")],
)
def test_why_a_tap_does_nothing_is_one_sentence(client, cell, why):
    address = reverse("judging:record_why", args=[sample_game.fighting().uuid])
    assert client.get(address, {"cell": cell}).json() == {"why": why}


@pytest.mark.parametrize(
    ("placed", "cell", "why"),
    [
        ([], "L12", "L12 is not a starting cell of A."),
        ([], "A1", "A1 is not a starting cell of A."),
        (["A2"], "A2", "A2 is occupied."),
        ([], "A2", "Queen of the Tofus can be placed here."),
    ],
)
def test_why_no_figure_can_be_placed_there(client, placed, cell, why):
    actions = [{"do": "place", "unit": f"a{number}", "cell": at} for number, at in enumerate(placed, start=1)]
    recording = Recording.objects.create(header=sample_game.header(), actions=actions)
    address = reverse("judging:record_why", args=[recording.uuid])
    assert client.get(address, {"cell": cell}).json() == {"why": why}


def test_the_replay_replaces_no_text_of_the_board():
    assert {name: text for name, text in REPLAY_TEXTS.items() if name in BOARD_TEXTS} == BOARD_TEXTS
    assert not BOARD_TEXTS.keys() & AIM_TEXTS.keys()


@pytest.mark.parametrize("cell", ["", "Z9", "A1\x00", "é" * 5_000])
def test_why_of_no_cell_is_answered(client, cell):
    address = reverse("judging:record_why", args=[sample_game.fighting().uuid])
    assert client.get(address, {"cell": cell}).status_code == 400


def test_the_page_says_who_does_what_next(client):
    state = client.get(reverse("judging:record_state", args=[sample_game.second_turn().uuid])).json()
    assert (state["prompt"], state["panel"]) == ("B: roll for Tension", "tension")


def test_two_figures_with_one_letter_get_different_labels():
    names = ["Kassius Kaos", "Katar", "King of the Gobballs", "Kalin"]
    units = {
        f"b{number}": {"side": "B", "card": name.lower(), "name": name, "kind": "krosmaster"}
        for number, name in enumerate(names)
    }
    looks = FigureLooks()
    looks.meet(units)
    assert len(set(looks.labels.values())) == len(names)
    assert len({portrait.split(".")[0] for portrait in looks.portraits.values()}) == len(names)


def test_old_recordings_are_undone_action_by_action():
    recording = sample_game.walking()
    assert (recording.taps, recording.last_tap) == ([], 1)
    undo(uuid=recording.uuid, who=NOBODY, version=recording.version)
    assert len(Recording.objects.get().actions) == 5
