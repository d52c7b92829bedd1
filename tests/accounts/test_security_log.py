"""What concerns the security of accounts is logged, kept for 30 days, and given to administrators as JSON lines."""

import datetime as dt
import json
from io import StringIO

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SecurityEvent, User
from accounts.moderation.administration import suspend
from accounts.tasks import delete_old_records
from core.privacy import personal_data
from tests.accounts.signed_in import PASSWORD, a_person, code_now, come_in, sign_in

pytestmark = pytest.mark.django_db


def actions() -> list[str]:
    return list(SecurityEvent.objects.order_by("pk").values_list("action", flat=True))


def lines(**options) -> list[dict]:
    printed = StringIO()
    call_command("security_log", stdout=printed, **options)
    return [json.loads(line) for line in printed.getvalue().splitlines()]


def test_sign_ins_failures_tokens_and_passwords_are_logged():
    ana = a_person()
    client = sign_in(ana, "wrong", REMOTE_ADDR="203.0.113.7", headers={"user-agent": "Browser"})
    client = sign_in(ana)
    client.post(reverse("accounts:tokens"), {"name": "x", "scopes": "read", "days": 7})
    client.post(reverse("accounts:withdraw-token", args=[ana.api_tokens.get().pk]))
    new = {"oldpassword": PASSWORD, "password1": "another sentence of words", "password2": "another sentence of words"}
    client.post(reverse("account_change_password"), new)
    client.post(reverse("account_logout"))
    assert actions() == [
        *("sign-in-failed", "signed-in", "token-created", "token-withdrawn", "password-changed", "signed-out")
    ]
    failed = SecurityEvent.objects.order_by("pk")[0]
    assert (failed.user, failed.name, failed.address, failed.device) == (None, ana.email, "203.0.113.7", "Browser")


def test_a_wrong_second_factor_is_logged_with_its_account():
    ana, secret = a_person(), generate_totp_secret()
    TOTP.activate(ana, secret)
    client = sign_in(ana)
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    client.post(reverse("mfa_authenticate"), {"code": code_now(secret)})
    assert actions() == ["second-factor-failed", "signed-in"]
    assert SecurityEvent.objects.filter(user=ana).count() == 2


def test_the_export_holds_rights_too_and_is_in_order(client):
    ana, boss = a_person(), User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    sign_in(ana)
    suspend(user=ana, by=boss, why="spam")
    sign_in(boss)
    found = lines()
    assert [line["action"] for line in found] == ["signed-in", "signed-out", "account-suspended", "signed-in"] or [
        line["action"] for line in found
    ] == ["signed-in", "account-suspended", "signed-in"]
    assert [line["at"] for line in found] == sorted(line["at"] for line in found)
    assert lines(since=(timezone.now() + dt.timedelta(days=1)).date().isoformat()) == []
    with pytest.raises(CommandError, match="2026-11-21"):
        call_command("security_log", since="yesterday", stdout=StringIO())


def test_only_administrators_download_it():
    ana, boss = a_person(), User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    for page in ("accounts:security-log", "accounts:security-log-file"):
        someone, admin = Client(), Client()
        come_in(someone, ana)
        come_in(admin, boss)
        assert someone.get(reverse(page)).status_code == 403
        assert admin.get(reverse(page)).status_code == 200
    rows = [json.loads(line) for line in b"".join(admin.get(reverse(page))).splitlines()]
    assert {"signed-in", "access-refused"} == {row["action"] for row in rows}


def test_it_is_deleted_after_thirty_days_and_with_the_account():
    ana = a_person()
    sign_in(ana, "wrong")
    sign_in(ana)
    old = SecurityEvent.objects.create(action="signed-in")
    SecurityEvent.objects.filter(pk=old.pk).update(at=timezone.now() - dt.timedelta(days=31))
    delete_old_records()
    assert SecurityEvent.objects.count() == 2
    personal_data.erase(ana)
    assert not SecurityEvent.objects.exists()
