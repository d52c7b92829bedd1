"""A page of an event reads what is the same every time once a process: no folder, and no file, on a later visit."""

import sys
import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tests.nasty.routes import doors

pytestmark = pytest.mark.django_db

READS = {"os.scandir", "os.listdir", "open"}
EVENT_PAGES = [door for door in doors() if door.pattern.startswith("events/<slug:slug>/")]
_seen: list[list[tuple[str, str]]] = []  # the list that is being filled, if any: Python has no way to take a hook away


def _hook(name: str, arguments: tuple[Any, ...]) -> None:
    if _seen and name in READS:
        _seen[-1].append((name, str(arguments[0])))


@pytest.fixture(scope="module", autouse=True)
def _watch() -> None:
    sys.addaudithook(_hook)


@contextmanager
def reads() -> Iterator[list[tuple[str, str]]]:
    _seen.append([])
    try:
        yield _seen[-1]
    finally:
        _seen.pop()


def test_walking_the_time_zones_would_be_seen():
    with reads() as found:
        zoneinfo.available_timezones()
        list(Path.cwd().iterdir())
    assert len(found) > 1


def test_a_second_visit_to_an_event_reads_no_folder(client, values, person):
    client.force_login(person)
    for door in EVENT_PAGES:
        address = door.address(values)
        if client.get(address).status_code == HTTPStatus.FORBIDDEN:
            continue  # how often a person is refused is counted in a file
        with reads() as found:
            client.get(address)
        assert found == [], address
