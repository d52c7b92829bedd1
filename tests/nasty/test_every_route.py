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

from accounts.models import ApiToken
from config.settings import API_SCOPES
from tests.accounts.signed_in import come_in
from tests.nasty.corpus import NASTY
from tests.nasty.filling import Visitor
from tests.nasty.routes import Door, doors

SAMPLE = len(NASTY) if os.environ.get("NASTY") == "all" else 3
LONGEST_TEXT = 5000  # in each field of a form; the whole document goes as a file and as the body
DOORS = doors()
API = [door for door in DOORS if door.pattern.startswith("api/")]
PROBES = {"readyz"}  # answers 503 where no worker is
PAGES = [door for door in DOORS if door not in API and door.name not in PROBES]
FIELD = re.compile(r"<(?:input|textarea|select)[^>]*\bname=\"([^\"]+)\"[^>]*>")
BARE_FIELDS = ["why", "once", "key", "to", "do", "absent", "then"]  # that no form of Django reads
COMMON_FIELDS = ["name", "text", "file", "document", "list", "figures", "note", "why", "next", "outcome"]

pytestmark = [pytest.mark.django_db, pytest.mark.check]


def sample(door: Door, first: int, last: int | None) -> list[tuple[str, bytes]]:
    """Different documents for different doors, the same ones every time."""
    shuffled = sorted(NASTY.items(), key=lambda named: crc32(f"{door.name} {named[0]}".encode()))
    return list(islice(shuffled, first, last))


def one_and(last: int | None) -> Any:
    """One document a door, and in a test of its own that only .ci/run makes, those after it."""
    return pytest.mark.parametrize(
        ("first", "last"),
        [pytest.param(0, 1, id="one"), pytest.param(1, last, id="others", marks=pytest.mark.ci)],
    )


def test_the_corpus_is_large_enough():
    assert len(NASTY) >= 200
    assert len(DOORS) > 50


@pytest.mark.ci
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


def fields_of(page: Any) -> list[str]:
    """None of a download or a picture."""
    is_page = page.status_code == 200 and not page.streaming and page["Content-Type"].startswith("text/")
    return FIELD.findall(page.content.decode()) if is_page else []


@pytest.mark.ci
@one_and(SAMPLE)
@pytest.mark.parametrize("door", PAGES, ids=lambda door: door.name)
def test_a_page_answers_whatever_fills_its_form(client, values, person, door, first, last):
    come_in(client, person)  # for the forms that ask to sign in again; the next test does without it
    visitor = Visitor(client, None)
    address = door.address(values)
    with visitor.undone():
        fields = fields_of(client.get(address))
    for name, content in sample(door, first, last):
        with visitor.undone():
            text = content[:LONGEST_TEXT].decode("utf-8", "replace")
            form = {field: text for field in [*fields, *COMMON_FIELDS] if field != "csrfmiddlewaretoken"}
            upload = {"file": SimpleUploadedFile("x.json", content), "log": SimpleUploadedFile("\u202e.json", content)}
            assert client.post(address, form).status_code < 500, (address, name)
            assert client.post(address, form | upload).status_code < 500, (address, name)
            assert client.generic("POST", address, content).status_code < 500, (address, name)
            assert client.get(address, {"q": text[:2000], "page": text[:50]}).status_code < 500, (address, name)


@pytest.mark.ci
@pytest.mark.parametrize("door", PAGES, ids=lambda door: door.name)
def test_no_page_sends_nul_to_the_database(client, values, person, door):
    """PostgreSQL refuses NUL in a text, where SQLite keeps it."""
    client.raise_request_exception = False
    client.force_login(person)
    address, nul = door.address(values), "a\0b"
    page = client.get(address)
    fields = fields_of(page)
    form = {field: nul for field in [*fields, *COMMON_FIELDS, *BARE_FIELDS] if field != "csrfmiddlewaretoken"}
    chosen = {"do": "drop", "outcome": "a", "kind": "caution", "then": "keep"}
    assert client.post(address, form).status_code < 500
    assert client.post(address, form | chosen).status_code < 500
    assert client.get(address, dict.fromkeys(["q", "page", "kind", "sort", "name"], nul)).status_code < 500


@pytest.mark.ci
@pytest.mark.parametrize("door", PAGES, ids=lambda door: door.name)
def test_a_stranger_meets_no_error_either(client, values, door):
    client.raise_request_exception = False
    address = door.address(values)
    for name, content in sample(door, 0, 1):
        assert client.generic("POST", address, content, content_type="application/json").status_code < 500, name
        text = content[:3000].decode("utf-8", "replace")
        assert client.post(address, dict.fromkeys(COMMON_FIELDS, text)).status_code < 500, name
