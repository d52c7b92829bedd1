"""The pages about one's account in a real browser: a form that came too late, and the devices."""

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.models import ApiToken
from tests.accounts.signed_in import PASSWORD, a_person
from tests.browser.driver import faults_in_both_colours

pytestmark = pytest.mark.django_db(transaction=True)


def session_of(page) -> SessionStore:
    return SessionStore(next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"))


def make_stale(page) -> None:
    session = session_of(page)
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= 3600
    session.save()


def looks_right(page, name: str) -> None:
    assert faults_in_both_colours(page) == [], name


@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.check), "desktop"])
def test_a_token_is_made_after_signing_in_again(open_page, size):
    ana = a_person()
    page = open_page("/me/tokens/", size=size, user=ana)
    make_stale(page)
    page.get_by_label("Name").fill("scores")
    page.get_by_label("read what you can see").check()
    page.get_by_role("button", name="Create token").click()
    page.get_by_label("Password").wait_for()
    looks_right(page, "sign in again")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Create the API token “scores”.").wait_for()
    looks_right(page, "go on")
    page.get_by_role("button", name="Send it now").click()
    page.locator("#token-secret").wait_for()
    looks_right(page, "tokens")
    assert ApiToken.objects.get().name == "scores"


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_another_device_is_signed_out_on_the_page_of_devices(open_page, size):
    ana = a_person()
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1"
    page = open_page("/me/devices/", size=size, user=ana)
    elsewhere = SessionStore()
    elsewhere.update({name: value for name, value in session_of(page).items() if name.startswith("_auth")})
    elsewhere.save()
    UserSession.objects.create(
        user=ana, ip="2001:db8:1:2::9", user_agent=phone, session_key=elsewhere.session_key, last_seen_at=timezone.now()
    )
    page.reload()
    looks_right(page, "devices")
    page.get_by_role("button", name="Sign out this device: Safari on iPhone").click()
    page.get_by_text("This device is signed out: Safari on iPhone.").wait_for()
    page.get_by_text("You are not signed in anywhere else.").wait_for()
