"""A token has an end that its owner chose, and is told of a week before."""

import datetime as dt

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import ApiToken, User
from accounts.tasks import chores, notify_of_expiring_tokens
from tests.accounts.signed_in import a_person, sign_in

pytestmark = pytest.mark.django_db
PAGE = reverse("accounts:tokens")


@pytest.fixture
def ana() -> User:
    return a_person()


def ends_in(token: ApiToken) -> int:
    assert token.expires_at
    return round((token.expires_at - timezone.now()) / dt.timedelta(days=1))


def a_token(owner: User, *, ends_in_days: float, age: int = 60) -> tuple[ApiToken, str]:
    token, secret = ApiToken.issue(owner=owner, name="scores", scopes=["read"])
    now = timezone.now()
    end, made = now + dt.timedelta(days=ends_in_days), now - dt.timedelta(days=age)
    ApiToken.objects.filter(pk=token.pk).update(expires_at=end, created_at=made)
    return token, secret


def ask(secret: str):
    return Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"})


@pytest.mark.parametrize(("chosen", "days"), [("7", 7), ("30", 30), ("90", 90), ("365", 365), (None, 90)])
def test_a_token_lives_as_long_as_was_chosen(ana, chosen, days):
    form = {"name": "x", "scopes": "read"} | ({"days": chosen} if chosen else {})
    sign_in(ana).post(PAGE, form)
    assert ends_in(ana.api_tokens.get()) == days


@pytest.mark.parametrize("days", ["0", "-1", "366", "100000000000", "x", "7.0"])
def test_no_other_life_can_be_chosen(ana, days):
    assert sign_in(ana).post(PAGE, {"name": "x", "scopes": "read", "days": days}).status_code == 400
    assert not ana.api_tokens.exists()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_refused_token_is_explained_in_the_readers_language(ana, language):
    _token, secret = a_token(ana, ends_in_days=-1)
    _read_only, readers = ApiToken.issue(owner=ana, name="reader", scopes=["read"])
    asked = {"headers": {"Accept-Language": language}}

    def said(secret: str, method: str = "get") -> str:
        client = Client(headers={"Authorization": f"Bearer {secret}"})
        return getattr(client, method)("/api/v1/teams/", **asked).json()["detail"]

    with translation.override(language):
        assert said("kma_made-up") == gettext("This token is unknown or has been revoked.")
        assert said(secret) == gettext("This token has expired. Create a new one.")
        assert said(readers, "post") == gettext("This token has no scope “%(scope)s”.") % {"scope": "teams:write"}
    assert said("kma_made-up").startswith({"en": "This token", "fr": "Ce jeton"}[language])


def test_an_expired_token_answers_401_with_its_code(ana):
    _token, secret = a_token(ana, ends_in_days=0.01)
    assert ask(secret).status_code == 200
    ApiToken.objects.update(expires_at=timezone.now())
    answer = ask(secret)
    assert (answer.status_code, answer.json()["code"]) == (401, "token-expired")


def test_the_page_shows_last_use_end_and_what_has_expired(ana):
    client = sign_in(ana)
    token, secret = a_token(ana, ends_in_days=0.01)
    ask(secret)
    ApiToken.objects.filter(pk=token.pk).update(
        last_used_on=dt.date(2026, 3, 4), expires_at=dt.datetime(2026, 5, 6, tzinfo=dt.UTC)
    )
    page = client.get(PAGE).content.decode()
    assert "4 March 2026" in page
    assert "6 May 2026" in page
    assert "Expired" in page


def test_a_token_made_by_the_former_version_gets_an_expiry(ana):
    token, secret = a_token(ana, ends_in_days=1)
    ApiToken.objects.update(expires_at=None)
    assert ask(secret).status_code == 200
    assert sign_in(ana).get(PAGE).status_code == 200
    chores()
    token.refresh_from_db()
    assert ends_in(token) == 90


@pytest.mark.parametrize(("days", "reported"), [(8, 0), (6.9, 1), (0.1, 1), (-0.1, 0)])
def test_the_owner_is_notified_once_a_week_before_expiry(ana, days, reported):
    a_token(ana, ends_in_days=days)
    assert (notify_of_expiring_tokens(), notify_of_expiring_tokens()) == (reported, 0)
    assert [letter.to for letter in mail.outbox] == [[ana.email]] * reported


def test_a_token_of_a_week_brings_no_e_mail(ana):
    ApiToken.issue(owner=ana, name="x", scopes=["read"], days=7)
    assert notify_of_expiring_tokens() == 0


def test_the_notice_names_token_and_day_in_the_owners_language(ana, settings):
    settings.SITE_URL = "https://arena.example/"
    User.objects.update(locale="fr")
    a_token(ana, ends_in_days=5)
    notify_of_expiring_tokens()
    assert mail.outbox[0].subject == "Un de vos jetons d’API expire bientôt"
    assert "scores" in mail.outbox[0].body
    assert f"https://arena.example{PAGE}" in mail.outbox[0].body


def test_an_expired_token_is_forgotten_after_a_month(ana):
    a_token(ana, ends_in_days=-29)
    a_token(ana, ends_in_days=-31)
    chores()
    assert ana.api_tokens.count() == 1
