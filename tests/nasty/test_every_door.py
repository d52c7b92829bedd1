"""Whatever is sent to whatever door: a clear answer, never an error of the site.

In ./check each door meets one document, in .ci/run a door of the API all of them and a page three, the same ones every
time; NASTY=all in the environment sends all everywhere.
"""

import os
import re
from itertools import islice
from typing import Any
from zlib import crc32

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import ApiToken, User
from config.settings import API_SCOPES
from judging.models import Case, Recording, Submission
from judging.services.opening import open_case
from judging.services.recording import open_table
from judging.services.seating import Seat, lay_table
from judging.services.submitting import receive
from teams.models import LegalityProfile, Pool, TeamList
from tests.nasty.corpus import NASTY
from tests.nasty.doors import Door, doors
from tests.tournaments import worlds
from tournaments.models import Match, Role, Staff

SAMPLE = len(NASTY) if os.environ.get("NASTY") == "all" else 3
LONGEST_TEXT = 5000  # in each field of a form; the whole document goes as a file and as the body
FIGURES = ["Queen of the Tofus", "Bill Tell", "Oscar Kass", "Bad Aboum"]
DOORS = doors()
API = [door for door in DOORS if door.pattern.startswith("api/")]
PROBES = {"readyz"}  # answers 503 where no worker is
PAGES = [door for door in DOORS if door not in API and door.name not in PROBES]
FIELD = re.compile(r"<(?:input|textarea|select)[^>]*\bname=\"([^\"]+)\"[^>]*>")
BARE_FIELDS = ["why", "once", "key", "to", "do", "absent", "then"]  # that no form of Django reads
COMMON_FIELDS = ["name", "text", "file", "document", "list", "figures", "note", "why", "next", "outcome"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def match() -> Match:
    return worlds.a_match()


@pytest.fixture
def person(match) -> User:
    """One who may do most things: organises the event, plays at table 1, owns a team, a pool and a profile."""
    Staff.objects.create(event=match.a.event, user=match.a.user, role=Role.OWNER)
    TeamList.objects.create(owner=match.a.user, name="mine")
    Pool.objects.create(owner=match.a.user, name="mine")
    LegalityProfile.objects.create(owner=match.a.user, slug="mine", title="mine")
    return match.a.user


@pytest.fixture
def log(match, person) -> Submission:
    """A log and a table at which one is being written, at the same address; and a case about the match."""
    log = receive(content=b"{}", submitter=person, match=match)
    header = lay_table({side: Seat(side, FIGURES) for side in ("A", "B")}, arena="the-pit")
    recording = open_table(header=header, dice=Recording.Dice.RECORDED, who=person)
    Recording.objects.filter(pk=recording.pk).update(uuid=log.uuid, replay_uuid=log.uuid)
    open_case(kind=Case.Kind.INVALID_LOG, cause="nasty", event=match.a.event, match=match, submission=log)
    return log


@pytest.fixture
def values(match, person, log) -> dict[str, object]:
    event = match.a.event
    numbers = dict.fromkeys(["action", "announcement_id", "invitation_id", "staff_id", "number", "pair_id"], 1)
    keys = {
        "match_id": match.pk,
        "registration_id": match.b.pk,
        "pk": 1,
        "slug": event.slug,
        "token": match.a.link_token,
    }
    keys |= {"uuid": log.uuid, "case_id": Case.objects.get().pk}
    texts = {"code": "abc", "key": "abc", "uidb36": "1", "name": "mine"}
    return numbers | keys | texts


def sample(door: Door, first: int, last: int | None) -> list[tuple[str, bytes]]:
    """Different documents for different doors, the same ones every time."""
    shuffled = sorted(NASTY.items(), key=lambda named: crc32(f"{door.name} {named[0]}".encode()))
    return list(islice(shuffled, first, last))


def one_and(last: int | None) -> Any:
    """One document a door, and in a test of its own that only .ci/run makes, those after it."""
    return pytest.mark.parametrize(
        ("first", "last"),
        [pytest.param(0, 1, id="one"), pytest.param(1, last, id="others", marks=pytest.mark.exhaustive)],
    )


def test_the_corpus_is_large_enough():
    assert len(NASTY) >= 200
    assert len(DOORS) > 50


@one_and(None)
@pytest.mark.parametrize("door", API, ids=lambda door: door.name)
def test_a_door_of_the_api_answers_every_document(client, values, person, door, first, last):
    client.raise_request_exception = False
    _row, secret = ApiToken.issue(owner=person, name="nasty", scopes=API_SCOPES)
    headers = {"Authorization": f"Bearer {secret}"}
    address = door.address(values)
    for name, content in sample(door, first, last):
        answer = client.generic("POST", address, content, content_type="application/json", headers=headers)
        assert answer.status_code < 500, (address, name)
        if answer.status_code == 405:
            return  # a door that takes nothing in


@one_and(SAMPLE)
@pytest.mark.parametrize("door", PAGES, ids=lambda door: door.name)
def test_a_page_answers_whatever_fills_its_form(client, values, person, door, first, last):
    client.raise_request_exception = False
    address = door.address(values)
    for name, content in sample(door, first, last):
        client.force_login(person)
        page = client.get(address)
        fields = FIELD.findall(page.content.decode()) if page.status_code == 200 and not page.streaming else []
        text = content[:LONGEST_TEXT].decode("utf-8", "replace")
        form = {field: text for field in [*fields, *COMMON_FIELDS] if field != "csrfmiddlewaretoken"}
        upload = {"file": SimpleUploadedFile("x.json", content), "log": SimpleUploadedFile("\u202e.json", content)}
        assert client.post(address, form).status_code < 500, (address, name)
        assert client.post(address, form | upload).status_code < 500, (address, name)
        assert client.generic("POST", address, content).status_code < 500, (address, name)
        assert client.get(address, {"q": text[:2000], "page": text[:50]}).status_code < 500, (address, name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("door", PAGES, ids=lambda door: door.name)
def test_no_page_hands_the_database_the_sign_that_it_does_not_take(client, values, person, door):
    """PostgreSQL refuses NUL in a text, where SQLite keeps it."""
    client.raise_request_exception = False
    client.force_login(person)
    address, nul = door.address(values), "a\0b"
    page = client.get(address)
    fields = FIELD.findall(page.content.decode()) if page.status_code == 200 and not page.streaming else []
    form = {field: nul for field in [*fields, *COMMON_FIELDS, *BARE_FIELDS] if field != "csrfmiddlewaretoken"}
    chosen = {"do": "drop", "outcome": "a", "kind": "caution", "then": "keep"}
    assert client.post(address, form).status_code < 500
    assert client.post(address, form | chosen).status_code < 500
    assert client.get(address, dict.fromkeys(["q", "page", "kind", "sort", "name"], nul)).status_code < 500


@pytest.mark.parametrize("door", PAGES, ids=lambda door: door.name)
def test_a_stranger_meets_no_error_either(client, values, door):
    client.raise_request_exception = False
    address = door.address(values)
    for name, content in sample(door, 0, 1):
        assert client.generic("POST", address, content, content_type="application/json").status_code < 500, name
        assert client.post(address, dict.fromkeys(COMMON_FIELDS, content[:3000])).status_code < 500, name
