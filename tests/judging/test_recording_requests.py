"""The addresses at which a recorder writes a game down."""

import json
import uuid

import pytest

from accounts.models import User
from judging.logs.services.submission import submit_log
from judging.recorder.views.recorder import recorder_state, state_tag
from teams.models import CardPicture
from tests.judging.test_recording import placed, table
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db


def sent(client, talk, recording_uuid, **document):
    response = client.post(
        f"/record/{recording_uuid}/{talk}/", {"by": "guest"} | document, content_type="application/json"
    )
    return response.status_code, response.json()


def test_an_error_has_code_text_article_and_summary(client):
    recording = placed(table())
    move = {"do": "move", "to": "C4"}
    status, answer = sent(client, "enter", recording.uuid, id="1", version=recording.version, action=move)
    assert (status, answer.keys()) == (422, {"code", "detail", "article", "line"})
    assert answer["line"]


def test_a_reader_of_an_earlier_version_gets_the_current_one(client):
    recording = placed(table())
    status, answer = sent(client, "undo", recording.uuid, version=1)
    assert (status, answer["code"], answer["version"]) == (409, "stale", recording.version)
    assert answer["state"]["version"] == recording.version


def test_a_game_is_replayed_again_only_if_it_changed(client, monkeypatch):
    recording = placed(table())
    address = f"/record/{recording.uuid}/state/"
    first = client.get(address).json()
    with monkeypatch.context() as patch:
        patch.setattr("judging.recorder.views.recorder.recorder_state", None)
        assert client.get(address, headers={"If-None-Match": first["tag"]}).status_code == 304
    sent(client, "note", recording.uuid, id="1", version=recording.version, note="A die fell off the table")
    assert client.get(address, headers={"If-None-Match": first["tag"]}).json()["version"] == recording.version + 1


def test_a_submitted_game_says_so_and_offers_nothing():
    recording = placed(table())
    content = json.dumps(recording.document()).encode()
    recording.submission = submit_log(content=content, submitter=worlds.a_user("ana"))
    state = recorder_state(recording)
    assert state["prompt"] == "This game has been submitted. A judge can still correct it."
    assert (state["panel"], state["taps"], state["offers"]) == (None, None, [])


@pytest.mark.parametrize("change", [{"copied": [{"slug": "x"}]}, {"submission_id": 1}])
def test_what_leaves_the_version_changes_the_tag(change):
    recording = placed(table())
    before = state_tag(recording)
    for name, value in change.items():
        setattr(recording, name, value)
    assert state_tag(recording) != before


@pytest.mark.parametrize("talk", ["enter", "undo", "note"])
def test_a_table_that_is_gone_is_not_found(client, talk):
    status, answer = sent(client, talk, uuid.uuid4(), id="1", version=1, action={"do": "time"}, note="x")
    assert (status, answer["code"]) == (404, "no-such-recording")


def test_the_card_sheet_shows_the_picture_of_the_club(client):
    recording = placed(table())
    slug = next(iter(recording.header["players"]["A"]["team"].values()))
    painter = User.objects.create_user("rae", "rae@example.org")
    picture = CardPicture.objects.create(slug=slug, large=b"", small=b"", alt="Painted", uploaded_by=painter)
    cards = client.get(f"/record/{recording.uuid}/").context["data"]["cards"]
    shown = [card["picture"] for card in cards.values() if "picture" in card]
    assert shown == [{"src": picture.as_shown().small, "alt": "Painted"}]
