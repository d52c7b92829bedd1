"""Entries that waited on a device: whose they are, and when they were made."""

import datetime as dt
import json

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.board.event_text import annotation
from judging.entries import timed
from judging.models import Recording
from judging.recorder.services.recording import start_recording
from tests.accounts.signed_in import a_person
from tests.browser import sample_game

pytestmark = pytest.mark.django_db
PLACED = {"do": "place", "unit": "a1", "cell": "B1"}


@pytest.fixture
def table():
    recording = start_recording(header=sample_game.header(), dice=Recording.Dice.RECORDED, who=None)
    Recording.objects.update(started_at=timezone.now() - dt.timedelta(minutes=10))
    return recording


def send(client, table, name="enter", **more):
    table.refresh_from_db()
    sent = {"id": "x", "by": "guest", "version": table.version, "action": PLACED, "note": "A note", **more}
    return client.post(
        reverse(f"judging:record_{name}", args=[table.uuid]), json.dumps(sent), content_type="application/json"
    )


@pytest.mark.parametrize("by", ["guest", None, 5])
@pytest.mark.parametrize("name", ["enter", "note", "undo", "copy"])
def test_nobody_sends_what_another_person_entered(client, table, name, by):
    client.force_login(a_person("bo"))
    answer = send(client, table, name, by=by)
    assert (answer.status_code, answer.json()["code"]) == (403, "another-author")
    table.refresh_from_db()
    assert table.version == 1


def test_what_says_nobodys_name_is_not_taken(client, table):
    address = reverse("judging:record_undo", args=[table.uuid])
    answer = client.post(address, json.dumps({"version": table.version}), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "another-author")


def test_waiting_entries_are_sent_by_their_author(client, table):
    bo = a_person("bo")
    assert send(client, table, by="guest").status_code == 200
    client.force_login(bo)
    assert (
        send(client, table, id="y", by=str(bo.pk), action={"do": "place", "unit": "a2", "cell": "D1"}).status_code
        == 200
    )
    assert client.get(table.get_absolute_url()).context["data"]["person"] == {"id": str(bo.pk), "name": str(bo)}


def test_an_entry_has_the_times_it_was_made_and_arrived(client, table):
    send(client, table, waited=120)
    table.refresh_from_db()
    [action] = table.actions
    assert 475 <= action["at"] <= 500
    assert action["arrived"] - action["at"] == 120


@pytest.mark.parametrize("waited", [-50, "120", None, True, 1.5, [], 0])
def test_what_is_no_waiting_time_leaves_the_arrival(client, table, waited):
    send(client, table, waited=waited)
    table.refresh_from_db()
    assert table.actions[0]["at"] >= 595
    assert "arrived" not in table.actions[0]


def test_a_device_does_not_say_itself_when_an_entry_arrived(client, table):
    send(client, table, action=PLACED | {"at": 1, "arrived": 2})
    table.refresh_from_db()
    assert table.actions[0]["at"] >= 595
    assert "arrived" not in table.actions[0]


@pytest.mark.parametrize(
    ("before", "waited", "times"),
    [
        ([], 5, {"at": 95}),
        ([], 40, {"at": 60, "arrived": 100}),
        ([], 10**30, {"at": 0, "arrived": 100}),
        ([{"at": 80}, {"do": "move"}], 40, {"at": 80, "arrived": 100}),
    ],
)
def test_no_time_is_before_the_last_entry_or_after_now(before, waited, times):
    assert timed({"do": "move"}, before, now=100, waited=waited) == {"do": "move"} | times


def test_both_times_are_read_beside_the_action():
    assert annotation({"do": "move", "at": 75, "arrived": 3605}) == " Recorded offline at 1:15, received at 60:05."
    assert annotation({"do": "move", "at": 75}) == ""
    assert annotation({"do": "move", "at": 1e300, "arrived": "soon"}) == ""
