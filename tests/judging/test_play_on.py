"""Play on from here: a practice table at the position that a replay shows."""

import json
from typing import Any

import pytest
from django.urls import reverse

from judging.logs.services.parsed_logs import log_of_recording
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Recording, Submission
from judging.recorder.services.playing import position_of
from judging.recorder.services.recording import start_recording
from judging.replay.services.public_games import DEMONSTRATION, demonstration_log
from rules.arena.engine.reports.frames import frame
from rules.arena.replay import before
from rules.games import parse
from tests.browser import sample_game
from tests.judging.people import InProcess, a_hall, table_1, user
from tests.judging.public_log import SECRET, a_public_log, as_

pytestmark = pytest.mark.django_db


def play_on(who: str, uuid, action: object):
    return as_(who).post(reverse("judging:play_on", args=[uuid]), {"action": action})


def position(game: Any) -> dict[str, Any]:
    return {name: value for name, value in frame(game, None).items() if name not in ("action", "events")}


@pytest.mark.parametrize("count", [0, 107, 360])
def test_a_practice_table_begins_where_the_replay_was(count):
    answer = play_on("stranger", DEMONSTRATION, count)
    table = Recording.objects.get()
    assert (answer.status_code, answer.url) == (302, table.get_absolute_url())
    assert (table.match, table.rolls, len(table.actions)) == (None, True, count)
    shown = before(parse(demonstration_log()), count)
    assert position(position_of(log_of_recording(table))) == position(shown)
    assert as_("stranger").get(answer.url).status_code == 200


@pytest.mark.parametrize("count", ["", "361", "-1", "x"])
def test_there_is_no_table_at_an_action_that_never_was(count):
    assert play_on("stranger", DEMONSTRATION, count).status_code == 404
    assert not Recording.objects.exists()


def test_a_table_takes_neither_names_nor_notes_from_a_match():
    log = a_public_log()
    assert play_on("ana", log.uuid, 20).status_code == 302
    table = Recording.objects.get()
    assert set(table.names.values()) == {"Player A", "Player B"}
    assert SECRET not in json.dumps([table.header, table.actions])


def test_nobody_plays_on_from_a_game_closed_to_them():
    log = a_public_log()
    Submission.objects.update(state=Submission.State.QUEUED)
    assert play_on("stranger", log.uuid, 20).status_code == 403


def test_nobody_plays_on_while_the_match_is_played():
    a_hall()
    table = start_recording(header=sample_game.header(), dice="recorded", who=user("ana"), match=table_1())
    refused = play_on("ana", table.replay_uuid, 0)
    assert (refused.status_code, refused.context["refusal"].code) == (409, "still-played")


def test_an_action_that_the_replay_leaves_undone_is_left_out():
    ana = a_hall().registrations.get(user__username="ana").user
    document = json.loads(demonstration_log())
    document["actions"].insert(60, {"do": "collect"})  # nothing lies there
    log = submit_log(content=json.dumps(document).encode(), submitter=ana)
    work_one(InProcess())
    assert play_on("ana", log.uuid, 100).status_code == 302
    table = Recording.objects.get()
    assert position(position_of(log_of_recording(table))) == position(before(parse(bytes(log.content)), 100))
