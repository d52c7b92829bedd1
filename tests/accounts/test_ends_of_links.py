"""A link that gives something away ends: each works on its last day, and not on the next."""

import datetime as dt
import re
import time
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail, signing
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationCase
from accounts.moderation.services import appeal_path
from tests.accounts.signed_in import a_person, come_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def later(monkeypatch):
    """So many days and minutes later, for whatever is signed."""

    def later(days: int, minutes: int) -> None:
        span = dt.timedelta(days=days, minutes=minutes)
        now, clock = time.time() + span.total_seconds(), PasswordResetTokenGenerator._now
        monkeypatch.setattr(signing, "time", SimpleNamespace(time=lambda: now))
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: clock(self) + span)

    return later


def link_in_e_mails(beginning: str) -> str:
    (link,) = {
        link for message in mail.outbox for link in re.findall(rf"http://testserver({beginning}\S+)", str(message.body))
    }
    return link


LAST_MINUTE, NEXT_MINUTE = -1, 1


@pytest.mark.parametrize(("minutes", "works"), [(LAST_MINUTE, True), (NEXT_MINUTE, False)])
def test_a_link_to_set_a_password_works_for_three_days(later, minutes, works):
    Client().post(reverse("account_reset_password"), {"email": a_person().email})
    later(3, minutes)
    page = Client().get(link_in_e_mails("/accounts/password/reset/key/"), follow=True)
    assert ("password1" in page.content.decode()) == works


@pytest.mark.parametrize(("minutes", "works"), [(LAST_MINUTE, True), (NEXT_MINUTE, False)])
def test_a_link_to_confirm_an_address_works_for_three_days(later, minutes, works):
    client, ana = Client(), a_person()
    come_in(client, ana)
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    later(3, minutes)
    Client().post(link_in_e_mails("/accounts/confirm-email/"))
    assert EmailAddress.objects.get(email="new@example.org").verified == works


@pytest.mark.parametrize(("minutes", "status"), [(LAST_MINUTE, 200), (NEXT_MINUTE, 404)])
def test_a_link_to_appeal_works_for_thirty_days(later, minutes, status):
    case = ModerationCase.objects.create(kind="accounts.user", subject_id=1, owner=a_person(), state="decided")
    link = appeal_path(case)
    later(30, minutes)
    assert Client().get(link).status_code == status


@pytest.mark.parametrize(("minutes", "shown"), [(0, True), (2, False)])
def test_a_new_token_is_shown_for_a_minute(later, minutes, shown):
    client, ana = Client(), a_person()
    come_in(client, ana)
    assert client.post(reverse("accounts:tokens"), {"name": "scores", "scopes": "read", "days": 7}).status_code == 302
    later(0, minutes)
    assert ("kma_" in client.get(reverse("accounts:tokens")).content.decode()) == shown
