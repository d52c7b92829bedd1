"""Lists of events show drafts and hidden events to their own staff only, with the places that are taken."""

import datetime as dt

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from tests.tournaments import worlds
from tournaments.models import Event, EventState, Registration, Role, Staff, Status
from tournaments.services.events.lists import event_lists

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    """Of a draft, a hidden event, and one that asks the staff for a second factor, which this user lacks."""
    user = worlds.a_user("olga")
    for name, fields in {
        "Draft": {"state": EventState.DRAFT},
        "Hidden": {"state": EventState.RUNNING, "hidden_by_moderators": True},
        "Hidden end": {"state": EventState.FINISHED, "hidden_by_moderators": True},
        "Strict draft": {"state": EventState.DRAFT, "staff_second_factor": True},
    }.items():
        event = worlds.an_event(name=name, **fields)
        for role in (Role.OWNER, Role.JUDGE):
            Staff.objects.create(event=event, user=user, role=role)
    worlds.an_event(name="Open", state=EventState.REGISTRATION)
    worlds.an_event(name="Over", state=EventState.FINISHED)
    worlds.an_event(name="Draft of others", state=EventState.DRAFT)
    return user


def names(reader) -> list[list[str]]:
    return [sorted(event.name for event in events) for events in event_lists(reader)]


def test_everybody_sees_public_events_only(owner):
    assert names(AnonymousUser()) == names(worlds.a_user()) == [[], ["Open"], ["Over"]]


def test_staff_see_their_drafts_and_hidden_events_too(owner):
    assert names(owner) == [["Hidden"], ["Draft", "Open"], ["Hidden end", "Over"]]


def test_a_site_asking_for_second_factors_hides_all_closed(owner, settings):
    settings.STAFF_SECOND_FACTOR = True
    assert names(owner) == [[], ["Open"], ["Over"]]


def test_every_reader_sees_the_events_visible_to_them(owner):
    boss = worlds.a_user("boss", is_superuser=True)
    for reader in (owner, boss, AnonymousUser()):
        visible = Event.objects.visible_to(reader)
        for shown, asked in zip(
            event_lists(reader), (visible.running(), visible.coming(), visible.past()), strict=True
        ):
            assert [event.pk for event in shown] == [event.pk for event in asked]


def test_pages_of_two_readers_are_not_mixed(client, owner):
    shown = {}
    for reader in (owner, None, owner):
        client.logout()
        if reader:
            client.force_login(reader)
        shown[reader] = client.get("/events/").content.decode()
    assert "Hidden end" in shown[owner]
    assert "Hidden" not in shown[None]
    assert "Hidden" not in client.get("/events/upcoming/").content.decode()


def test_cards_count_places_taken_and_held(client):
    event = worlds.an_event(name="Open", state=EventState.REGISTRATION, capacity=9)
    for number, (status, minutes) in enumerate(
        [(Status.REGISTERED, None), (Status.WITHDRAWN, 5), (Status.WITHDRAWN, -5)]
    ):
        until = minutes and timezone.now() + dt.timedelta(minutes=minutes)
        a_guest(event, number, status=status, held_until=until)
    for path in ("/events/", "/events/upcoming/"):
        assert "2 of 9 places taken" in client.get(path).content.decode()
    a_guest(event, 4)
    assert "3 of 9 places taken" in client.get("/events/").content.decode()


def a_guest(event: Event, number: int, **fields: object) -> None:
    Registration.objects.create(event=event, guest_name=f"Player {number}", lot=number, **fields)


def test_past_events_and_own_ones_begin_with_the_latest(client):
    owner = worlds.a_user("olga")
    for name, days in (("Middle", -20), ("Latest", -10), ("Oldest", -30)):
        event = worlds.an_event(EventState.FINISHED, name=name, starts_at=timezone.now() + dt.timedelta(days=days))
        Staff.objects.create(event=event, user=owner, role=Role.OWNER)
    client.force_login(owner)
    for path in ("/events/", "/events/mine/"):
        page = client.get(path).content.decode()
        assert page.index("Latest") < page.index("Middle") < page.index("Oldest")
