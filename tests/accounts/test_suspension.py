"""The administration: its second factor, and accounts that are suspended and restored there."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import User
from accounts.tokens import ApiToken
from core import privacy
from core.models import AuditEntry
from tests.accounts.signed_in import a_person, is_in, sign_in

pytestmark = pytest.mark.django_db
ACCOUNTS = reverse("admin:accounts_user_changelist")


@pytest.fixture
def keeper():
    keeper = a_person("keeper")
    User.objects.filter(pk=keeper.pk).update(is_staff=True, is_superuser=True)
    return sign_in(keeper)


def ask(client, action: str, *people: User, why: str = "spam in a team's name") -> str:
    form = {"action": action, "_selected_action": [person.pk for person in people], "why": why}
    return client.post(ACCOUNTS, form, follow=True).content.decode()


def test_a_suspended_account_is_out_and_comes_back_when_restored(keeper):
    ana = a_person("ana")
    there = sign_in(ana)
    ApiToken.issue(owner=ana, name="scores", scopes=["read"])
    assert "1 account suspended" in ask(keeper, "suspend", ana)
    assert not is_in(there)
    assert not is_in(sign_in(ana))
    assert not ApiToken.objects.exists()
    assert AuditEntry.objects.get(action="account-suspended").why == "spam in a team's name"
    ask(keeper, "restore", ana)
    assert is_in(sign_in(ana))


def test_only_superusers_give_rights():
    helper, ana = a_person("helper"), a_person("ana")
    User.objects.filter(pk=helper.pk).update(is_staff=True)
    helper.user_permissions.add(*Permission.objects.filter(codename__in=["view_user", "change_user"]))
    page = reverse("admin:accounts_user_change", args=[helper.pk])
    assert sign_in(helper).post(page, {"is_staff": "on", "is_superuser": "on"}).status_code == 302
    helper.refresh_from_db()
    assert not helper.is_superuser
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    assert sign_in(ana).post(page, {"is_staff": "on", "is_superuser": "on"}).status_code == 302
    helper.refresh_from_db()
    assert helper.is_superuser


def test_a_deleted_account_is_not_restored(keeper):
    ana = a_person("ana")
    privacy.erase(ana)
    assert "It cannot be restored" in ask(keeper, "restore", ana)
    ana.refresh_from_db()
    assert not ana.is_active


def test_a_suspension_needs_a_reason(keeper):
    ana = a_person("ana")
    assert "Give a reason" in ask(keeper, "suspend", ana, why=" ")
    ana.refresh_from_db()
    assert ana.is_active


def test_nobody_suspends_themselves_or_another_administrator(keeper):
    boss = User.objects.create_superuser("boss", "boss@example.org", "x")
    ask(keeper, "suspend", boss, User.objects.get(username="keeper"))
    assert not User.objects.filter(is_active=False).exists()


def test_accounts_are_neither_added_nor_deleted_in_the_admin(keeper):
    ana = a_person("ana")
    assert keeper.get(reverse("admin:accounts_user_add")).status_code == 403
    assert keeper.get(reverse("admin:accounts_user_delete", args=[ana.pk])).status_code == 403


def test_the_admin_opens_only_with_a_second_factor(keeper, settings):
    settings.ADMIN_SECOND_FACTOR = True
    assert keeper.get(ACCOUNTS).url == reverse("mfa_index")
    TOTP.activate(User.objects.get(username="keeper"), generate_totp_secret())
    assert keeper.get(ACCOUNTS).status_code == 200
