"""A log that begins with a byte order mark is taken in, validated and shown as the same log without one."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from judging.logs.services.worker import work_one
from judging.models import Submission
from rules.games import replay
from tests.judging.people import InProcess
from tests.teams.test_marks_and_packs import LOGS, MARK
from tests.tournaments.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


def sent(door: str, content: bytes) -> Person:
    ana = Person("ana")
    if door == "api":
        answer = ana.client.post("/api/v1/logs/", content, content_type="application/json")
    else:
        answer = ana.client.post(reverse("judging:check_my_log"), {"log": SimpleUploadedFile("log.json", content)})
    assert answer.status_code < 400, answer.content.decode()
    return ana


@pytest.mark.parametrize("door", ["api", "page"])
@pytest.mark.parametrize("game", LOGS)
def test_a_marked_log_is_validated_and_shown(game, door):
    content = json.dumps(LOGS[game]).encode()
    ana = sent(door, MARK + content)
    assert work_one(InProcess())
    log = Submission.objects.get()
    assert log.reports.get(current=True).verdict == replay(content).verdict
    ana.sees(log.get_absolute_url())
    assert ana.client.get(f"{log.get_absolute_url()}file/").status_code == 200
    shown = ana.client.get(reverse("judging:replay", args=[log.uuid])).status_code
    assert shown == (404 if game == "quest" else 200)  # Quest has no board
