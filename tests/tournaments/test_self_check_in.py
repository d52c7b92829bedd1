"""Behind the code at the door: what to do, for the person who scans it, before, at and after check-in."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.tournaments.worlds import a_player, a_user, an_event
from tournaments.models import Event, Registration, Status

pytestmark = pytest.mark.django_db

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def door(client):
    def read(event: Event, user: User | None = None) -> str:
        if user:
            client.force_login(user)
        answer = client.get(reverse("tournaments:door", args=[event.slug]))
        assert answer.status_code == 200
        return answer.content.decode()

    return read


def starting(state: str, *, within: dt.timedelta = HOUR / 2, **fields) -> Event:
    return an_event(state, starts_at=timezone.now() + within, check_in_minutes=60, **fields)


def not_here_yet(event: Event, **fields) -> Registration:
    return a_player(event, checked_in_at=None, **fields)


def button(event: Event) -> str:
    return f'action="{reverse("tournaments:check_in_myself", args=[event.slug])}"'


def test_visitors_are_asked_to_sign_in_or_ask_staff(door):
    event = starting("check-in")
    page, here = door(event), reverse("tournaments:door", args=[event.slug])
    assert event.name in page
    assert f'href="/accounts/login/?next={here}"' in page
    assert f'href="/accounts/signup/?next={here}"' in page
    assert "Tell the desk that you are here" in page
    assert "Check-in is open." in page
    assert button(event) not in page


@pytest.mark.parametrize("way", ["/accounts/login/", "/accounts/signup/"])
def test_sign_in_and_sign_up_return_to_self_check_in(client, way):
    here = reverse("tournaments:door", args=[starting("check-in").slug])
    user = a_user()
    user.set_password("a long enough word")
    user.save()
    known = {"login": user.email, "password": "a long enough word"}
    new = {"email": "new@example.org", "password1": "a long enough word", "public_name": "New"}
    answer = client.post(way, {**(known if "login" in way else new), "next": here})
    assert (answer.status_code, answer.url) == (302, here)


def test_a_registered_player_checks_in_with_one_button(client, door):
    event = starting("check-in")
    me = not_here_yet(event)
    assert door(event, me.user).count('<button class="button button-primary button-large">') == 1
    client.post(reverse("tournaments:check_in_myself", args=[event.slug]))
    page = door(event, me.user)
    assert "You are checked in." in page
    assert button(event) not in page


@pytest.mark.parametrize("signed_in", [True, False])
def test_the_page_shows_when_check_in_opens(door, signed_in):
    event = starting("registration", within=3 * HOUR)
    page = door(event, not_here_yet(event).user if signed_in else None)
    opens = timezone.localtime(event.check_in_opens_at, event.zone)
    assert "Check-in opens here on" in page
    assert f"{opens:%H:%M}" in page
    assert button(event) not in page


@pytest.mark.parametrize("signed_in", [True, False])
def test_after_check_in_the_page_sends_people_to_the_desk(door, signed_in):
    event = starting("running", within=-HOUR)
    page = door(event, not_here_yet(event).user if signed_in else None)
    began = timezone.localtime(event.starts_at, event.zone)
    assert "Check-in is over" in page
    assert f"{began:%H:%M}" in page
    assert button(event) not in page


@pytest.mark.parametrize(
    ("state", "reported"),
    [
        ("announced", "Registration is not open yet."),
        ("registration", "/register/"),
        ("check-in", "Ask the desk whether a place is free."),
        ("running", "Ask the desk whether a place is free."),
        ("finished", "This event is over."),
        ("cancelled", "This event was cancelled."),
    ],
)
def test_unregistered_users_see_how_to_register(door, state, reported):
    page = door(starting(state), a_user())
    assert reported in page
    assert "/check-in/me/" not in page


@pytest.mark.parametrize("status", [Status.WAITING, Status.PENDING, Status.WITHDRAWN, Status.REFUSED, Status.ABSENT])
def test_players_without_a_place_are_sent_to_staff(door, status):
    event = starting("check-in")
    waits = timezone.now() if status == Status.WAITING else None
    page = door(event, not_here_yet(event, status=status, queued_at=waits).user)
    assert "sk the desk" in page
    assert button(event) not in page


def test_the_page_goes_on_by_itself_when_check_in_opens(door):
    event = starting("registration", within=3 * HOUR)
    page = door(event, not_here_yet(event).user)
    assert f'data-live="{event.topic}"' in page
    assert f'data-changes-at="{event.check_in_opens_at:%Y-%m-%dT%H}' in page


WHERE = ["here/", "", "my-part/"]


@pytest.mark.parametrize("path", WHERE)
@pytest.mark.parametrize(("within", "text"), [(3 * HOUR, "Check-in opens here on"), (HOUR / 2, "It was announced for")])
def test_players_read_when_it_opens_until_it_is_open(client, path, within, text):
    event = starting("registration", within=within)
    me = not_here_yet(event)
    client.force_login(me.user)
    page = client.get(f"/events/{event.slug}/{path}").content.decode()
    assert text in page and button(event) not in page


@pytest.mark.parametrize("within", [3 * HOUR, HOUR / 2])
def test_check_in_that_staff_have_started_is_open_everywhere(client, within):
    event = starting("check-in", within=within)
    me, guest = not_here_yet(event), Registration.objects.create(event=event, guest_name="Bo")
    client.force_login(me.user)
    pages = [client.get(f"/events/{event.slug}/{path}").content.decode() for path in WHERE]
    pages.append(client.get("/events/mine/").content.decode())
    assert [button(event) in page and "Check-in opens" not in page for page in pages] == [True] * len(pages)
    assert b"Check-in is open" in client.get(reverse("judging:now"), headers={"HX-Request": "true"}).content
    client.logout()
    link = reverse("tournaments:personal", args=[guest.link_token])
    page = client.get(link).content.decode()
    assert f'action="{link}check-in/"' in page and "Check-in opens" not in page
    client.post(f"{link}check-in/")
    client.force_login(me.user)
    client.post(reverse("tournaments:check_in_myself", args=[event.slug]))
    assert event.registrations.filter(checked_in_at__isnull=False).count() == 2


def test_before_staff_start_it_nobody_checks_in(client):
    event = starting("registration")
    client.force_login(not_here_yet(event).user)
    answer = client.post(reverse("tournaments:check_in_myself", args=[event.slug]))
    assert answer.status_code == 409
    assert not event.registrations.filter(checked_in_at__isnull=False).exists()


@pytest.mark.parametrize("status", [Status.WAITING, Status.WITHDRAWN, Status.ABSENT, Status.DROPPED])
def test_nobody_without_a_place_is_called_to_check_in(client, status):
    event = starting("check-in")
    me = not_here_yet(event, status=status, queued_at=timezone.now())
    client.force_login(me.user)
    assert b"Check-in is open" not in client.get(reverse("judging:now"), headers={"HX-Request": "true"}).content
