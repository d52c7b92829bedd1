"""Every field of every page, one nasty value at a time while all the others are right: never an error of the site.

The fields are those that a page is seen to read (recorder.py), by several people in several events (`visits`). What is
sent is undone at once, so that each value meets the same world. A form, or a name that a view reads, that nobody here
comes to fails the first test: then `visits` needs another world.
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
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm, BooleanField, Field, MultipleChoiceField
from django.test import Client

from accounts.models import ModerationCase, User
from accounts.moderation import appeal_path
from judging.models import Case, Recording
from judging.services.cases.desk import claim
from judging.services.cases.from_states import open_missing
from judging.services.recorder.recording import start_recording
from tests.browser import sample_game
from tests.database import standing
from tests.nasty.conftest import a_log, who_may_do_most_things, words_of_addresses
from tests.nasty.filling import Fields, Visitor
from tests.nasty.recorder import Asked
from tests.nasty.routes import Door, doors
from tests.nasty.values import EVERYTHING, HARSH, SEND_ALL
from tests.tournaments import worlds
from tests.tournaments.tables import a_free_for_all, published_round
from tournaments.models import EventState, Match, Role, RoundState, Series, Staff
from tournaments.services.lists.submission import submit_list
from tournaments.services.results.reporting import dispute_result, report_result
from tournaments.services.results.table_scores import TableScore

OURS = ("accounts", "teams", "tournaments", "judging", "config")
PROBES = {"readyz"}  # answers 503 where no worker is
PAGES = [door for door in doors() if not door.pattern.startswith("api/") and door.name not in PROBES]
READING = re.compile(r"request\.(GET|POST)\.get(list)?")
OF_A_REPLAY = {"unit"}  # read only where a whole game can be shown; the log here is an empty document
OF_A_SCRIPT = {"inside"}  # whether it is there, asked of the site's own script alone
PARTS = 240 if SEND_ALL else 12  # side by side, none longer than a test may take on a busy machine

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@dataclass
class Visit:
    """Somebody in an event."""

    visitor: Visitor
    values: dict[str, object]
    under: str = "/"  # only pages with this in their address
    query: str = ""


def visits() -> list[Visit]:
    """A player who runs the event, staff who do not play, the judge of a case, a stranger; and events before and
    between the rounds."""
    match = worlds.a_match()
    assert match.b is not None
    person = who_may_do_most_things(match)
    values = words_of_addresses(match, a_log(match, person))
    staff, judge = worlds.a_user(), worlds.staff(match.round.event, Role.HEAD_JUDGE)
    claim(case_id=Case.objects.get().pk, judge=judge)
    submit_list(registration=match.b, who=person, figures=["Bill Tell"])
    for event in (match.round.event, waiting := worlds.an_event(EventState.REGISTRATION), drafted := worlds.an_event()):
        Staff.objects.create(event=event, user=staff, role=Role.OWNER)
    guest, one, other = worlds.a_player(waiting), worlds.a_player(drafted), worlds.a_player(drafted)
    draft = worlds.a_round(drafted, (one, other), state=RoundState.UNPUBLISHED)
    Series.objects.create(owner=staff, slug=waiting.slug, name="mine")
    before = values | {"slug": waiting.slug, "registration_id": guest.pk, "token": guest.claim_token}
    between = values | {"slug": drafted.slug, "registration_id": one.pk, "match_id": draft.matches.get().pk}
    player, staff_client, stranger = Visitor(Client(), person), Visitor(Client(), staff), Visitor(Client(), None)
    at_the_desk = Visitor(Client(), judge)
    return [
        Visit(player, values),
        *(Visit(staff_client, found) for found in (values, before, between)),
        Visit(at_the_desk, values, under="/cases/"),
        Visit(at_the_desk, values, under="/desk/"),
        Visit(stranger, values),
        Visit(stranger, values | {"uuid": a_light_table().uuid}, under="/record/"),
        Visit(stranger, values, under="/practice/", query="?players=4"),
        *visits_at_a_table_of_four(values),
        *visits_to_the_case_of_a_table_of_four(values),
        *visits_of_crews(values),
        Visit(Visitor(Client(), a_reviewer_of_cards()), values | {"slug": "goultard"}, under="/cards/"),
        *moderation_visits(values, staff),
    ]


def visits_at_a_table_of_four(values: dict[str, object]) -> list[Visit]:
    match, organiser = a_table_of_four()
    there = values | {"slug": match.round.event.slug, "match_id": match.pk}
    people = (match.seats()[0].user, organiser)
    return [Visit(Visitor(Client(), person), there, under="/matches/") for person in people]


def visits_to_the_case_of_a_table_of_four(values: dict[str, object]) -> list[Visit]:
    match, _organiser = a_table_of_four()
    one, other, *_others = (seat.user for seat in match.seats())
    assert one is not None and other is not None
    report_result(match_id=match.pk, who=one, score=TableScore((1, 2, 3, 4), (5, 0, 0, 0)))
    dispute_result(match_id=match.pk, who=other, seen_version=2, note="2 GG")
    open_missing(match.round.event)
    case, judge = Case.objects.get(match=match), worlds.staff(match.round.event, Role.HEAD_JUDGE)
    claim(case_id=case.pk, judge=judge)
    return [Visit(Visitor(Client(), judge), values | {"case_id": case.pk}, under="/cases/")]


def a_table_of_four() -> tuple[Match, User]:
    event, _players = a_free_for_all(4)
    organiser = worlds.staff(event)
    return published_round(event, organiser).matches.get(), organiser


def visits_of_crews(values: dict[str, object]) -> list[Visit]:
    event = worlds.an_event(EventState.REGISTRATION, mode="two-v-two")
    player, *_others = (worlds.a_player(event) for _number in range(4))
    there = values | {"slug": event.slug}
    people = (player.user, worlds.staff(event))
    return [Visit(Visitor(Client(), person), there, under="/crews/") for person in people]


def a_reviewer_of_cards() -> User:
    person = worlds.a_user()
    person.user_permissions.add(Permission.objects.get(codename="confirm_facts"))
    return person


def a_light_table() -> Recording:
    return start_recording(header={**sample_game.header(), "detail": "ledger"}, dice="recorded", who=None)


def moderation_visits(values: dict[str, object], owner: User) -> list[Visit]:
    """A moderator before a report and before an appeal, and the person whom the decision concerns."""
    moderator = worlds.a_user()
    moderator.user_permissions.add(Permission.objects.get(codename="moderate"))
    reported, appealed, decided = (
        ModerationCase.objects.create(
            kind="accounts.user", owner=owner, subject_id=number, state=state, outcome="hidden"
        )
        for number, state in enumerate(("open", "appealed", "decided"), start=1)
    )
    at_work = Visitor(Client(), moderator)
    return [
        *(Visit(at_work, values | {"pk": case.pk}, under="/moderation/") for case in (reported, appealed)),
        Visit(Visitor(Client(), None), values | {"token": appeal_path(decided).split("/")[2]}, under="/appeal/"),
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
    form takes it, so that it goes on to them."""
    value = EVERYTHING[kind]
    alone = [name for name in read.new if kind in HARSH and is_taken(read, name, value)]
    together = [name for name in read.new if name not in alone]
    for names in [*([name] for name in alone), *([together] if together else [])]:
        if read.visitor.fails(read.method, read.address, read.fields | dict.fromkeys(names, value)):
            yield read.told(", ".join(names), kind)


