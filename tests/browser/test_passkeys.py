"""A passkey instead of a password, with the authenticator that Chromium brings for tests."""

import pytest
from allauth.mfa.models import Authenticator

from tests.accounts.signed_in import PASSWORD, a_person
from tests.browser.driver import overflow, serious_faults

pytestmark = pytest.mark.django_db(transaction=True)
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.mark.parametrize("size", [pytest.param("phone", marks=pytest.mark.check), "desktop"])
def test_a_passkey_is_added_and_signs_in_without_a_password(open_page, size):
    ana = a_person()
    page = open_page("/style/", size=size)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    site = page.url.replace("127.0.0.1", "localhost").removesuffix("/style/")

    page.goto(f"{site}/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.locator("[name=login]").fill(ana.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.locator("[name=name]").fill("Laptop")
    page.locator("[name=passwordless]").check()
    assert (overflow(page), serious_faults(page)) == (0, [])
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/**")
    assert Authenticator.objects.filter(user=ana, type="webauthn").count() == 1

    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login/?next=/me/")
    assert (overflow(page), serious_faults(page)) == (0, [])
    page.locator("#passkey_login").click()
    page.wait_for_url("**/me/")
