"""A person whose account is changed is notified at the address that they had before."""

import datetime as dt
import smtplib

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.profile.privacy import erase
from accounts.security.notices import send_notice_from_worker
from core.models import DomainEvent
from core.records.mail import hand_over, send_waiting
from tests.accounts.signed_in import PASSWORD, a_person, code_now, sign_in

pytestmark = pytest.mark.django_db

OLD, NEW = "ana@example.org", "new@example.org"


@pytest.fixture
def ana() -> User:
    return a_person()


@pytest.fixture
def as_ana(ana):
    client = sign_in(ana)
    mail.outbox.clear()
    return client


def notices() -> list[tuple[str, str]]:
    return sorted((letter.to[0], str(letter.subject)) for letter in mail.outbox)


def test_the_old_address_hears_of_an_added_one(as_ana):
    as_ana.post(reverse("account_email"), {"action_add": "", "email": NEW})
    assert (OLD, "An e-mail address was added to your account") in notices()
    assert [subject for to, subject in notices() if to == NEW] == ["Please Confirm Your Email Address"]


def test_a_new_main_address_is_announced_to_old_and_new(as_ana, ana):
    EmailAddress.objects.create(user=ana, email=NEW, verified=True)
    as_ana.post(reverse("account_email"), {"action_primary": "", "email": NEW})
    assert notices() == [(OLD, "Email Changed"), (NEW, "The main e-mail address of your account")]


def test_a_removed_address_and_the_main_one_are_notified(as_ana, ana):
    EmailAddress.objects.create(user=ana, email=NEW, verified=True)
    as_ana.post(reverse("account_email"), {"action_remove": "", "email": NEW})
    assert notices() == [(OLD, "Email Removed"), (NEW, "An e-mail address was removed from your account")]


def test_a_removed_unconfirmed_address_is_not_notified(as_ana, ana):
    EmailAddress.objects.create(user=ana, email=NEW, verified=False)
    as_ana.post(reverse("account_email"), {"action_remove": "", "email": NEW})
    assert [to for to, _subject in notices()] == [OLD]


def test_a_changed_password_sends_a_notice(as_ana):
    form = {"oldpassword": PASSWORD, "password1": "quite another one", "password2": "quite another one"}
    as_ana.post(reverse("account_change_password"), form)
    assert notices() == [(OLD, "Password Changed")]
    assert "all API tokens are revoked" in mail.outbox[0].body


@pytest.mark.django_db(transaction=True)
def test_changes_of_the_second_factor_send_a_notice(as_ana):
    secret = as_ana.get(reverse("mfa_activate_totp")).context["form"].secret
    as_ana.post(reverse("mfa_activate_totp"), {"code": code_now(secret)})
    as_ana.post(reverse("mfa_generate_recovery_codes"))
    as_ana.post(reverse("mfa_deactivate_totp"))
    subjects = ["Authenticator App Activated", "Authenticator App Deactivated", "New Recovery Codes Generated"]
    assert notices() == [(OLD, subject) for subject in subjects]


def test_created_and_revoked_tokens_send_a_notice(as_ana):
    as_ana.post(reverse("accounts:tokens"), {"name": "scores", "scopes": "read"})
    assert "“scores”" in mail.outbox[0].body
    as_ana.post(reverse("accounts:withdraw-token", args=[ApiToken.objects.get().pk]))
    assert notices() == [(OLD, "A new API token was created"), (OLD, "An API token was revoked")]


def test_downloaded_data_and_a_deleted_account_send_a_notice(as_ana):
    as_ana.get(reverse("accounts:my-data"))
    assert notices() == []
    as_ana.post(reverse("accounts:my-data"))
    as_ana.post(reverse("accounts:delete"))
    assert notices() == [(OLD, "Your account is deleted"), (OLD, "Your data was downloaded")]


