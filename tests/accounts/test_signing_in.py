"""Coming back with a forgotten password, with a second factor, and with an address that was never confirmed."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.messages import get_messages
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User

PASSWORD = "a long sentence of words"
pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    ana = User.objects.create_user("ana", "ana@example.org", PASSWORD, public_name="Ana")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    return ana


def sign_in(client, password: str = PASSWORD):
    return client.post(reverse("account_login"), {"login": "ana@example.org", "password": password})


def is_in(client) -> bool:
    return client.get(reverse("accounts:me")).status_code == 200


def test_a_forgotten_password_is_reset_through_an_e_mail(client, ana):
    client.post(reverse("account_reset_password"), {"email": ana.email})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"password1": "quite another one", "password2": "quite another one"})
    assert sign_in(client).status_code == 200
    assert sign_in(client, "quite another one").status_code == 302


def test_an_e_mail_names_the_site_and_not_a_host(client, ana):
    client.post(reverse("account_reset_password"), {"email": ana.email})
    lines = mail.outbox[0].body.splitlines()
    assert "testserver" not in lines[0]
    assert "Krosmaster" in lines


def test_asking_for_an_unknown_address_reveals_nothing(client, ana):
    known = client.post(reverse("account_reset_password"), {"email": ana.email})
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)


def test_a_second_factor_is_asked_for_after_the_password(client, ana):
    secret = generate_totp_secret()
    TOTP.activate(ana, secret)
    assert sign_in(client).url == reverse("mfa_authenticate")
    assert not is_in(client)
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert not is_in(client)
    counter = next(yield_hotp_counters_from_time())
    client.post(reverse("mfa_authenticate"), {"code": format_hotp_value(hotp_value(secret, counter))})
    assert is_in(client)


def test_codes_of_a_second_factor_cannot_be_guessed_without_limit(client, ana):
    secret = generate_totp_secret()
    TOTP.activate(ana, secret)
    sign_in(client)
    for guess in range(10):
        client.post(reverse("mfa_authenticate"), {"code": f"{guess:06}"})
    counter = next(yield_hotp_counters_from_time())
    client.post(reverse("mfa_authenticate"), {"code": format_hotp_value(hotp_value(secret, counter))})
    assert not is_in(client)


def lock_out(client) -> None:
    while sign_in(client, "wrong").status_code == 200:
        pass


def test_wrong_passwords_lock_the_name_for_one_address_only(client, ana):
    lock_out(client)
    assert sign_in(client).status_code == 429
    elsewhere = Client(REMOTE_ADDR="127.0.0.9")
    assert sign_in(elsewhere).status_code == 302


def test_a_new_password_ends_the_lock_after_wrong_ones(client, ana):
    """As the page of the lock-out advises."""
    lock_out(client)
    client.post(reverse("account_reset_password"), {"email": ana.email})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"password1": "quite another one", "password2": "quite another one"})
    assert sign_in(client, "quite another one").status_code == 302


def test_signing_in_greets_by_the_public_name(client, ana):
    ana.public_name = "Ana A."
    ana.save()
    greeting = str(next(iter(get_messages(sign_in(client).wsgi_request))))
    assert "Ana A." in greeting
    assert ".." not in greeting


def test_where_addresses_must_be_confirmed_nobody_comes_in_before(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    form = {"public_name": "Bea", "email": "bea@example.org", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), form).url == reverse("account_email_verification_sent")
    assert not is_in(client)
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]
    client.post(link)
    assert EmailAddress.objects.get(email="bea@example.org").verified


@pytest.mark.parametrize("weak", ["short", "password123", "ana@example.org"])
def test_a_weak_password_is_refused(client, weak):
    form = {"public_name": "Ana", "email": "ana@example.org", "password1": weak}
    assert client.post(reverse("account_signup"), form).status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize(("password", "refused"), [("tr0ut kit", True), ("tr0ut kite", False), ("tr0ut " * 40, False)])
def test_a_password_has_ten_characters_at_least(client, password, refused):
    form = {"public_name": "Ana", "email": "ana@example.org", "password1": password}
    page = client.post(reverse("account_signup"), form)
    assert User.objects.exists() != refused
    if refused:
        errors = page.context["form"].errors.as_data()["password1"]
        assert [error.code for error in errors] == ["password_too_short"]


@pytest.mark.parametrize(
    "there", ["-1", "x/y", "//elsewhere.example", "\\\\elsewhere.example", "/a\nb", "javascript:x"]
)
def test_signing_in_leads_to_pages_of_this_site_alone(client, ana, there):
    form = {"login": "ana@example.org", "password": PASSWORD, "next": there}
    answer = client.post(reverse("account_login"), form)
    assert (answer.status_code, answer.url) == (302, "/")
    assert client.get(reverse("account_login"), {"next": there}).url == "/"  # already signed in


def test_signing_in_leads_on_to_the_requested_page(client, ana):
    form = {"login": "ana@example.org", "password": PASSWORD, "next": "/events/?page=2"}
    assert client.post(reverse("account_login"), form).url == "/events/?page=2"


@pytest.mark.parametrize("page", ["login/", "signup/", "password/reset/", "confirm-email/", "login/code/confirm/"])
def test_a_way_back_that_is_no_address_is_passed_over(client, page):
    answer = client.get(f"/accounts/{page}", {"next": "http://["})
    assert answer.status_code in (200, 302)
    assert "http" not in answer.headers.get("Location", "")
