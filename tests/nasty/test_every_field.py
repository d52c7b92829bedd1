"""Every field of every page, one nasty value at a time while all the others are right: never an error of the site.

The fields are those that a page is seen to read (recorder.py), by several people in several events (`visits`). What is
sent is undone at once, so that each value meets the same world. A form, or a name that a view reads, that nobody here
comes to fails the first test: then `visits` needs another world.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.conf import settings
from django.forms import BaseForm
from django.test import Client

from tests.nasty.filling import Fields, Visitor
from tests.nasty.recorder import Asked
from tests.nasty.routes import Door, doors
from tests.nasty.values import EVERYTHING
from tests.tournaments import worlds
from tournaments.models import EventState, Role, RoundState, Series, Staff

OURS = ("accounts", "teams", "tournaments", "judging", "config")
PROBES = {"readyz"}  # answers 503 where no worker is
PAGES = [door for door in doors() if not door.pattern.startswith("api/") and door.name not in PROBES]
BASES = {"DecisionForm", "TableForm", "ScoreForm"}  # met as what is made of them, or without fields of their own
PARTS = [PAGES[n::4] for n in range(4)]  # side by side

pytestmark = pytest.mark.django_db


@dataclass
class Visit:
    """Somebody in an event."""

    visitor: Visitor
    values: dict[str, object]


@pytest.fixture
def visits(values, person, match) -> list[Visit]:
    """A player who runs the event, staff who do not play, a stranger; and events before and between the rounds."""
    staff = worlds.a_user()
    for event in (match.round.event, waiting := worlds.an_event(EventState.REGISTRATION), drafted := worlds.an_event()):
        Staff.objects.create(event=event, user=staff, role=Role.OWNER)
    guest, one, other = worlds.a_player(waiting), worlds.a_player(drafted), worlds.a_player(drafted)
    draft = worlds.a_round(drafted, (one, other), state=RoundState.DRAFT)
    Series.objects.create(owner=staff, slug=waiting.slug, name="mine")
    before = values | {"slug": waiting.slug, "registration_id": guest.pk, "token": guest.claim_token}
    between = values | {"slug": drafted.slug, "registration_id": one.pk, "match_id": draft.matches.get().pk}
    return [
        Visit(Visitor(Client(), who), found)
        for who, found in [(person, values), (staff, values), (staff, before), (staff, between), (None, values)]
    ]


@dataclass
class Read:
    """What one page reads of what is sent to it."""

    visitor: Visitor
    method: str
    address: str
    fields: Fields
    asked: Asked
    new: list[str]  # names that nobody before them was asked for at this page

    def told(self, name: str, kind: str) -> str:
        return f"{self.method} {self.address} {name}={kind}"


def pages_read(some: list[Door], visits: list[Visit]) -> Iterator[Read]:
    for door in some:
        for method in ("GET", "POST"):
            known: set[str] = set()
            for visit in visits:
                address = door.address(visit.values)
                fields, asked = visit.visitor.well_filled(method, address)
                new = sorted(fields.keys() - known)
                known |= fields.keys()
                yield Read(visit.visitor, method, address, fields, asked, new)


def faults(read: Read, name: str, corpus: dict[str, Any]) -> Iterator[str]:
    for kind, value in corpus.items():
        if read.visitor.fails(read.method, read.address, {**read.fields, name: value}):
            yield read.told(name, kind)


def few_for(read: Read, name: str) -> dict[str, Any]:
    """What suits the value that is right, and one other, the same one every time; test_every_route.py sends NUL."""
    right = str(read.fields[name])
    suiting = ("first year", "last year") if "T" in right and right[:4].isdigit() else ("thirty nines",)
    other = sorted(EVERYTHING)[crc32(f"{read.address} {name}".encode()) % len(EVERYTHING)]
    return {kind: EVERYTHING[kind] for kind in {*suiting, other}}


def test_every_form_and_parameter_of_the_site_is_covered_here(visits):
    forms, names = set(), set()
    for read in pages_read(PAGES, visits):
        forms |= {base for form in read.asked.forms for base in type(form).__mro__}
        names |= read.fields.keys()
    missed = {kind.__name__ for kind in forms_of_ours() if kind not in forms}
    assert missed == set()
    assert {name for name in names_in_the_code() if name not in names} == set()


def forms_of_ours(kind: type = BaseForm) -> Iterator[type]:
    for below in kind.__subclasses__():
        if below.__module__.split(".")[0] in OURS:
            yield below
        yield from forms_of_ours(below)


def names_in_the_code() -> set[str]:
    """In `request.GET.get("page")`, `request.POST["why"]` and `posted_text(request, "once")`: the words."""
    files = [file for app in OURS for file in Path(settings.BASE_DIR, app).rglob("views/*.py")]
    files += [Path(settings.BASE_DIR, "accounts/views.py"), Path(settings.BASE_DIR, "config/pages.py")]
    return {name for file in files for node in ast.walk(ast.parse(file.read_text())) for name in _names_read(node)}


def _names_read(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        if called == "posted_text" or called.startswith(("request.GET.", "request.POST.")):
            yield from (one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str))
    elif isinstance(node, ast.Compare) and ast.unparse(node.comparators[0]) in {"request.GET", "request.POST"}:
        yield from (one.value for one in ast.walk(node.left) if isinstance(one, ast.Constant))
    elif isinstance(node, ast.Subscript) and ast.unparse(node.value) in {"request.GET", "request.POST"}:
        yield from (one.value for one in ast.walk(node.slice) if isinstance(one, ast.Constant))


@pytest.mark.parametrize("some", PARTS, ids=range(4))
def test_no_field_of_a_page_answers_with_an_error(visits, some):
    read_pages = pages_read(some, visits)
    found = [fault for read in read_pages for name in read.new for fault in faults(read, name, few_for(read, name))]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("some", PARTS, ids=range(4))
def test_no_value_of_any_field_answers_with_an_error(visits, some):
    read_pages = pages_read(some, visits)
    assert [fault for read in read_pages for name in read.new for fault in faults(read, name, EVERYTHING)] == []


@pytest.mark.slow
def test_no_field_twice_or_missing_answers_with_an_error(visits):
    found = []
    for read in pages_read(PAGES, visits):
        shapes = [s for s in misshapen(read.fields) if read.new and read.visitor.fails(read.method, read.address, s)]
        found += [read.told(str(sorted(sent)), "misshapen") for sent in shapes]
    assert found == []


def misshapen(fields: Fields) -> list[Fields]:
    """The same parameter twice, as an array, and one of them not at all."""
    return [
        {},
        {name: [value, value] if isinstance(value, str) else value for name, value in fields.items()},
        {f"{name}[]": value for name, value in fields.items()},
        *({key: value for key, value in fields.items() if key != name} for name in fields),
    ]