def is_taken(read: Read, name: str, value: str | bytes) -> bool:
    """Whether the field of the form takes the value; what no form reads, a view does. A box is ticked by anything."""
    fields = [form.fields[key] for form in read.asked.forms for key in form.fields if form.add_prefix(key) == name]
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


def few_for(read: Read) -> dict[str, Any]:
    """What suits a number or a date, and one other, the same one every time; test_every_route.py sends NUL."""
    dated = any(str(right)[:4].isdigit() and "T" in str(right) for right in read.fields.values())
    other = sorted(EVERYTHING)[crc32(read.address.encode()) % len(EVERYTHING)]
    return {kind: EVERYTHING[kind] for kind in {"last year" if dated else "thirty nines", other}}


def fails_with_few(read: Read) -> Iterator[str]:
    """All fields at once, and one of them alone."""
    one = read.new[crc32(read.address.encode()) % len(read.new)]
    for kind, value in few_for(read).items():
        for names in (read.new, [one]):
            if read.visitor.fails(read.method, read.address, read.fields | dict.fromkeys(names, value)):
                yield read.told(", ".join(names), kind)


@pytest.fixture(scope="module")
def reads(django_db_setup, django_db_blocker) -> Iterator[list[Read]]:
    """Every page once, for all tests of this module."""
    with standing(lambda: list(pages_read(PAGES, visits())), django_db_blocker) as built:
        yield built


def test_every_form_and_parameter_of_the_site_is_covered_here(reads):
    forms = {base for read in reads for form in read.asked.forms for base in type(form).__mro__}
    names = {name for read in reads for name in read.fields}
    assert {kind.__name__ for kind in forms_of_ours() if kind not in forms} == set()
    assert {name for name in names_in_the_code() - OF_A_REPLAY - OF_A_SCRIPT if name not in names} == set()


def forms_of_ours(kind: type[BaseForm] = BaseForm) -> Iterator[type[BaseForm]]:
    for below in kind.__subclasses__():
        if below.__module__.split(".")[0] in OURS and not issubclass(below, ActionForm):  # of the admin: its own test
            yield below
        yield from forms_of_ours(below)


def names_in_the_code() -> set[str]:
    """In `request.GET.get("page")`, `request.POST["why"]` and `posted_text(request, "once")`: the words."""
    files = [file for app in OURS for file in Path(settings.BASE_DIR, app).glob("views/**/*.py")]
    files += [Path(settings.BASE_DIR, "accounts/views.py"), Path(settings.BASE_DIR, "config/pages.py")]
    return {name for file in files for node in ast.walk(ast.parse(file.read_text())) for name in _names_read(node)}


def _names_read(node: ast.AST) -> Iterator[Any]:
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        place = 1 if called == "posted_text" else 0 if READING.fullmatch(called) else len(node.args)
        yield from (one.value for one in node.args[place : place + 1] if isinstance(one, ast.Constant))
    elif isinstance(node, ast.Compare) and ast.unparse(node.comparators[0]) in {"request.GET", "request.POST"}:
        yield from (one.value for one in ast.walk(node.left) if isinstance(one, ast.Constant))
    elif isinstance(node, ast.Subscript) and ast.unparse(node.value) in {"request.GET", "request.POST"}:
        yield from (one.value for one in ast.walk(node.slice) if isinstance(one, ast.Constant))


def test_no_field_of_a_page_answers_with_an_error(reads):
    assert [fault for read in reads if read.new for fault in fails_with_few(read)] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(PARTS))
def test_no_value_of_any_field_answers_with_an_error(reads, part):
    sent = [(read, kind) for read in reads for kind in EVERYTHING][part::PARTS]
    assert [fault for read, kind in sent for fault in faults(read, kind)] == []


@pytest.mark.exhaustive
def test_no_field_twice_or_missing_answers_with_an_error(reads):
    found = []
    for read in reads:
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
