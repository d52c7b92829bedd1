"""A change of an account and the notice of it are stored together, or neither is."""

import pytest
from django.urls import reverse

from accounts.models import ApiToken, User
from tests.accounts.signed_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana", "ana@example.org", "right horse", public_name="Ana Arcos")


@pytest.fixture
def as_ana(ana):
    client = sign_in(ana, "right horse")
    client.raise_request_exception = False
    return client


@pytest.fixture
def no_notice_is_stored(monkeypatch):
    def refuse(*_names, **_facts):
        raise OSError

    monkeypatch.setattr("core.records.mail.outbox.publish", refuse)


@pytest.mark.usefixtures("no_notice_is_stored")
def test_no_token_is_created_without_its_notice(as_ana):
    assert as_ana.post(reverse("accounts:tokens"), {"name": "scores", "scopes": "read"}).status_code == 500
    assert not ApiToken.objects.exists()


@pytest.mark.usefixtures("no_notice_is_stored")
def test_no_token_is_revoked_without_its_notice(as_ana, ana):
    token, _secret = ApiToken.issue(owner=ana, name="scores", scopes=["read"])
    assert as_ana.post(reverse("accounts:withdraw-token", args=[token.pk])).status_code == 500
    assert ApiToken.objects.get() == token
