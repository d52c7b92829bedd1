"""Pages about players: whose are public, and that search engines list none."""

import pytest
from django.utils import timezone

from tests.tournaments import worlds
from tests.tournaments.people import Person
from tournaments.models import Crew, PartnerLink, Registration, Role, Staff, Status

pytestmark = pytest.mark.django_db
NOT_PUBLIC = (Status.PENDING, Status.WAITING, Status.WITHDRAWN, Status.REFUSED, Status.ABSENT)


@pytest.fixture
def event():
    return worlds.an_event("registration")


def player(event, status, person):
    return Registration.objects.create(event=event, user=person.user, status=status, queued_at=timezone.now(), lot=1)


@pytest.mark.parametrize("status", Status.values)
def test_only_players_who_take_part_have_a_public_page(event, client, status):
    me, staff = Person("mia"), Person("sam")
    Staff.objects.create(event=event, user=staff.user, role=Role.JUDGE)
    mine = player(event, status, me)
    for page in (mine.get_absolute_url(), f"{mine.get_absolute_url()}now/"):
        assert client.get(page).status_code == (404 if status in NOT_PUBLIC else 200)
        assert me.client.get(page).status_code == staff.client.get(page).status_code == 200


def test_a_crew_that_waits_is_not_public(client):
    event = worlds.an_event("registration", mode="two-v-two")
    crew = Crew.objects.create(event=event)
    both = [player(event, Status.WAITING, Person(name)) for name in ("mia", "sam")]
    for seat, one in enumerate(both, start=1):
        one.crew, one.crew_seat = crew, seat
        one.save()
    crews = f"/events/{event.slug}/crews/"
    assert "Mia" not in client.get(crews).content.decode()
    client.force_login(both[0].user)
    assert "Mia" in client.get(crews).content.decode()


def test_no_page_of_people_is_listed_by_search_engines(event, client):
    mine = worlds.a_player(event, "mia")
    guest = Registration.objects.create(event=event, guest_name="Gus", lot=2)
    link = PartnerLink.objects.create(player=mine)
    here = event.get_absolute_url()
    pages = [f"{here}players/", mine.get_absolute_url(), f"{here}crews/", f"{here}crews/with/{link.token}/"]
    pages += [f"{here}players/{mine.pk}/breakdown/", f"{here}cross-table/"]
    pages += [f"/events/me/{guest.link_token}/", f"/events/claim/{guest.claim_token}/", f"{here}pods/"]
    shown = {page: client.get(page).headers.get("X-Robots-Tag") for page in pages}
    assert shown == dict.fromkeys(pages, "noindex")
    assert "X-Robots-Tag" not in client.get(here).headers
