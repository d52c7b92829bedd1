"""Organisers and judges keep a note about a player; the player does not see it on any page."""

import pytest
from django.urls import reverse

from tests.judging.people import a_case, a_hall, user
from tests.tournaments import worlds
from tests.tournaments.people import Person
from tournaments.models import Event, Registration, Role, Staff
from tournaments.privacy import erase, export

pytestmark = pytest.mark.django_db
NOTE = "Told twice to turn dice slowly."


@pytest.fixture
def ana() -> Registration:
    return worlds.a_player(worlds.an_event(), "ana")


def member(event: Event, role: str) -> Person:
    person = Person(f"a-{role}")
    Staff.objects.create(event=event, user=person.user, role=role)
    return person


def write(person: Person, ana: Registration, note: str = NOTE, seen: str = "", expect: int = 302):
    path = reverse("tournaments:decide", args=[ana.event.slug, ana.pk])
    return person.sends(path, expect, do="note", note=note, seen=seen)


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE])
def test_the_staff_write_a_note_and_read_it(ana, role):
    person = member(ana.event, role)
    write(person, ana)
    assert NOTE in person.sees(ana.get_absolute_url())
    assert NOTE not in Person("bo").sees(ana.get_absolute_url())


def test_the_player_gets_the_note_with_their_data_only(ana, client):
    write(member(ana.event, Role.JUDGE), ana)
    client.force_login(ana.user)
    assert NOTE not in client.get(ana.get_absolute_url()).content.decode()
    assert export(ana.user)["registrations"][0]["note"] == NOTE
    erase(ana.user)
    assert Registration.objects.get(pk=ana.pk).note == ""


def test_a_note_written_meanwhile_is_not_lost(ana):
    write(member(ana.event, Role.JUDGE), ana)
    head_judge = member(ana.event, Role.HEAD_JUDGE)
    page = write(head_judge, ana, "Another.", expect=400)
    assert page.context["refusal"].code == "note-changed"
    assert NOTE in page.content.decode()
    assert ">Another.</textarea>" in page.content.decode()
    write(head_judge, ana, "Both.", seen=NOTE)
    assert Registration.objects.get(pk=ana.pk).note == "Both."


def test_nobody_on_the_staff_reads_or_writes_their_own_note(ana):
    judge = member(ana.event, Role.JUDGE)
    Registration.objects.filter(pk=ana.pk).update(user=judge.user, note=NOTE)
    write(judge, ana, "Nothing.", seen=NOTE, expect=403)
    assert NOTE not in judge.sees(ana.get_absolute_url())


def test_a_case_shows_the_note_to_its_judge(as_, fake):
    a_hall()
    case = a_case(fake)
    Registration.objects.filter(user=user("ana")).update(note=NOTE)
    assert NOTE in as_("jo").get(case.get_absolute_url()).content.decode()
    assert NOTE not in as_("ana").get(case.get_absolute_url()).content.decode()
