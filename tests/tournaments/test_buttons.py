"""Buttons say what they do: a verb and its object."""

import pytest
from django.urls import reverse

from tests.tournaments.people import Person
from tests.tournaments.worlds import an_event
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def test_a_series_is_saved():
    assert ">Save series</button>" in Person("olga").sees(reverse("tournaments:create_series"))


def test_the_invited_join_the_staff():
    owner, event = Person("olga"), an_event()
    event.staff.create(user=owner.user, role=Role.OWNER)
    owner.sends(reverse("tournaments:invite", args=[event.slug]), role=Role.SCOREKEEPER)
    invitation = event.invitations.get()
    assert ">Join staff</button>" in Person("sam").sees(reverse("tournaments:join", args=[invitation.token]))
