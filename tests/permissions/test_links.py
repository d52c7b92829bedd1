"""Everybody may open the links that their pages show: from page to page through events at every stage."""

import re
from collections import Counter, deque
from collections.abc import Iterator
from functools import cache
from html import unescape
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.db import transaction
from django.urls import resolve

from tests.database import standing
from tests.permissions import judging, stages
from tests.permissions.routes import ROLES, World, doors
from tests.permissions.table_of_tournaments import TABLE as TOURNAMENTS
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.check]

START = ("/", "/events/", "/events/mine/", "/me/", "/desks/")
ELSEWHERE = ("/accounts/logout/", "/static/", "/admin/", "/api/", "/cards/")
TAG = re.compile(r"<(\w+)((?:\s+[^\s=>\"]+(?:=\"[^\"]*\")?)+)\s*/?>")
GIVEN = re.compile(r"\s([\w-]+)=\"([^\"]*)\"")
OF_A_KIND = 3  # addresses that are opened of each kind at each event


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    with standing(stages.world, django_db_blocker) as made:
        yield made


def found_on(page: str) -> Iterator[str]:
    """Where the links of a page lead, what its fragments load, and the forms that only ask."""
    for tag, attributes in TAG.findall(page):
        given = dict(GIVEN.findall(attributes))
        names = ("href" if tag == "a" else "", "hx-get", "data-src")
        yield from (unescape(value) for name in names if (value := given.get(name)))
        if tag == "form" and (given.get("method") or "get").lower() == "get":
            yield unescape(given.get("action") or "")


def links_of(address: str, page: str) -> Iterator[str]:
    for link in dict.fromkeys(found_on(page)):
        whole = urlsplit(urljoin(f"http://testserver{address}", link))
        if whole.netloc == "testserver" and whole.scheme == "http" and not whole.path.startswith(ELSEWHERE):
            yield whole.path + (f"?{whole.query}" if whole.query else "")


class Walk:
    """Every page that a role reaches by links, and the links on the way that were shut."""

    def __init__(self, world: World, role: str) -> None:
        self.client = world.client_of(role)
        self.status: dict[str, int] = {}
        self.kinds: Counter[tuple[object, ...]] = Counter()
        self.shut: list[str] = []
        self.to_do: deque[tuple[str, str]] = deque()
        for page in pages_of(world):
            self.open(page)  # a page that is shut for this role has no links for it
        while self.to_do:
            self.follow(*self.to_do.popleft())

    def follow(self, page: str, link: str) -> None:
        if link not in self.status:
            kind = kind_of(link)
            if self.kinds[kind] >= OF_A_KIND:
                return
            self.kinds[kind] += 1
            self.open(link)
        if self.status[link] >= 400:
            self.shut.append(f"{page} shows {link}: {self.status[link]}")

    def open(self, address: str) -> None:
        if address in self.status:
            return
        with transaction.atomic():
            answer = self.client.get(address)
            is_page = not answer.streaming and answer.headers.get("Content-Type", "").startswith("text/html")
            text = answer.content.decode() if is_page else ""
            transaction.set_rollback(True)
        self.status[address] = answer.status_code
        if answer.status_code == 200:
            self.to_do += [(address, link) for link in links_of(address, text)]


@cache
def kind_of(address: str) -> tuple[object, ...]:
    """The page and the event; what a form asks for is one kind, whatever it asks."""
    whole = urlsplit(address)
    found = resolve(whole.path)
    event = found.kwargs.get("slug") if found.route.startswith("events/") else None  # elsewhere a card, a set of rules
    return (found.route, event, *sorted(parse_qs(whole.query)))


def pages_of(world: World) -> Iterator[str]:
    """Where everyone begins, and every page of the tables."""
    yield from START
    for event in Event.objects.all():
        yield event.get_absolute_url()
        yield f"{event.get_absolute_url()}run/"
    for door in (*doors(TOURNAMENTS), *doors(judging.TABLE)):
        if door.method == "GET" and ":" in door.route:
            yield world.address(door.route)


@pytest.mark.ci
@pytest.mark.parametrize("role", ROLES)
def test_nobody_is_shown_a_link_that_is_shut_for_them(world, role):
    walk = Walk(world, role)
    assert not walk.shut, "\n".join(walk.shut)
    assert len(walk.status) > 150, "a walk this short has missed the events"
