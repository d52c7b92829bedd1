"""Lists of events show drafts and hidden events to their own staff only, with the places that are taken."""

import datetime as dt
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from rules.games import BLAST, QUEST
from tests.tournaments import worlds
from tournaments.events.models.events import EventQuerySet
from tournaments.events.models.formats import GAMES
from tournaments.events.services.lists import current_events, past_events
from tournaments.models import Event, EventState, Registration, Role, Staff, Status

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


def lists(reader) -> list[list[Event]]:
    """Running, coming and past events, as the page shows them."""
    current = [*current_events(reader)]
    by_state = (EventQuerySet.RUNNING, EventQuerySet.COMING)
    return [*([event for event in current if event.state in states] for states in by_state), [*past_events(reader)]]


def names(reader) -> list[list[str]]:
    return [sorted(event.name for event in events) for events in lists(reader)]


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
        for shown, asked in zip(lists(reader), (visible.running(), visible.coming(), visible.past()), strict=True):
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
    client.logout()
    assert "Hidden" not in client.get("/").content.decode()


def test_cards_count_places_taken_and_held(client):
    event = worlds.an_event(name="Open", state=EventState.REGISTRATION, capacity=9)
    for number, (status, minutes) in enumerate(
        [(Status.REGISTERED, None), (Status.WITHDRAWN, 5), (Status.WITHDRAWN, -5)]
    ):
        until = minutes and timezone.now() + dt.timedelta(minutes=minutes)
        a_guest(event, number, status=status, held_until=until)
    for path in ("/events/", "/"):
        assert "2 of 9 places taken" in client.get(path).content.decode()
    a_guest(event, 4)
    assert "3 of 9 places taken" in client.get("/events/").content.decode()


@pytest.mark.parametrize("rules", [BLAST, QUEST])
def test_cards_name_a_team_format_in_arena_alone(client, rules):
    game = GAMES[rules.game]
    event = worlds.an_event(
        name="Open",
        state=EventState.REGISTRATION,
        game=rules.game,
        ruleset=rules.slug,
        mode=next(iter(game.formats)),
        **game.lacks,
    )
    Staff.objects.create(event=event, user=(olga := worlds.a_user("olga")), role=Role.OWNER)
    client.force_login(olga)
    for path in ("/events/", "/events/mine/"):
        page = client.get(path).content.decode()
        assert "Open" in page and "places taken" in page and "onstructed" not in page
    worlds.an_event(name="Of Arena", state=EventState.REGISTRATION)
    assert client.get("/events/").content.decode().count("onstructed · ") == 1


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


@pytest.fixture
def many(monkeypatch) -> list[Event]:
    """Seven past events over three years, five coming and two running: more than fit on pages of four."""
    monkeypatch.setattr("tournaments.events.views.event.EVENTS_A_PAGE", 4)
    monkeypatch.setattr("tournaments.events.views.event.PAST_SHOWN", 2)
    now = timezone.now()
    made = [
        worlds.an_event(
            EventState.FINISHED, name=f"Past {n}.", starts_at=now.replace(year=2021 + n % 3, month=6, day=n)
        )
        for n in range(1, 8)
    ]
    made += [
        worlds.an_event(state, name=f"{state} {n}.", starts_at=now + dt.timedelta(days=n))
        for state, number in ((EventState.REGISTRATION, 5), (EventState.RUNNING, 2))
        for n in range(number)
    ]
    return made


def shown(client, query: str = "") -> list[str]:
    """In the order of the page."""
    return re.findall(r'class="card-title">(.+?)\.<', client.get(f"/events/{query}").content.decode())


def test_current_events_come_in_pages_by_date(client, many):
    first = ["running 0", "running 1", "registration 0", "registration 1"]
    assert shown(client) == [*first, "Past 5", "Past 2"]  # the latest two
    assert shown(client, "?page=2") == ["registration 2", "registration 3", "registration 4"]
    assert 'href="?page=2"' in client.get("/events/").content.decode()


def test_the_archive_has_all_past_events_by_year(client, many):
    assert shown(client, "?past=all") == ["Past 5", "Past 2", "Past 7", "Past 4"]
    assert shown(client, "?past=all&page=2") == ["Past 1", "Past 6", "Past 3"]
    assert shown(client, "?past=2022") == ["Past 7", "Past 4", "Past 1"]
    assert all(
        f'href="?past={year}"' in client.get("/events/?past=all").content.decode() for year in (2021, 2022, 2023)
    )


@pytest.mark.parametrize(
    "query", ["?past=", "?past=1", "?past=99999", "?past=x", "?past=all&page=-1", "?past=all&page=x"]
)
def test_an_archive_of_no_year_is_that_of_all(client, many, query):
    assert len(shown(client, query)) in {3, 4}


def test_an_empty_archive_says_what_comes_there(client):
    assert '<div class="empty">' in client.get("/events/?past=all").content.decode()


def test_the_archive_shows_nobody_a_hidden_event(client, owner):
    assert "Hidden end" not in client.get("/events/?past=all").content.decode()
    client.force_login(owner)
    assert "Hidden end" in client.get("/events/?past=all").content.decode()
