"""The administration: its second factor, and accounts that are suspended and restored there."""

import datetime as dt

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ModerationCase, Suspension, User
from accounts.moderation.administration import lift, restore, suspend
from accounts.tasks import delete_old_records
from accounts.tokens.models import ApiToken
from core.errors import NotAllowed
from core.models import AuditEntry
from core.privacy import personal_data
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


def test_an_account_that_was_active_is_not_counted_as_restored(keeper):
    ana, bea = a_person("ana"), a_person("bea")
    ask(keeper, "suspend", ana)
    assert "1 account restored" in ask(keeper, "restore", ana, bea)


def test_a_case_suspends_no_account_of_more_rights():
    staff, moderator = a_person("staff"), a_person("moderator")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="change_user"))
    staff = User.objects.get(pk=staff.pk)
    with pytest.raises(NotAllowed) as refused:
        suspend(user=staff, by=moderator, why="spam", case=a_case(staff))
    assert refused.value.code == "more-rights"


def test_what_a_suspension_ended_stays_ended_when_it_is_lifted(keeper):
    ana = a_person("ana")
    there = sign_in(ana)
    _token, secret = ApiToken.issue(owner=ana, name="scores", scopes=["read"])
    for action in ("suspend", "restore"):
        ask(keeper, action, ana)
    assert not is_in(there)
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.json()["code"]) == (401, "token-unknown")


def test_a_session_and_a_token_left_over_are_worth_nothing(keeper, monkeypatch):
    """Where ending them had failed."""
    monkeypatch.setattr("accounts.moderation.administration.devices.end", lambda _sessions: 0)
    ana = a_person("ana")
    there = sign_in(ana)
    ask(keeper, "suspend", ana)
    _token, secret = ApiToken.issue(owner=ana, name="scores", scopes=["read"])
    assert not is_in(there)
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


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
    personal_data.erase(ana)
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


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss", "boss@example.org", "x")


def a_case(owner: User, **facts: object) -> ModerationCase:
    return ModerationCase.objects.create(
        kind="accounts.user", subject_id=owner.pk, state="decided", owner=owner, **facts
    )


def suspensions(user: User) -> list[tuple[int | None, bool]]:
    """Case and whether it is open, of each."""
    return [(row.case_id, row.lifted_at is None) for row in user.suspensions.all()]


def test_restoring_lifts_every_suspension(boss):
    ana = a_person("ana")
    case = a_case(ana)
    for of_case in (case, None):
        suspend(user=User.objects.get(pk=ana.pk), by=boss, why="spam", case=of_case)
    assert suspensions(ana) == [(case.pk, True), (None, True)]
    restore(user=ana, by=boss, why="all is well")
    assert suspensions(ana) == [(case.pk, False), (None, False)]
    assert User.objects.get(pk=ana.pk).is_active


def test_a_case_that_suspended_nobody_restores_nobody(boss):
    ana = a_person("ana")
    User.objects.filter(pk=ana.pk).update(is_active=False)
    lift(case=a_case(ana, outcome="hidden"), by=boss, why="a joke")
    assert not User.objects.get(pk=ana.pk).is_active


def test_a_suspension_outlasts_its_case(boss):
    ana = a_person("ana")
    suspend(user=ana, by=boss, why="spam", case=a_case(ana))
    ModerationCase.objects.all().delete()
    assert suspensions(ana) == [(None, True)]


def test_lifted_suspensions_are_deleted_after_a_year(boss):
    ana = a_person("ana")
    for days in (None, 360, 370):
        lifted_at = days and timezone.now() - dt.timedelta(days=days)
        ana.suspensions.create(by=boss, lifted_at=lifted_at, suspended_at=timezone.now() - dt.timedelta(days=400))
    delete_old_records()
    assert sorted(is_open for _case, is_open in suspensions(ana)) == [False, True]


def test_suspensions_are_exported_and_erased_with_the_account(boss):
    ana = a_person("ana")
    suspend(user=ana, by=boss, why="spam")
    (held,) = personal_data.my_data(ana)["accounts"]["suspensions"]
    assert set(held) == {"case_id", "suspended_at", "lifted_at"}
    assert ("Suspensions of your account", "1") in [(line.what, line.held) for line in personal_data.stored_about(ana)]
    personal_data.erase(ana)
    assert not Suspension.objects.exists()
