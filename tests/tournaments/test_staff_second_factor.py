"""Staff without the second factor that site or event ask for have no rights, and are led to set one up."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken
from tests.tournaments.people import Person, event_fields
from tests.tournaments.worlds import a_match, an_event
from tournaments.models import Event, Right, Role, rights_of

pytestmark = pytest.mark.django_db


def with_factor(person: Person) -> Person:
    TOTP.activate(person.user, generate_totp_secret())
    return person


@pytest.fixture(params=["of the event", "of the site"])
def event(request, settings):
    settings.STAFF_SECOND_FACTOR = request.param == "of the site"
    return an_event("registration", staff_second_factor=request.param == "of the event")


@pytest.fixture
def olga(event):
    olga = Person("olga")
    event.staff.create(user=olga.user, role=Role.OWNER)
    return olga


def test_staff_without_a_factor_are_led_to_set_one_up(event, olga):
    lead = reverse("tournaments:staff_factor", args=[event.slug])
    manage = reverse("tournaments:manage_players", args=[event.slug])
    assert olga.client.get(event.get_absolute_url()).headers["Location"] == lead
    assert olga.client.get(event.get_absolute_url()).status_code == 200, "as a visitor, from then on"
    assert olga.client.get(manage).headers["Location"] == lead
    assert reverse("mfa_index") in olga.sees(lead)
    with_factor(olga)
    assert olga.client.get(manage).status_code == 200
    assert olga.client.get(lead).headers["Location"] == event.get_absolute_url()


def test_a_superuser_needs_the_factor_too(event, olga):
    olga.user.is_superuser = True
    olga.user.save()
    assert not rights_of(event, olga.user)
    assert rights_of(event, with_factor(olga).user) == frozenset(Right) - {Right.SEE_LISTS, Right.READ_LISTS}


def test_a_token_of_staff_without_a_factor_writes_nothing(event, olga):
    match = a_match(event)
    _row, secret = ApiToken.issue(owner=olga.user, name="x", scopes=["read", "events:write"])
    program = Client(headers={"authorization": f"Bearer {secret}"})
    score = {"outcome": "a", "glory_a": 4, "glory_b": 0, "ending": "glory"}
    there = reverse("match-enter", args=[match.pk])
    assert program.post(there, score, content_type="application/json").status_code == 403
    with_factor(olga)
    assert program.post(there, score, content_type="application/json").status_code < 300


def is_judge(person: Person) -> bool:
    return 'class="desk-link"' in person.sees("/events/")


def test_staff_without_a_factor_find_no_draft_and_no_desk(event, olga):
    assert not is_judge(olga)
    Event.objects.update(state="draft")
    assert event.name not in olga.sees("/events/")
    with_factor(olga)
    assert event.name in olga.sees("/events/")
    Event.objects.update(state="registration")
    assert is_judge(olga)


def test_other_events_ask_for_nothing():
    event = an_event("registration")
    olga = Person("olga")
    event.staff.create(user=olga.user, role=Role.OWNER)
    assert Right.EDIT_EVENT in rights_of(event, olga.user)


def test_nobody_locks_themselves_out_by_asking_for_a_factor():
    olga = Person("olga")
    answer = olga.sends("/events/new/", 400, **event_fields(staff_second_factor="on"))
    assert [e.code for e in answer.context["form"].errors.as_data()["staff_second_factor"]] == ["own-factor-first"]
    with_factor(olga).sends("/events/new/", **event_fields(staff_second_factor="on"))
