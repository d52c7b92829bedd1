"""What would hurt a reader of logs, through the real door: upload, worker, the validating child, and the page."""

import gzip
import json
from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from judging.logs.services.worker import work_one
from judging.logs.validator.process import Validator
from judging.models import Report, Submission
from tests.judging.long_game import MOST_ACTIONS, long_game
from tests.judging.people import a_hall, table_1, user

pytestmark = pytest.mark.django_db
HOSTILE = {
    "too-deep": b"[" * 2_000_000,
    "not-finite": b'{"a": NaN}',
    "duplicate-key": b'{"a": 1, "a": 2}',
    "bad-character": b'{"\\u0000": "\\ud800"}',
    "number-too-large": b'{"a": ' + b"9" * 1_900_000 + b"}",
    "not-utf8": gzip.compress(b"0" * 50_000_000),
    "too-many-values": b"[" + b'{"a": []},' * 200_000 + b"0]",
    "wrong-type": b"null",
}


FIFTY_MEGABYTES = 50 * 1024 * 1024


@pytest.fixture(scope="module")
def engine() -> Iterator[Validator]:
    validator = Validator()
    yield validator
    validator.close()


@pytest.fixture
def ana(client):
    a_hall()
    client.force_login(user("ana"))
    return client


def hand_in(client, content: bytes):
    file = SimpleUploadedFile("game.json", content)
    return client.post(reverse("judging:submit_log", args=[table_1().pk]), {"log": file})


def verdict(engine: Validator) -> Report:
    assert work_one(engine)
    assert engine.answered > 0, "the child that read it is still there"
    return Submission.objects.get().reports.get(current=True)


@pytest.mark.parametrize(("code", "content"), HOSTILE.items(), ids=HOSTILE)
def test_a_hostile_document_is_reported_as_no_log(ana, engine, code, content):
    page = hand_in(ana, content).url
    report = verdict(engine)
    assert (report.verdict, report.findings[0]["code"]) == ("malformed", code)
    assert ana.get(page).status_code == 200


@pytest.mark.parametrize("size", [2 * 1024 * 1024 + 1, FIFTY_MEGABYTES])
def test_an_oversized_log_is_refused_on_arrival(ana, size):
    assert hand_in(ana, b"[" * size).status_code == 413
    assert not Submission.objects.exists()


def test_a_packed_body_is_not_unpacked(ana):
    bomb = gzip.compress(b"[" * FIFTY_MEGABYTES)
    answer = ana.post("/api/v1/logs/", bomb, content_type="application/json", headers={"Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json()["code"]) == (415, "compressed")
    assert not Submission.objects.exists()


@pytest.mark.ci
def test_a_legal_game_of_five_thousand_actions_validates(ana, engine):
    page = hand_in(ana, json.dumps(long_game("peace")).encode()).url
    report = verdict(engine)
    assert (report.verdict, report.findings, report.body["actions"]) == ("valid", [], MOST_ACTIONS)
    assert ana.get(page).status_code == 200
    film = ana.get(reverse("judging:film", args=[Submission.objects.get().uuid]))
    assert len(json.loads(gzip.decompress(film.content))["steps"]) == MOST_ACTIONS


@pytest.mark.ci
def test_one_action_more_is_no_log(ana, engine):
    document = long_game("peace")
    document["actions"].append({"do": "end-turn"})
    hand_in(ana, json.dumps(document).encode())
    assert verdict(engine).findings[0]["code"] == "too-many-actions"
