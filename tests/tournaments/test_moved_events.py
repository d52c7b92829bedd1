"""An event moves to another computer: its links are printed anew there, and those from here say where it went."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from core.records.audit import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event, opens_lists
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.lifecycle.services.next_step import open_points
from tournaments.models import Event, Registration, Role, Staff

pytestmark = pytest.mark.django_db

ADDRESS = "http://192.168.0.12:8000/events/cup/"


@pytest.fixture
def event() -> Event:
    return an_event("check-in", capacity=50)


@pytest.fixture
def guest(event) -> Registration:
    return Registration.objects.create(event=event, guest_name="Bo O'Shun")


@pytest.fixture
def owner(event, guest) -> Person:
    person = Person("owner")
    Staff.objects.create(event=event, user=person.user, role=Role.OWNER)
    return person


def moved_in(event: Event, who: Any) -> Event:
    return import_event(data=json.dumps(export_event(event)).encode(), who=who)


def says_where(page: str) -> bool:
    return 'data-code="goes-on-elsewhere"' in page


def test_old_links_say_where_the_event_went(client, owner, event, guest):
    pages = [reverse("tournaments:personal", args=[guest.link_token])]
    pages.append(reverse("tournaments:personal_now", args=[guest.link_token]))
    pages += [reverse(f"tournaments:{name}", args=[event.slug]) for name in ("event", "players", "door")]
    pages.append(reverse("tournaments:claim", args=[guest.claim_token]))
    assert not any(says_where(client.get(page).content.decode()) for page in pages)
    owner.sends(f"/events/{event.slug}/elsewhere/", address=ADDRESS)
    for page in pages:
        shown = client.get(page).content.decode()
        assert says_where(shown) and f'href="{ADDRESS}"' in shown
    assert AuditEntry.objects.get(action="event-continues-elsewhere").after == {"address": ADDRESS}


def test_it_can_be_said_without_an_address_and_taken_back(client, owner, event):
    there = f"/events/{event.slug}/elsewhere/"
    owner.sends(there, address="")
    assert says_where(client.get(event.get_absolute_url()).content.decode())
    owner.sends(there, do="here")
    assert not says_where(client.get(event.get_absolute_url()).content.decode())
    owner.sends(there, do="here")  # the second press of a double click
    assert AuditEntry.objects.filter(action="event-continues-here").count() == 1


@pytest.mark.parametrize("address", ["the other laptop", "javascript:alert(1)", "ftp://example.org/", "http://"])
def test_what_is_no_address_comes_back(owner, event, address):
    answer = owner.sends(f"/events/{event.slug}/elsewhere/", 400, address=address)
    assert answer.context["form"].errors.as_data()["address"][0].code == "no-web-address"
    assert answer.context["form"]["address"].value() == address
    assert not Event.objects.get().elsewhere


def test_a_hidden_event_shows_strangers_no_address(client, owner, event):
    owner.sends(f"/events/{event.slug}/elsewhere/", address=ADDRESS)
    Event.objects.update(hidden_by_moderators=True)
    assert ADDRESS not in client.get(event.get_absolute_url()).content.decode()


def test_the_import_says_that_links_are_new(owner, event):
    file = export_event(event)
    answer = owner.client.post(
        "/events/import/", {"file": as_upload(file), "again": "on"}, follow=True, HTTP_ACCEPT="text/html"
    )
    copy = Event.objects.latest("pk")
    page = answer.content.decode()
    assert "All personal links are new on this site" in page
    assert 'data-code="new-links"' in page
    assert [point.code for point in open_points(copy) if point.code == "new-links"]
    opens_lists(copy, owner.user)
    there = reverse("tournaments:print_links", args=[copy.slug])
    assert 'data-code="links-are-new"' in owner.sees(there)
    owner.sends(f"{there}handed-out/")
    assert 'data-code="new-links"' not in owner.sees(f"/events/{copy.slug}/run/")
    assert 'data-code="links-are-new"' not in owner.sees(there)


def as_upload(document: Any) -> Any:
    return SimpleUploadedFile("event.json", json.dumps(document).encode())


@pytest.mark.parametrize("state", ["finished", "check-in"])
def test_links_of_an_event_that_is_over_need_no_paper(owner, event, state):
    Event.objects.update(state=state)
    assert moved_in(Event.objects.get(), owner.user).links_are_new == (state == "check-in")


def test_an_imported_event_does_not_say_it_went_elsewhere(owner, event):
    owner.sends(f"/events/{event.slug}/elsewhere/", address=ADDRESS)
    assert not moved_in(Event.objects.get(), owner.user).elsewhere


def test_an_imported_event_without_players_has_no_links(owner):
    empty = an_event("registration")
    assert not moved_in(empty, owner.user).links_are_new


def test_who_has_an_account_reads_it_too(owner, event):
    player = a_player(event, "ana")
    owner.sends(f"/events/{event.slug}/elsewhere/", address=ADDRESS)
    ana = Person("zoe")
    ana.client.force_login(player.user)
    assert says_where(ana.sees(event.get_absolute_url()))
