"""A place that is held for somebody who left: everyone reads until when, and the organiser gives it at once."""

import re

import pytest
from django.utils import timezone

from core.models import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_user, an_event, undo_time_is_over
from tournaments.models import Event, Registration, Role, Status
from tournaments.players.services import dropping, registration

pytestmark = pytest.mark.django_db


def organiser_of(event: Event, role: Role = Role.ORGANISER) -> Person:
    organiser = Person("organiser")
    event.staff.create(user=organiser.user, role=role)
    return organiser


def status(player: Registration) -> Status:
    return Status(Registration.objects.get(pk=player.pk).status)


@pytest.fixture
def dropped():
    """A full event in round 1; the first player has just dropped."""
    event = an_event(capacity=2, swiss_rounds=3)
    gone, _stays = a_player(event, "Gone"), a_player(event)
    dropping.drop(registration=gone, who=gone.user)
    return event, gone, organiser_of(event)


@pytest.fixture
def withdrawn():
    """Registration with a waiting list; the only player has just withdrawn, and two wait."""
    event = an_event("registration", capacity=1)
    gone, first, second = (registration.register(event_id=event.pk, who=a_user(name)) for name in ("gone", "fi", "se"))
    registration.withdraw(registration=gone, who=gone.user)
    return event, gone, first, second


def test_cards_and_personal_links_say_that_a_place_is_held(client, withdrawn):
    event, _gone, first, _second = withdrawn
    assert all(
        "1 of 1 places taken · one place held" in client.get(page).content.decode() for page in ("/", "/events/")
    )
    Registration.objects.filter(pk=first.pk).update(user=None, guest_name="Fi")
    first.refresh_from_db()
    link = client.get(f"/events/me/{first.link_token}/").content.decode()
    assert re.search(r"A place is held until \d\d:\d\d for somebody who left; then you are next.", link)
    undo_time_is_over(event)
    assert "place held" not in client.get("/").content.decode()


def test_a_late_player_needs_a_name_and_no_more(dropped):
    event, _gone, organiser = dropped
    path = f"/events/{event.slug}/manage/players/add/"
    asked, _, folded = organiser.sees(path).partition('<form class="form"')[2].partition("<details>")
    assert re.findall(r'name="(\w+)"', asked) == ["csrfmiddlewaretoken", "guest_name", "club"]
    assert 'name="fixed_table"' in folded.partition("</details>")[0]
    refused = organiser.sends(path, 400, guest_name="Late", fixed_table=-3).content.decode()
    assert "<details open>" in refused


def test_a_held_place_goes_to_an_added_player_at_once(dropped):
    event, gone, organiser = dropped
    path = f"/events/{event.slug}/manage/players/add/"
    assert 'name="place"' not in organiser.sees(path)
    page = organiser.sends(path, 400, guest_name="Late", club="Bonta", fixed_table=7).content.decode()
    assert all(
        text in page for text in ("One is held until", 'value="Late"', 'value="Bonta"', 'name="place" value="free"')
    )
    organiser.sends(path, 302, guest_name="Late", club="Bonta", fixed_table=7, place="free")
    late = event.registrations.get(guest_name="Late")
    assert (late.status, late.club, late.fixed_table, late.entered_round) == (Status.REGISTERED, "Bonta", 7, 1)
    freed = AuditEntry.objects.get(action="place-freed")
    assert (freed.subject, freed.who) == (f"registration:{gone.pk}", organiser.user)
    assert "Place held for " in organiser.sees(f"/events/{event.slug}/audit-log/")
    organiser.sends(f"/events/{event.slug}/manage/players/{gone.pk}/decide/", 409, do="reinstate")


def test_a_refused_player_frees_no_place(dropped):
    event, gone, organiser = dropped
    path = f"/events/{event.slug}/manage/players/add/"
    wanda = a_player(event, status=Status.WAITING, queued_at=timezone.now(), checked_in_at=None)
    page = organiser.sends(path, 400, guest_name="Late", place="free").content.decode()
    assert "is waiting for a place" in page and 'name="place" value="free"' in page
    organiser.sends(path, 400, guest_name="", place="free")
    assert Registration.objects.get(pk=gone.pk).can_undo_leaving
    organiser.sends(path, 302, guest_name="Late", place="free", before_waiting="on")
    assert (status(wanda), event.registrations.get(guest_name="Late").status) == (Status.WAITING, Status.REGISTERED)


def test_a_full_event_links_to_its_number_of_places(dropped):
    event, _gone, organiser = dropped
    path, link = f"/events/{event.slug}/manage/players/add/", f'href="/events/{event.slug}/edit/#id_capacity"'
    assert link not in organiser.sends(path, 400, guest_name="Late").content.decode()
    organiser.sends(path, 302, guest_name="Late", place="free")
    assert link in organiser.sends(path, 400, guest_name="Later").content.decode()
    assert 'id="id_capacity"' in organiser.sees(f"/events/{event.slug}/edit/")


def test_the_first_who_waits_is_let_in_before_the_start(withdrawn):
    event, gone, first, second = withdrawn
    organiser = organiser_of(event)
    here = f"/events/{event.slug}/manage/players/"
    page = organiser.sees(here)
    assert page.count('value="give-place"') == 1 and 'value="let-in"' not in page
    organiser.sends(f"{here}{second.pk}/decide/", 409, do="give-place")
    organiser.sends(f"{here}{first.pk}/decide/", 302, do="give-place")
    assert (status(gone), status(first), status(second)) == (Status.WITHDRAWN, Status.REGISTERED, Status.WAITING)
    assert 'value="give-place"' not in organiser.sees(here)
    assert AuditEntry.objects.filter(action="place-freed").count() == 1
    undo_time_is_over(event)
    assert status(second) == Status.WAITING


def test_the_first_who_waits_is_let_in_during_rounds(dropped):
    event, _gone, organiser = dropped
    wanda = a_player(event, status=Status.WAITING, queued_at=timezone.now(), checked_in_at=None)
    here = f"/events/{event.slug}/manage/players/"
    assert 'value="give-place"' in organiser.sees(here)
    organiser.sends(f"{here}{wanda.pk}/decide/", 302, do="give-place")
    assert status(wanda) == Status.REGISTERED


def test_only_who_manages_players_gives_held_places(withdrawn, signed_in):
    event, _gone, first, second = withdrawn
    for client in (organiser_of(event, Role.JUDGE).client, signed_in(second.user)):
        answer = client.post(f"/events/{event.slug}/manage/players/{first.pk}/decide/", {"do": "give-place"})
        assert answer.status_code in {403, 404}
    assert status(first) == Status.WAITING


def test_everyone_reads_until_when_a_place_is_held(withdrawn, signed_in, client):
    event, _gone, first, second = withdrawn
    page = " ".join(client.get(event.get_absolute_url()).content.decode().split())
    assert re.search(r"all 1 are taken; one is held until \d\d:\d\d for somebody who left", page)
    said = r"A place is held until \d\d:\d\d for somebody who left"
    pages = [signed_in(each.user).get(f"/events/{event.slug}/my-part/").content.decode() for each in (first, second)]
    assert re.search(rf"{said}; then you are next\.", pages[0]) and re.search(rf"{said}\.", pages[1])
    undo_time_is_over(event)
    assert "is held until" not in client.get(event.get_absolute_url()).content.decode()
