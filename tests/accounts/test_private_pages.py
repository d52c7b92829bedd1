"""What a browser keeps of an account, and what other programs find."""

import base64
import json

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.password_validation import validate_password
from django.urls import reverse

from tests.accounts.signed_in import a_person, sign_in
from tests.tournaments.worlds import an_event, opens_lists
from tournaments.models import Role


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["accounts:me", "accounts:tokens", "accounts:devices", "mfa_index", "account_email"])
def test_no_browser_keeps_a_page_about_an_account(name):
    page = sign_in(a_person()).get(reverse(name))
    assert (page.status_code, page["Cache-Control"]) == (200, "no-store")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("print/links/", "no-store"),
        ("staff/", "no-store"),
        ("desk/export/", "private, no-store"),
        ("event.json", "private, no-store"),
        ("manage/players/add/", "private, no-cache"),
        ("manage/players/", "private, no-cache"),
    ],
)
def test_browsers_keep_no_lists_of_names_and_always_revalidate_pages(path, kept):
    olga = a_person()
    event = an_event()
    event.staff.create(user=olga, role=Role.OWNER)
    opens_lists(event, olga)
    page = sign_in(olga).get(f"/events/{event.slug}/{path}")
    assert (page.status_code, page["Cache-Control"]) == (200, kept)


@pytest.mark.django_db
def test_signing_out_empties_the_cache_of_the_browser():
    client = sign_in(a_person())
    assert client.post(reverse("account_logout"))["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in client.post(reverse("account_logout"))


@pytest.mark.django_db
@pytest.mark.parametrize("sent", ["9" * 5000, "[" * 100, "not json", "[]", '{"a": ' + "9" * 5000 + "}"])
def test_an_unreadable_passkey_is_refused(client, sent):
    answer = client.post(reverse("mfa_login_webauthn"), {"credential": sent})
    assert (answer.status_code, SESSION_KEY in client.session) == (302, False)


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@pytest.mark.django_db
@pytest.mark.parametrize("cbor", [b"", b"\xa1", b"\x81" * 2000 + b"\0"])
@pytest.mark.parametrize("name", ["mfa_login_webauthn", "mfa_add_webauthn"])
def test_a_passkey_with_unreadable_binary_parts_is_refused(client, name, cbor):
    client_data = {"type": "webauthn.get", "challenge": "AA", "origin": "https://example.org"}
    response = {"clientDataJSON": encoded(json.dumps(client_data).encode())}
    if name == "mfa_add_webauthn":
        client, response["attestationObject"] = sign_in(a_person()), encoded(cbor)
    else:
        extensions_follow = bytes(32) + b"\x80" + bytes(4)
        response |= {"authenticatorData": encoded(extensions_follow + cbor), "signature": "AA"}
    credential = {"id": "AA", "rawId": "AA", "type": "public-key", "response": response}
    assert client.post(reverse(name), {"credential": json.dumps(credential)}).status_code in (200, 302)
    assert not Authenticator.objects.exists()


@pytest.mark.django_db
def test_a_password_like_the_name_that_is_given_is_refused(client):
    form = {"public_name": "Ana Example Person", "email": "a@example.org", "password1": "anaexampleperson"}
    page = client.post(reverse("account_signup"), form)
    assert "password1" in page.context["form"].errors


@pytest.mark.django_db
def test_robots_stay_away_from_personal_pages(client):
    text = client.get("/robots.txt").content.decode()
    assert {"Disallow: /me/", "Disallow: /events/me/"} <= set(text.splitlines())


@pytest.mark.django_db
def test_security_contact_is_published_where_one_is_given(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    text = client.get("/.well-known/security.txt").content.decode()
    assert "Contact: mailto:security@example.org\n" in text
    assert "\nExpires: 2" in text


@pytest.mark.django_db
@pytest.mark.django_db
@pytest.mark.parametrize(
    "password", ["Krosmaster2026!", "wakfu-wakfu-wakfu", "Goultard!Goultard", "King of the Gobballs"]
)
def test_a_password_of_words_of_the_game_is_refused(client, password):
    form = {"public_name": "Ana", "email": "a@example.org", "password1": password}
    errors = client.post(reverse("account_signup"), form).context["form"].errors.as_data()
    assert [error.code for error in errors["password1"]] == ["password-of-game-words"]


def test_a_sentence_with_a_game_word_is_a_password():
    validate_password("my dofus sits under the table")


def test_password_managers_find_the_page_to_change_a_password(client):
    assert client.get("/.well-known/change-password").url == reverse("account_change_password")
