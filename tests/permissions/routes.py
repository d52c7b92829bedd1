"""Every door of the site, who stands before it, and what happens: the machinery behind the tables of this folder.

A room brings a module with TABLE (one line a route and method, one letter a role) and `world()`, which builds what the
routes are about and says who plays which role. A route that answers without standing in its room's table fails.
"""

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROLES = (
    *("anonymous", "outsider", "player", "opponent", "judge", "conflicted", "head-judge"),
    *("scorekeeper", "organiser", "owner", "foreign-owner", "site-staff"),
)
LETTERS = {
    "+": "comes in: a page, a redirect, or a refusal because of the state of things (400, 409)",
    "L": "is sent to the sign-in page (or 401 in the API)",
    "F": "is asked to sign in again first",
    "-": "is refused (403)",
    "0": "is told that there is no such thing (404)",
}


@dataclasses.dataclass(frozen=True)
class Door:
    route: str
    method: str
    answers: tuple[str, ...]  # one letter for each of ROLES

    def __str__(self) -> str:
        return f"{self.method} {self.route}"


@dataclasses.dataclass
class World:
    """Who plays which role (None: nobody signed in), and what stands in the addresses."""

    people: dict[str, Any]
    arguments: dict[str, Any]  # by the name of the parameter, or by "route parameter" where that differs
    posts: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    clients: dict[str, Client] = dataclasses.field(default_factory=dict)

    def address(self, route: str) -> str:
        names = parameters_of(route)
        values = {name: self.arguments.get(f"{route} {name}", self.arguments.get(name)) for name in names}
        return reverse(route, kwargs=values)

    def client_of(self, role: str) -> Client:
        """Signed in once, before anything is rolled back."""
        if role not in self.clients:
            self.clients[role] = Client()
            if self.people[role] is not None:
                self.clients[role].force_login(self.people[role])
        return self.clients[role]

    def letter(self, door: Door, role: str) -> str:
        """Knocks, and leaves everything as it was."""
        client, data = self.client_of(role), self.posts.get(door.route, {})
        with transaction.atomic():
            answer: Any = client.generic(door.method, self.address(door.route), **_body(door, data))
            transaction.set_rollback(True)
        assert door.method != "GET" or answer.status_code not in {400, 409}, str(door)
        return letter_of(answer)


def _body(door: Door, data: dict[str, Any]) -> dict[str, Any]:
    if door.method == "GET":
        return {}
    encoded = "&".join(f"{name}={value}" for name, value in data.items())
    return {"data": encoded, "content_type": "application/x-www-form-urlencoded"}


def letter_of(answer: HttpResponse) -> str:
    if answer.status_code == 401 or (answer.status_code == 302 and "/accounts/login/" in answer.headers["Location"]):
        return "L"
    if answer.status_code == 302 and "/accounts/reauthenticate/" in answer.headers["Location"]:
        return "F"
    known = {403: "-", 404: "0", 405: "x"}
    assert answer.status_code < 500, answer.status_code
    return known.get(answer.status_code, "+")


def doors(table: str) -> list[Door]:
    lines = [line.split() for line in table.strip().splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in lines:
        assert len(line) == 2 + len(ROLES), f"{' '.join(line[:2])} needs a letter for each of {len(ROLES)} roles"
    return [Door(route, method, tuple(letters)) for method, route, *letters in lines]


def routes(prefixes: tuple[str, ...]) -> list[str]:
    """Every route of a room by the beginnings of its names (the namespace of its pages, the basenames of its API)."""
    found = [name for name, _pattern in _named(get_resolver(), "") if name.startswith(prefixes)]
    return list(dict.fromkeys(found))


def parameters_of(route: str) -> list[str]:
    return _parameters()[route]


@cache
def _parameters() -> dict[str, list[str]]:
    return dict(_named(get_resolver(), ""))


def _named(resolver: URLResolver, prefix: str, outer: tuple[str, ...] = ()) -> Iterator[tuple[str, list[str]]]:
    for pattern in resolver.url_patterns:
        names = (*outer, *pattern.pattern.regex.groupindex)
        if isinstance(pattern, URLResolver):
            inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            yield from _named(pattern, inner, names)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield f"{prefix}{pattern.name}", list(names)
