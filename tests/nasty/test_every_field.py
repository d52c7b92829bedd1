"""Every field of every page, one nasty value at a time while all the others are right: never an error of the site.

The fields are those that a page is seen to read (recorder.py), by several people in several events (visits.py). What is
sent is undone at once, so that each value meets the same world. A form, or a name that a view reads, that nobody here
comes to fails the first test: then visits.py needs another world.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.conf import settings
from django.contrib.admin.helpers import ActionForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm, BooleanField, Field, MultipleChoiceField

from tests.database import standing
from tests.nasty.filling import Fields, Visitor, drawing_only
from tests.nasty.recorder import Asked
from tests.nasty.routes import Door, doors
from tests.nasty.values import EVERYTHING, HARSH, SEND_ALL
from tests.nasty.visits import Visit, visits

OURS = ("accounts", "teams", "tournaments", "judging", "config")
PROBES = {"readyz"}  # answers 503 where no worker is
PAGES = [door for door in doors() if not door.pattern.startswith("api/") and door.name not in PROBES]
READING = re.compile(r"request\.(GET|POST)\.get(list)?")
OF_A_REPLAY = {"unit", "small"}  # read only where a whole game can be shown; the log here is an empty document
OF_AN_AUTHENTICATOR = {"AddForm", "ReauthenticateForm", "SecondFactorForm"}  # tests/accounts/test_private_pages.py
PRESENT = {"inside", "new", "part"}  # only whether it is there counts
PARTS = len(EVERYTHING) if SEND_ALL else 12  # side by side, none longer than a test may take on a busy machine
PARTS_MISSHAPEN = 4
FOUND = 302  # the form was taken, and what it led to is done
NUMBER = re.compile(r"\d+")

pytestmark = [pytest.mark.django_db, pytest.mark.check]


@dataclass
class Read:
    """What one page reads of what is sent to it."""

    visitor: Visitor
    method: str
    address: str
    fields: Fields
    asked: Asked
    new: list[str]  # names that nobody before them was asked for at this page

    def send(self, names: list[str], value: str | bytes) -> list[Any]:
        return self.visitor.send(self.method, self.address, self.fields | dict.fromkeys(names, value))

    def fault(self, names: list[str], kind: str) -> Iterator[str]:
        if any(answer.status_code >= 500 for answer in self.send(names, EVERYTHING[kind])):
            yield self.report(", ".join(names), kind)

    def report(self, name: str, kind: str) -> str:
        return f"{self.method} {self.address} {name}={kind}"


def pages_read(some: list[Door], visits: list[Visit]) -> Iterator[Read]:
    for door in some:
        for method in ("GET", "POST"):
            yield from _page_read(door, method, visits)


def _page_read(door: Door, method: str, visits: list[Visit]) -> Iterator[Read]:
    known: set[str] = set()
    seen: set[tuple[int, str]] = set()
    for visit in visits:
        address = door.address(visit.values)
        if visit.under not in address or (id(visit.visitor), address + visit.query) in seen:
            continue  # an address that names nothing of an event
        address += visit.query
        seen.add((id(visit.visitor), address))
        read = visit.visitor.well_filled(method, address)
        if read is None:
            return
        fields, asked = read
        new = sorted(fields.keys() - known)
        known |= fields.keys()
        yield Read(visit.visitor, method, address, fields, asked, new)


def faults(read: Read, kind: str) -> Iterator[str]:
    """One value in all fields at once; and what databases and services choke on also in one field alone where the
    form takes it, so that it goes on to them. What is taken in several fields of forms at once went on in each."""
    value = EVERYTHING[kind]
    taken = [name for name in read.new if kind in HARSH and is_taken(read, name, value)]
    of_forms = [name for name in taken if fields_called(read, name)]
    alone = first_and_last_of_each_row(taken)
    together = [name for name in read.new if name not in {*alone, *of_forms}]
    if read.method == "POST" and len(of_forms) > 1:
        answers = read.send(of_forms, value)
        if any(answer.status_code >= 500 for answer in answers):
            yield read.report(", ".join(of_forms), kind)
        if answers[0].status_code == FOUND:
            alone = [name for name in alone if name not in of_forms]
    for name in alone:
        with drawing_only(name):
            yield from read.fault([name], kind)
    if together:
        yield from read.fault(together, kind)


def first_and_last_of_each_row(names: list[str]) -> list[str]:
    """Of the fields that differ in a number alone: column_0 to column_39."""
    rows: dict[str, list[str]] = {}
    for name in names:
        rows.setdefault(NUMBER.sub("0", name), []).append(name)
    return [name for row in rows.values() for name in dict.fromkeys((row[0], row[-1]))]


def test_of_numbered_fields_the_first_and_last_are_sent_alone():
    names = ["column_0", "column_1", "column_10", "name", "piece-0-ap", "piece-0-mp", "piece-7-ap"]
    assert first_and_last_of_each_row(names) == [
        "column_0",
        "column_10",
        "name",
        "piece-0-ap",
        "piece-7-ap",
        "piece-0-mp",
    ]


def fields_called(read: Read, name: str) -> list[Field]:
    return [form.fields[key] for form in read.asked.forms for key in form.fields if form.add_prefix(key) == name]


def is_taken(read: Read, name: str, value: str | bytes) -> bool:
    """Whether the field of the form takes the value; what no form reads, a view does. A box is ticked by anything."""
    fields = fields_called(read, name)
    if any(isinstance(field, BooleanField) for field in fields):
        return False
    return not fields or any(cleans(field, value) for field in fields)


def cleans(field: Field, value: str | bytes) -> bool:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    try:
        with transaction.atomic():
            field.clean([text] if isinstance(field, MultipleChoiceField) else text)
    except ValidationError:
        return False
    return True


def few_for(read: Read) -> set[str]:
    """What suits a number or a date, and one other, the same one every time; test_every_route.py sends NUL."""
    dated = any(str(right)[:4].isdigit() and "T" in str(right) for right in read.fields.values())
    other = sorted(EVERYTHING)[crc32(read.address.encode()) % len(EVERYTHING)]
    return {"last year" if dated else "thirty nines", other}


def fails_with_few(read: Read) -> Iterator[str]:
    """All fields at once, and one of them alone."""
    one = read.new[crc32(read.address.encode()) % len(read.new)]
    for kind in few_for(read):
        for names in (read.new, [one]):
            yield from read.fault(names, kind)


@pytest.fixture(scope="module")
def reads(django_db_setup, django_db_blocker) -> Iterator[list[Read]]:
    """Every page once, for all tests of this module."""
    with standing(lambda: list(pages_read(PAGES, visits())), django_db_blocker) as built:
        yield built


@pytest.mark.ci
def test_every_form_and_parameter_of_the_site_is_covered_here(reads):
    forms = {base for read in reads for form in read.asked.forms for base in type(form).__mro__}
    names = {name for read in reads for name in read.fields}
    assert {kind.__name__ for kind in forms_of_ours() if kind not in forms} <= OF_AN_AUTHENTICATOR
    assert {name for name in names_in_the_code() - OF_A_REPLAY - PRESENT if name not in names} == set()


def forms_of_ours(kind: type[BaseForm] = BaseForm) -> Iterator[type[BaseForm]]:
    for below in kind.__subclasses__():
        if below.__module__.split(".")[0] in OURS and not issubclass(below, ActionForm):  # of the admin: its own test
            yield below
        yield from forms_of_ours(below)


def names_in_the_code() -> set[str]:
    """In `request.GET.get("page")`, `request.POST["why"]` and `posted_text(request, "once")`: the words."""
    files = [file for app in OURS for file in Path(settings.BASE_DIR, app).rglob("*.py") if _has_views(file)]
    assert len(files) > 60
    return {name for file in files for node in ast.walk(ast.parse(file.read_text())) for name in _names_read(node)}


def _has_views(file: Path) -> bool:
    return file.stem.endswith("views") or "views" in file.parts or file.match("config/pages.py")


def _names_read(node: ast.AST) -> Iterator[Any]:
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        place = 1 if called == "posted_text" else 0 if READING.fullmatch(called) else len(node.args)
        yield from (one.value for one in node.args[place : place + 1] if isinstance(one, ast.Constant))
    elif isinstance(node, ast.Compare) and ast.unparse(node.comparators[0]) in {"request.GET", "request.POST"}:
        yield from (one.value for one in ast.walk(node.left) if isinstance(one, ast.Constant))
    elif isinstance(node, ast.Subscript) and ast.unparse(node.value) in {"request.GET", "request.POST"}:
        yield from (one.value for one in ast.walk(node.slice) if isinstance(one, ast.Constant))


@pytest.mark.ci
def test_no_field_of_a_page_answers_with_an_error(reads):
    assert [fault for read in reads if read.new for fault in fails_with_few(read)] == []


@pytest.mark.ci
@pytest.mark.parametrize("part", range(PARTS))
def test_no_value_of_any_field_answers_with_an_error(reads, part):
    """Each part has some values and every page; but like the squares of one colour on a chessboard, every second value
    at a page, at the next page the others."""
    sent = [
        (read, kind)
        for row, read in enumerate(read for read in reads if read.new)
        for column, kind in enumerate(EVERYTHING)
        if column % PARTS == part and (SEND_ALL or (row + column) % 2 == 0)
    ]
    assert [fault for read, kind in sent for fault in faults(read, kind)] == []


@pytest.mark.ci
@pytest.mark.parametrize("part", range(PARTS_MISSHAPEN))
def test_no_field_twice_or_missing_answers_with_an_error(reads, part):
    found = []
    for read in [read for read in reads if read.new][part::PARTS_MISSHAPEN]:
        shapes = [shape for shape in misshapen(read.fields) if read.visitor.fails(read.method, read.address, shape)]
        found += [read.report(str(sorted(sent)), "misshapen") for sent in shapes]
    assert found == []


def misshapen(fields: Fields) -> list[Fields]:
    """The same parameter twice, as an array, and one of them not at all (of rows of numbered ones the first and the
    last)."""
    return [
        {},
        {name: [value, value] if isinstance(value, str) else value for name, value in fields.items()},
        {f"{name}[]": value for name, value in fields.items()},
        *({key: fields[key] for key in fields if key != name} for name in first_and_last_of_each_row([*fields])),
    ]
