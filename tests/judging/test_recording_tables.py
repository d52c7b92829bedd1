"""Games of three and four players at a practice table: set up, recorded, submitted and replayed."""

import gzip
import json
import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from judging.models import Recording
from judging.recorder.board.table_state import table_state
from judging.recorder.services.recording import Entry, enter, finished_log, start_recording
from judging.recorder.services.rolls import AnswersNeeded
from judging.recorder.services.setup import Seat, build_header, build_table_header
from rules.games import read, replay
from tests.cases import some_of
from tools.selfplay.game import random_game

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
TEAMS = {
    "A": ["queen-of-the-tofus", "lil-healey"],
    "B": ["anna-tommy", "bill-tell"],
    "C": ["oscar-kass", "kassius-kaos"],
    "D": ["bad-aboum", "king-of-the-gobballs"],
}
FORM = {"arena": "the-pit", "side_of_a": "east", "mode": "free-for-all", "dice": "recorded"}


def form(letters="ABCD", **changes):
    players = {f"name_{letter.lower()}": f"Player {letter}" for letter in letters}
    teams = {f"team_{letter.lower()}": "\n".join(TEAMS[letter]) for letter in letters}
    return FORM | players | teams | changes


def set_up(client, letters="ABCD", **changes):
    return client.post(f"{reverse('judging:practice')}?players={len(letters)}", form(letters, **changes))


def seats(**changes):
    return {side: Seat(f"Player {side}", figures) for side, figures in (TEAMS | changes).items()}


def say(recording, action):
    recording.refresh_from_db()
    entry = Entry(id=uuid.uuid4().hex, version=recording.version, action=action)
    return enter(uuid=recording.uuid, who=NOBODY, entry=entry)


def errors(header):
    log = json.dumps({**header, "actions": [{"do": "time"}], "result": {"winners": []}}).encode()
    return [
        finding.code for finding in replay(log).findings if finding.code in ("wrong-order", "not-clockwise", "toss")
    ]


@pytest.mark.parametrize("crews", [(), (("A", "C"), ("B", "D"))])
def test_the_header_seats_players_clockwise_in_turn_order(crews):
    header = build_table_header(seats(), arena="the-pit", side_of_a="east", crews=crews)
    assert (errors(header), header["sides"]["A"]) == ([], "east")
    assert header["order"] == (["B", "C", "A", "D"] if not crews else ["B", "C", "D", "A"])


def test_the_header_says_where_only_chance_decides():
    header = build_table_header(seats(C=TEAMS["A"]), arena="the-pit")
    assert (errors(header), header["toss"], header["order"]) == ([], True, ["B", "A", "C", "D"])


@pytest.mark.parametrize(("b", "first", "toss"), [("A", "A", True), ("B", "B", None), ("D", "A", None)])
def test_the_header_of_two_follows_the_same_order(b, first, toss):
    header = build_header({"A": seats()["A"], "B": seats(B=TEAMS[b])["B"]}, arena="the-pit", side_of_a="east")
    assert (header["first_player"], header.get("toss")) == (first, toss)
    assert header["sides"] == {"A": "east", "B": "west"}


@pytest.mark.parametrize("letters", ["ABC", "ABCD"])
def test_a_practice_table_is_set_up_for_three_and_four(client, letters):
    answer = set_up(client, letters)
    recording = Recording.objects.get()
    assert answer["Location"] == recording.get_absolute_url()
    assert sorted(recording.header["players"]) == list(letters)
    page = client.get(recording.get_absolute_url()).content.decode()
    assert all(f"data-strip-{letter.lower()}" in page and f'data-ends="{letter}"' in page for letter in letters)


def test_a_team_of_three_figures_is_refused_in_words(client):
    answer = set_up(client, team_c="Oscar Kass\nBill Tell\nAnna Tommy")
    assert "everyone plays exactly two figures (9.1.2)" in answer.content.decode()
    assert not Recording.objects.exists()


def test_practice_tables_of_other_sizes_are_of_two(client):
    page = client.get(f"{reverse('judging:practice')}?players=9").content.decode()
    assert 'name="team_b"' in page
    assert 'name="team_c"' not in page


def plain(action):
    return {key: value for key, value in action.items() if key not in ("at", "note")}


@pytest.mark.ci
@pytest.mark.parametrize(("mode", "players", "seed"), some_of([("two-v-two", 4, "t/7"), ("free-for-all", 4, "t/19")]))
def test_every_action_of_a_legal_game_is_taken_unchanged(client, mode, players, seed):
    document = random_game(seed, mode=mode, players=players)
    actions, result = document.pop("actions"), document.pop("result")
    recording = start_recording(header=document, dice=Recording.Dice.RECORDED, who=None)
    for action in actions:
        say(recording, action)
    recording.refresh_from_db()
    assert [plain(action) for action in recording.actions] == [plain(action) for action in actions]
    assert finished_log(recording)["result"] == result
    over = table_state(read(recording.document()), version=1, closed=False, undo=1)["over"]
    assert over["winners"] == result["winners"]
    film = client.get(reverse("judging:film", args=[recording.replay_uuid]))
    assert "win" in json.loads(gzip.decompress(film.content))["result"]
    page = client.get(reverse("judging:replay", args=[recording.replay_uuid])).content.decode()
    assert all(f"data-side-{side}" in page for side in "abcd")
    assert client.get(reverse("judging:replay_picture", args=[recording.replay_uuid])).status_code == 200


def asked_for(recording, action):
    with pytest.raises(AnswersNeeded) as needed:
        say(recording, action)
    return needed.value.asked


def test_doubles_ask_for_the_two_who_lose_a_gg():
    document = random_game("t/19", mode="free-for-all", players=4)
    actions = document.pop("actions")
    document.pop("result")
    at = next(number for number, action in enumerate(actions) if action.get("doubles"))
    recording = start_recording(header=document, dice=Recording.Dice.RECORDED, who=None)
    Recording.objects.filter(pk=recording.pk).update(actions=actions[:at])
    first, second = actions[at]["doubles"]
    roll = {key: value for key, value in actions[at].items() if key not in ("doubles", "at")}
    (question,) = asked_for(recording, roll)
    assert (question["asks"], question["path"], first in question["options"]) == ("opponent", ["doubles", 0], True)
    (question,) = asked_for(recording, {**roll, "doubles": [first]})
    assert (question["asks"], question["path"], first in question["options"]) == ("doubles", ["doubles", 1], False)
    say(recording, {**roll, "doubles": [first, second]})
    recording.refresh_from_db()
    assert len(recording.actions) == at + 1


def test_a_player_who_concedes_is_out_and_others_play_on(client):
    set_up(client)
    recording = Recording.objects.get()
    address = reverse("judging:record_enter", args=[recording.uuid])
    entry = {"id": "1", "by": "guest", "version": 1, "action": {"do": "concede", "player": "D"}}
    state = client.post(address, entry, content_type="application/json").json()
    assert state["over"] is None
    conceding = [offer["action"]["player"] for offer in state["offers"] if offer["do"] == "concede"]
    assert conceding == ["A", "B", "C"]