def test_notices_give_advice_and_use_the_sites_own_address(as_ana, settings):
    settings.SITE_URL = "https://arena.example/"
    settings.ALLOWED_HOSTS = ["*"]
    as_ana.post(reverse("accounts:tokens"), {"name": "x", "scopes": "read"}, headers={"Host": "evil.example"})
    body = mail.outbox[0].body
    assert "If it was not you" in body
    assert f"https://arena.example{reverse('account_reset_password')}" in body
    assert f"https://arena.example{reverse('accounts:devices')}" in body
    assert "evil.example/" not in body


def test_a_notice_is_in_the_language_of_the_person(as_ana, ana):
    User.objects.update(locale="fr")
    as_ana.post(reverse("accounts:tokens"), {"name": "x", "scopes": "read"})
    assert mail.outbox[0].subject == "Un nouveau jeton d’API a été créé"
    assert "Si ce n’était pas vous" in mail.outbox[0].body


def refuse(*_args):
    raise ConnectionRefusedError


def test_a_notice_is_sent_when_the_mail_server_is_back(as_ana, ana, monkeypatch):
    with monkeypatch.context() as without_mail:
        without_mail.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        as_ana.post(reverse("accounts:tokens"), {"name": "x", "scopes": "read"})
        assert ana.api_tokens.exists() and mail.outbox == []
    DomainEvent.objects.update(due_at=timezone.now())
    assert send_waiting() == 1
    assert [message.to for message in mail.outbox] == [[ana.email]]
    assert not DomainEvent.objects.exists()


def test_a_notice_survives_the_process_that_wrote_it(as_ana, ana, monkeypatch):
    monkeypatch.setattr(
        "core.records.outbox.transaction.on_commit", lambda _work, **_options: None
    )  # it died at the commit
    as_ana.post(reverse("accounts:tokens"), {"name": "x", "scopes": "read"})
    assert mail.outbox == []
    DomainEvent.objects.update(due_at=timezone.now())
    send_waiting()
    assert len(mail.outbox) == 1


def test_a_notice_goes_with_the_change_that_was_rolled_back(ana, monkeypatch):
    monkeypatch.setattr("core.records.outbox.transaction.on_commit", lambda _work, **_options: None)
    with pytest.raises(ConnectionRefusedError), transaction.atomic():
        send_notice_from_worker(ana, "token_ends", token=ApiToken(name="x", expires_at=timezone.now()))
        assert DomainEvent.objects.exists()
        refuse()
    assert not DomainEvent.objects.exists()


def test_a_notice_is_given_up_after_two_days(ana):
    old = (timezone.now() - dt.timedelta(days=2, minutes=1)).isoformat()
    hand_over(to=[ana.email], subject="x", body="x", sender="x@example.org", written_at=old)
    assert mail.outbox == []


@pytest.mark.parametrize(("code", "is_kept"), [(550, False), (450, True)])
def test_an_address_refused_for_good_is_not_tried_again(as_ana, ana, monkeypatch, code, is_kept):
    def say_no(*_args):
        raise smtplib.SMTPRecipientsRefused({ana.email: (code, b"no")})

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", say_no)
    as_ana.post(reverse("accounts:tokens"), {"name": "x", "scopes": "read"})
    assert DomainEvent.objects.filter(name="email-written").exists() == is_kept


def test_a_deleted_account_leaves_no_waiting_notice(as_ana, ana, monkeypatch):
    with monkeypatch.context() as without_mail:
        without_mail.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        as_ana.post(reverse("accounts:tokens"), {"name": "x", "scopes": "read"})
    address = ana.email
    erase(ana)
    assert address not in str(list(DomainEvent.objects.values_list("payload", flat=True)))


def test_an_account_is_deleted_when_its_notice_fails(as_ana, ana, monkeypatch):
    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    page = as_ana.post(reverse("accounts:delete"), follow=True)
    assert "could not be sent" in page.content.decode()
    assert not DomainEvent.objects.filter(name="email-written").exists()
    assert not User.objects.filter(email=ana.email).exists()
