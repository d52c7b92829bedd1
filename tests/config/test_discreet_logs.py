"""What the log says of a request: no key of a link, and one line for what is refused or cannot be read now."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, include, path, reverse

from config.logs import KEYS, logging_config
from config.urls import handler500  # noqa: F401  of this module too, as the routes below
from tests.accounts.signed_in import a_person
from tests.tournaments.worlds import an_event

KEY = "Canary7Canary7Canary7"
LINKS = {
    "tournaments:join": [KEY],
    "tournaments:claim": [KEY],
    "tournaments:opt_out": [KEY],
    "accounts:appeal": [KEY],
    "teams:enter-pool": [1, KEY],
    "account_confirm_email": [KEY],
    "account_reset_password_from_key": ["1a", KEY],
}


@pytest.fixture(params=[True, False], ids=["json", "text"])
def lines(request) -> Iterator[Any]:
    """Return what the handler of the site wrote since."""
    settings = logging_config(as_json=request.param, level="INFO")
    root, written = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    logging.config.dictConfig(settings)
    handler: Any = root.handlers[0]
    handler.setStream(written)
    yield lambda: written.getvalue().splitlines()
    root.handlers, root.level = before, level


def ways(patterns: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from ways(pattern.url_patterns, before + str(pattern.pattern))
        else:
            yield before + str(pattern.pattern), pattern


def test_every_text_in_a_route_is_a_key_or_harmless():
    """A route with a new key in it is added to KEYS, or here."""
    harmless = {"slug", "path", "made", "language", "name", "object_id", "content_type_id", "url", "app_label", "page"}
    taken = {
        name
        for _route, pattern in ways(get_resolver().url_patterns)
        for name, converter in pattern.pattern.converters.items()
        if type(converter).__name__ in ("StringConverter", "PathConverter")
    }
    assert taken - harmless <= set(KEYS)


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post", "put"])
def test_no_line_carries_the_key_of_a_link(lines, client, method):
    client.raise_request_exception = False
    links = [reverse(name, args=args) for name, args in LINKS.items()]
    links += [f"{link.rstrip('/')})/" for link in links] + [link.replace(KEY, f"{KEY}/more") for link in links]
    links += [f"/report{link}" for link in links]
    links += [f"/join/{KEY}", f"/events/join/{KEY}/?next={KEY}", f"/{KEY[:3]}/é/{KEY}/"]
    for link in links:
        getattr(client, method)(link, headers={"Referer": f"https://testserver{link}"})
        getattr(client, method)(link, headers={"Host": "other.example"})
    strict = Client(enforce_csrf_checks=True)
    for link in links:
        strict.post(link, secure=True, headers={"Referer": f"https://elsewhere.example{link}"})
    assert lines()
    assert [line for line in lines() if KEY in line] == []


@pytest.mark.django_db
def test_a_short_key_leaves_the_words_of_a_line_alone(lines, client):
    client.get("/o/o")
    Client(enforce_csrf_checks=True).post("/events/claim/e/")
    assert [line.partition(":")[0] for line in said(lines())] == ["Not Found", "Forbidden (CSRF cookie not set.)"]
    assert [line.rpartition(" ")[2] for line in said(lines())] == ["/o/…", "/events/claim/…/"]


@pytest.mark.django_db
def test_a_refusal_carries_the_id_of_its_request(lines, client):
    client.get("/nowhere/", headers={"X-Request-ID": "abc-12345"})
    (line,) = lines()
    assert "abc-12345" in line


def said(written: list[str]) -> list[str]:
    return [json.loads(line)["message"] if line.startswith("{") else line.partition("] ")[2] for line in written]


@pytest.mark.django_db
def test_what_is_refused_takes_one_line(lines, client):
    client.raise_request_exception = False
    client.force_login(a_person())
    event = an_event("registration")
    refused = [
        client.get("/", headers={"Host": "other.example"}),
        client.get(f"/events/{event.slug}/manage/players/import/"),
        client.get("/nowhere/"),
        client.post("/events/new/", {f"field{number}": "" for number in range(2001)}),
    ]
    assert [answer.status_code for answer in refused] == [400, 403, 404, 400]
    assert len(lines()) == len(refused)
    assert not [line for line in lines() if "Traceback" in line or '"trace"' in line]


def away(_request: Any) -> HttpResponse:
    raise OperationalError("connection refused\nIs the server running?")


def broken(_request: Any, **_names: str) -> HttpResponse:
    raise ValueError(f"a fault about {KEY}")


urlpatterns = [path("away/", away), path("broken/<str:token>/", broken), path("", include("config.urls"))]


@pytest.mark.urls(__name__)
def test_a_database_away_takes_one_line_with_its_reason(lines, client):
    client.raise_request_exception = False
    assert client.get("/away/").status_code == 503
    (line,) = lines()
    assert "/away/ (OperationalError: connection refused)" in line
    assert "Traceback" not in line


@pytest.mark.urls(__name__)
def test_a_fault_keeps_its_stack_without_the_key(lines, client):
    client.raise_request_exception = False
    assert client.get(f"/broken/{KEY}/").status_code == 500
    written = "\n".join(lines())
    assert "Traceback" in written and "broken" in written
    assert KEY not in written


def test_a_database_away_outside_of_requests_takes_one_line(lines):
    try:
        away(None)
    except OperationalError:
        logging.getLogger("config.live").exception("versions could not be read")
    (line,) = lines()
    said = json.loads(line)["message"] if line.startswith("{") else line
    assert said.endswith("versions could not be read (OperationalError: connection refused)")
