"""Every page about an account opens, in the site's own look; what it promises happens."""

import pytest
from django.urls import reverse

from accounts.models import ApiToken, User
from accounts.tokens.models import digest_of
from tests.accounts.signed_in import sign_in

SIGN_IN_PATHS = ["account_login", "account_signup", "account_reset_password"]
MANAGE = [
    "accounts:me",
    "accounts:tokens",
    "accounts:devices",
    "accounts:my-data",
    "accounts:delete",
    "account_email",
    "account_change_password",
    "mfa_index",
]


@pytest.fixture
def ana(db) -> User:
    return User.objects.create_user("ana", "ana@example.org", "right horse", public_name="Ana Arcos")


@pytest.fixture
def as_ana(ana):
    return sign_in(ana, "right horse")


@pytest.mark.parametrize("name", SIGN_IN_PATHS)
def test_pages_to_come_in_open_for_everybody(client, db, name):
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert b'id="main"' in page.content


@pytest.mark.parametrize("name", MANAGE)
def test_pages_about_oneself_ask_who_it_is(client, db, name):
    assert client.get(reverse(name)).status_code == 302


@pytest.mark.parametrize("name", MANAGE)
def test_pages_about_oneself_open(as_ana, name):
    page = as_ana.get(reverse(name))
    assert page.status_code == 200
    assert b'id="main"' in page.content


def test_every_label_of_a_form_begins_with_a_capital(client, db):
    labels = [str(field.label) for field in client.get(reverse("account_signup")).context["form"]]
    assert labels == [label[0].upper() + label[1:] for label in labels]


def test_signing_up_takes_a_public_name_and_hides_the_address(client, db):
    answer = client.post(
        reverse("account_signup"),
        {"public_name": "Bea", "email": "bea.secret@example.org", "password1": "a long sentence", "is_minor": "on"},
    )
    assert answer.status_code == 302
    bea = User.objects.get(email="bea.secret@example.org")
    assert (bea.public_name, bea.is_minor, bea.shown_name) == ("Bea", True, "B.")
    assert "secret" not in bea.username


def test_the_profile_keeps_what_was_chosen_and_pages_follow(as_ana, ana):
    choice = {"public_name": "Ana A.", "locale": "fr", "time_zone": "Europe/Paris"}
    assert as_ana.post(reverse("accounts:me"), choice).status_code == 302
    assert as_ana.get("/")["Content-Language"] == "fr"
    ana.refresh_from_db()
    assert ana.time_zone == "Europe/Paris"


def test_a_profile_with_an_unknown_zone_is_not_kept(as_ana, ana):
    wrong = {"public_name": "Ana", "time_zone": "../../etc/passwd"}
    assert as_ana.post(reverse("accounts:me"), wrong).status_code == 400
    ana.refresh_from_db()
    assert ana.public_name == "Ana Arcos"


def test_a_token_is_shown_once_and_kept_as_a_hash(as_ana, ana):
    page = as_ana.post(reverse("accounts:tokens"), {"name": "scorekeeper", "scopes": ["read"]}, follow=True)
    assert page.redirect_chain  # so that a reload makes no second one
    secret = page.context["secret"]
    assert secret in page.content.decode()
    assert ana.api_tokens.get().digest == digest_of(secret)
    assert secret not in as_ana.get(reverse("accounts:tokens")).content.decode()


def test_only_its_owner_withdraws_a_token(as_ana, ana):
    bea = User.objects.create_user("bea", "bea@example.org")
    hers, _ = ApiToken.issue(owner=bea, name="x", scopes=["read"])
    mine, _ = ApiToken.issue(owner=ana, name="x", scopes=["read"])
    assert as_ana.post(reverse("accounts:withdraw-token", args=[hers.pk])).status_code == 404
    assert as_ana.post(reverse("accounts:withdraw-token", args=[mine.pk])).status_code == 302
    assert list(ApiToken.objects.all()) == [hers]


@pytest.mark.django_db
def test_a_used_password_link_offers_a_new_one(client):
    page = client.get(reverse("account_reset_password_from_key", args=["1", "bad-key"])).content.decode()
    assert "Bad Token" not in page
    assert f'class="button button-primary" href="{reverse("account_reset_password")}"' in page


def test_text_direction_marks_are_removed_from_a_public_name(as_ana, ana):
    fields = {"locale": "", "time_zone": ""}
    assert as_ana.post(reverse("accounts:me"), fields | {"public_name": "\u202eAna\u2069"}).status_code == 302
    ana.refresh_from_db()
    assert ana.public_name == "Ana"
    assert as_ana.post(reverse("accounts:me"), fields | {"public_name": "\u202e"}).status_code == 400
