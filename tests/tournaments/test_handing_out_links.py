"""Organisers hand out the personal link; the claim link says what it is for before it asks to sign in."""

import pytest
from django.urls import reverse

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event, opens_lists
from tournaments.models import Event, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = an_event("registration", name="Autumn Cup")
    event.registrations.create(guest_name="Ana Guest")
    return event


@pytest.fixture
def organiser(event):
    organiser = Person("olga")
    event.staff.create(user=organiser.user, role=Role.ORGANISER)
    opens_lists(event, organiser.user)
    return organiser


def test_a_guests_staff_page_shows_the_personal_link_first(event, organiser):
    ana = event.registrations.get()
    page = organiser.sees(f"/events/{event.slug}/manage/players/{ana.pk}/")
    personal = reverse("tournaments:personal", args=[ana.link_token])
    assert personal in page
    assert page.index("Personal link</h2>") < page.index("Claim link</h2>")


def test_one_sheet_holds_the_links_of_all_guests(event, organiser):
    event.registrations.create(guest_name="Bo Guest")
    a_player(event, "cy")
    page = organiser.sees(f"/events/{event.slug}/print/links/")
    for guest in event.registrations.filter(user__isnull=True):
        assert guest.guest_name in page
        assert reverse("tournaments:personal", args=[guest.link_token]) in page
    assert "Cy" not in page
    assert 'print/links/"' in organiser.sees(f"/events/{event.slug}/print/")


def test_the_sheet_of_links_says_the_club_of_namesakes(event, organiser):
    for club in ("Rennes", "Brest"):
        event.registrations.create(guest_name="Ana Morin", club=club, name_allowed=True)
    page = organiser.sees(f"/events/{event.slug}/print/links/")
    assert '<span class="soft">Rennes</span>' in page
    assert '<span class="soft">Brest</span>' in page


def test_staff_who_play_are_shown_no_links(event, organiser):
    Event.objects.update(lists_required=True)
    event.registrations.create(user=organiser.user)
    ana = event.registrations.get(user__isnull=True)
    assert organiser.client.get(f"/events/{event.slug}/print/links/").status_code == 403
    assert ana.link_token not in organiser.sees(f"/events/{event.slug}/manage/players/{ana.pk}/")
    Event.objects.update(lists_required=False)
    assert ana.link_token in organiser.sees(f"/events/{event.slug}/print/links/")


def test_the_claim_link_names_event_and_player_before_signing_in(event, client):
    ana = event.registrations.get()
    path = reverse("tournaments:claim", args=[ana.claim_token])
    page = client.get(path).content.decode()
    assert "Ana Guest" in page and "Autumn Cup" in page
    assert "ask the desk for your personal link" in page
    assert f"?next={path}" in page
    assert client.post(path).status_code == 302
    assert event.registrations.get().user is None
