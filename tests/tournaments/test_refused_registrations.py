"""Somebody whose registration was refused reads that, and what they can do."""

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import an_event, staff
from tournaments.models import Event
from tournaments.players.services import registration

pytestmark = pytest.mark.django_db
SAYS = "The organiser rejected your registration, and you cannot register again. Ask them if this is a mistake."


@pytest.fixture
def event() -> Event:
    return an_event("registration", needs_approval=True)


@pytest.fixture
def zoe(event) -> Person:
    """Refused by the organiser."""
    zoe = Person("zoe")
    zoe.sends(f"/events/{event.slug}/register/")
    mine = event.registrations.get(user=zoe.user)
    registration.refuse(registration=mine, who=staff(event))
    return zoe


def test_registering_again_says_that_it_was_refused(event, zoe):
    answer = zoe.sends(f"/events/{event.slug}/register/", 400)
    assert [error.code for error in answer.context["form"].non_field_errors().as_data()] == ["registration-refused"]
    assert SAYS in answer.content.decode()


def test_a_claim_link_says_that_it_was_refused(event, zoe):
    about = {"guest_name": "Zoe Martin"}
    guest = registration.add_player(event_id=event.pk, who=staff(event), about=about)
    answer = zoe.sends(f"/events/claim/{guest.claim_token}/", 409)
    assert SAYS in answer.content.decode()


def test_the_page_of_the_event_says_what_follows(event, zoe):
    assert SAYS in zoe.sees(event.get_absolute_url())
    Event.objects.update(state="finished")
    assert SAYS not in zoe.sees(event.get_absolute_url())
