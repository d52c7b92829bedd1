"""An administrator without superuser rights takes over no account that may do more, and owners are told of changes."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts.models import User
from core.models import AuditEntry
from tests.accounts.signed_in import PASSWORD, a_person, is_in, sign_in

pytestmark = pytest.mark.django_db
ACCOUNTS = reverse("admin:accounts_user_changelist")
ONLY_SHOWN = [AccessFailureLog, AccessLog, Authenticator, EmailAddress, SocialAccount, UserSession]
FOR_SUPERUSERS = [AccessAttempt, Group]
NOT_THERE = [SocialApp, SocialToken]


@pytest.fixture
def root() -> User:
    """A superuser, signed in somewhere and with a second factor."""
    root = a_person("root")
    User.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    sign_in(root)
    TOTP.activate(root, generate_totp_secret())
    return root


@pytest.fixture
def helper() -> User:
    """An administrator who has been given every single permission, and is no superuser."""
    helper = a_person("helper")
    User.objects.filter(pk=helper.pk).update(is_staff=True)
    helper.user_permissions.set(Permission.objects.all())
    return helper


@pytest.fixture
def as_helper(helper) -> Client:
    return sign_in(helper)


def an_administrator(name: str, *permissions: str) -> User:
    person = a_person(name)
    User.objects.filter(pk=person.pk).update(is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user", *permissions]))
    return User.objects.get(pk=person.pk)


def page_of(model: Any, name: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def ask(client: Client, action: str, *people: User, why: str = "asked at the desk") -> Any:
    form = {"action": action, "_selected_action": [person.pk for person in people], "why": why}
    return client.post(ACCOUNTS, form, follow=True)


def mails_to(person: User) -> list[str]:
    return [str(letter.body) for letter in mail.outbox if letter.to == [person.email]]


def test_a_confirmed_address_is_not_added_to_an_account(as_helper, root):
    form = {"user": root.pk, "email": "thief@example.org", "verified": "on", "primary": ""}
    assert as_helper.post(page_of(EmailAddress, "add"), form).status_code == 403
    Client().post(reverse("account_reset_password"), {"email": "thief@example.org"})
    assert not [letter for letter in mail.outbox if "password/reset/key" in letter.body]
    mine = EmailAddress.objects.create(user=root, email="thief@example.org", verified=False)
    assert as_helper.post(page_of(EmailAddress, "change", mine.pk), form).status_code == 403
    confirm = {"action": "make_verified", "_selected_action": [mine.pk]}
    as_helper.post(page_of(EmailAddress, "changelist"), confirm)
    mine.refresh_from_db()
    assert not mine.verified


@pytest.mark.parametrize("model", ONLY_SHOWN + FOR_SUPERUSERS)
def test_pages_of_libraries_only_show(as_helper, root, model):
    Group.objects.create(name="Reviewers")
    SocialAccount.objects.create(user=root, provider="oidc", uid="1")
    AccessAttempt.objects.create(username="root", failures_since_start=1)
    assert as_helper.get(page_of(model, "changelist")).status_code == 200
    assert as_helper.post(page_of(model, "add"), {"user": root.pk}).status_code == 403
    row = model.objects.first()
    if row:
        assert as_helper.get(page_of(model, "change", row.pk)).status_code == 200
        for name in ("change", "delete"):
            assert as_helper.post(page_of(model, name, row.pk), {"post": "yes"}).status_code == 403
        deletion = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        as_helper.post(page_of(model, "changelist"), deletion)
        assert model.objects.filter(pk=row.pk).exists()


def test_every_page_of_the_administration_is_one_of_those(as_helper):
    assert {*admin.site._registry} == {User, *ONLY_SHOWN, *FOR_SUPERUSERS}
    for model in NOT_THERE:
        with pytest.raises(NoReverseMatch):
            page_of(model, "add")


@pytest.mark.parametrize("model", ONLY_SHOWN)
def test_not_even_superusers_change_them(root, model):
    client = Client()
    client.force_login(root)
    assert client.post(page_of(model, "add"), {"user": root.pk}).status_code in (302, 403)
    admin_of = admin.site._registry[model]
    request = type("Request", (), {"user": root})()
    assert not admin_of.has_add_permission(request)
    assert not admin_of.has_change_permission(request)
    assert not admin_of.has_delete_permission(request)


def test_the_key_of_a_session_is_neither_shown_nor_guessed(as_helper, root):
    session = UserSession.objects.get(user=root)
    for name, args in (("changelist", ()), ("change", (session.pk,))):
        assert session.session_key not in as_helper.get(page_of(UserSession, name, *args)).content.decode()
    secrets = [(UserSession, "session_key"), (User, "password"), (Authenticator, "data"), (SocialAccount, "extra_data")]
    for model, secret in secrets:
        assert as_helper.get(page_of(model, "changelist"), {f"{secret}__startswith": "a"}).status_code == 400


def test_a_group_gets_no_rights_from_who_is_in_it(as_helper, helper):
    group = Group.objects.create(name="Helpers")
    helper.groups.add(group)
    form = {"name": "Helpers", "permissions": [permission.pk for permission in Permission.objects.all()]}
    assert as_helper.post(page_of(Group, "change", group.pk), form).status_code == 403
    assert not group.permissions.exists()


def test_nobody_gives_themselves_rights(as_helper, helper):
    rights = {"is_staff": "on", "is_superuser": "on", "groups": [Group.objects.create(name="All").pk]}
    as_helper.post(page_of(User, "change", helper.pk), rights)
    helper.refresh_from_db()
    assert (helper.is_superuser, helper.groups.exists()) == (False, False)
    assert as_helper.post(f"{ACCOUNTS}{helper.pk}/password/", {"password1": "x"}).status_code in (302, 404)


@pytest.mark.parametrize("action", ["suspend", "restore", "remove_second_factor"])
def test_an_account_with_more_rights_is_out_of_reach(action):
    client = sign_in(an_administrator("keeper"))
    other = an_administrator("other", "read_security_log")
    through_group = an_administrator("third")
    group = Group.objects.create(name="Readers")
    group.permissions.set(Permission.objects.filter(codename="read_security_log"))
    through_group.groups.add(group)
    for person in (other, through_group):
        TOTP.activate(person, generate_totp_secret())
        User.objects.filter(pk=person.pk).update(is_active=action != "restore")
        answer = ask(client, action, person)
        assert "rights that yours does not have" in answer.content.decode()
        assert client.post(page_of(User, "change", person.pk), {}).status_code == 403
        person.refresh_from_db()
        assert person.is_active == (action != "restore")
        assert Authenticator.objects.filter(user=person).exists()
        assert not mails_to(person)


def test_a_superuser_is_not_suspended_and_keeps_the_second_factor(as_helper, root):
    for action in ("suspend", "remove_second_factor"):
        ask(as_helper, action, root)
    root.refresh_from_db()
    assert root.is_active
    assert Authenticator.objects.filter(user=root).exists()


def test_a_suspension_and_its_end_notify_the_owner(as_helper):
    ana = a_person("ana")
    ask(as_helper, "suspend", ana, why="spam")
    ask(as_helper, "suspend", ana, why="spam again")
    ask(as_helper, "restore", ana, why="a mistake")
    ask(as_helper, "restore", ana, why="a mistake")
    notices = mails_to(ana)
    assert sum("spam" in letter for letter in notices) == 2
    assert sum("active again" in letter and "a mistake" in letter for letter in notices) == 1
    assert is_in(sign_in(ana))


def test_a_lost_second_factor_is_removed_with_a_reason(as_helper, helper):
    ana = a_person("ana")
    TOTP.activate(ana, generate_totp_secret())
    assert "reason" in ask(as_helper, "remove_second_factor", ana, why=" ").content.decode()
    assert Authenticator.objects.filter(user=ana).exists()
    ask(as_helper, "remove_second_factor", ana, why="lost the phone")
    assert not Authenticator.objects.filter(user=ana).exists()
    assert "lost the phone" in mails_to(ana)[-1]
    assert AuditEntry.objects.get(action="second-factor-removed").why == "lost the phone"
    ask(as_helper, "remove_second_factor", ana, helper)
    assert AuditEntry.objects.filter(action="second-factor-removed").count() == 1
    assert is_in(sign_in(ana, PASSWORD))


def test_new_rights_notify_the_owner(root):
    keeper, ana = a_person("keeper"), a_person("ana")
    User.objects.filter(pk=keeper.pk).update(is_staff=True, is_superuser=True)
    client = sign_in(keeper)
    form = {"is_staff": "on", "groups": [Group.objects.create(name="Reviewers").pk]}
    client.post(page_of(User, "change", ana.pk), form)
    client.post(page_of(User, "change", ana.pk), form)
    assert ["rights in the administration" in letter for letter in mails_to(ana)] == [True]
