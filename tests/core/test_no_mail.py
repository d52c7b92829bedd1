"""A site without a mail server promises no e-mail and says what works instead."""

import pytest
from django.core import mail as outbox
from django.core.management import call_command
from django.urls import reverse

from core.records.mail import TO_THE_LOG
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Event, Registration, Role, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[True, False], ids=["no mail server", "mail server"])
def has_none(request, settings) -> bool:
    if request.param:
        settings.EMAIL_BACKEND = TO_THE_LOG
    return request.param


@pytest.fixture
def owner() -> Person:
    return Person("owner")


@pytest.fixture
def event(owner) -> Event:
    event = an_event("registration", lists_required=True, capacity=50)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    a_player(event, "ana")
    Registration.objects.create(event=event, guest_name="Bo", guest_email="bo@example.org")
    return event


def says_so(page: str) -> bool:
    return 'data-code="no-mail"' in page


PAGES = ["account_reset_password_done", "account_email", "account_email_verification_sent", "tournaments:mail_choice"]


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_the_account_promise_no_mail(client, owner, has_none, name):
    if "reset" not in name and "verification" not in name:
        client.force_login(owner.user)
    assert says_so(client.get(reverse(name)).content.decode()) == has_none


def test_a_forgotten_password_leads_to_who_can_help(client, has_none):
    page = client.get(reverse("account_reset_password")).content.decode()
    assert says_so(page) == has_none
    assert ('name="email"' in page) != has_none
    assert ("set_password" in page) == has_none


def test_a_used_link_for_a_password_promises_no_new_one(client, has_none):
    page = client.get("/accounts/password/reset/key/1-set-password/").content.decode()
    assert says_so(page) == has_none


def test_no_address_is_confirmed_where_no_mail_goes(client, owner, has_none):
    client.force_login(owner.user)
    page = client.get(reverse("account_email")).content.decode()
    assert ('name="action_send"' in page) != has_none
    assert 'name="action_add"' in page


def test_tokens_promise_no_mail(client, owner, has_none):
    client.force_login(owner.user)
    assert ("You get an e-mail" in client.get(reverse("accounts:tokens")).content.decode()) != has_none


def test_a_password_is_set_by_the_address_of_the_account(owner, monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda **_said: "twelve-goblins-42")
    call_command("set_password", owner.user.email.upper())
    owner.user.refresh_from_db()
    assert owner.user.check_password("twelve-goblins-42")


STAFF_PAGES = ["manage/players/", "cancel/", "lists/"]


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_pages_of_the_staff_promise_no_mail(owner, event, has_none, page):
    shown = owner.sees(f"/events/{event.slug}/{page}")
    assert says_so(shown) == has_none
    assert ("by e-mail" in shown) == (page == "cancel/" and not has_none)


def test_the_list_of_players_leads_to_links_on_paper(owner, event, has_none):
    there = reverse("tournaments:print_links", args=[event.slug])
    assert (there in owner.sees(f"/events/{event.slug}/manage/players/")) == has_none
    form = owner.sees(f"/events/{event.slug}/manage/players/add/")
    assert ("This site sends no e-mails" in form) == has_none


def test_an_event_that_takes_place_after_all_notifies_nobody(owner, event, has_none):
    owner.sends(f"/events/{event.slug}/cancel/", why="storm")
    owner.sends(f"/events/{event.slug}/cancel/undo/")
    page = owner.sees(f"/events/{event.slug}/run/")
    assert ("Everyone has been notified" in page) != has_none
    assert not outbox.outbox
