"""Who is signed in where: seen, ended by hand, ended by a new password, forgotten after a month."""

import datetime as dt
import re

import pytest
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.security import devices
from accounts.tasks import chores
from tests.accounts.signed_in import PASSWORD, a_person, is_in, sign_in

pytestmark = pytest.mark.django_db

ANOTHER = "quite another one"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"
PAGE = reverse("accounts:devices")


@pytest.fixture
def ana() -> User:
    return a_person()


def at_home(person: User) -> Client:
    return sign_in(person, HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="203.0.113.77")


def on_the_phone(person: User) -> Client:
    return sign_in(person, HTTP_USER_AGENT=IPHONE, REMOTE_ADDR="2001:db8:1:2::9")


def change_password(client: Client):
    form = {"oldpassword": PASSWORD, "password1": ANOTHER, "password2": ANOTHER}
    return client.post(reverse("account_change_password"), form, follow=True)


def reset_password(person: User) -> str:
    """By the link of the e-mail; what the page says before."""
    client = Client()
    client.post(reverse("account_reset_password"), {"email": person.email})
    link = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert link
    form = client.get(link[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": ANOTHER, "password2": ANOTHER})
    return form.content.decode()


def asks_the_api(secret: str):
    return Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"})


def test_a_changed_password_signs_the_other_device_out(ana):
    here, there = at_home(ana), on_the_phone(ana)
    _row, secret = ApiToken.issue(owner=ana, name="x", scopes=["read"])
    assert asks_the_api(secret).status_code == 200
    assert b"signs out all your other devices" in here.get(reverse("account_change_password")).content
    assert b"All other devices are signed out" in change_password(here).content
    assert (is_in(here), is_in(there)) == (True, False)
    assert (asks_the_api(secret).status_code, asks_the_api(secret).json()["code"]) == (401, "token-unknown")
    assert len(here.get(PAGE).context["sessions"]) == 1


def test_a_reset_password_signs_everybody_out_and_ends_tokens(ana):
    here, there = at_home(ana), on_the_phone(ana)
    _row, secret = ApiToken.issue(owner=ana, name="x", scopes=["read"])
    assert "signs out all your devices" in reset_password(ana)
    assert (is_in(here), is_in(there)) == (False, False)
    assert asks_the_api(secret).status_code == 401
    assert not UserSession.objects.filter(user=ana).exists()


def test_a_password_set_by_command_ends_tokens_too(ana, monkeypatch):
    client = at_home(ana)
    ApiToken.issue(owner=ana, name="x", scopes=["read"])
    monkeypatch.setattr("getpass.getpass", lambda *args, **how: ANOTHER)
    call_command("changepassword", "ana", verbosity=0)
    assert not ana.api_tokens.exists()
    assert not is_in(client)


def test_a_better_hash_of_the_same_password_ends_nothing(ana, settings):
    ApiToken.issue(owner=ana, name="x", scopes=["read"])
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    assert ana.check_password(PASSWORD)
    assert User.objects.get(pk=ana.pk).password.startswith("pbkdf2")
    assert ana.api_tokens.exists()


def test_the_password_of_one_person_ends_nothing_of_another(ana):
    bea = a_person("bea")
    hers = at_home(bea)
    ApiToken.issue(owner=bea, name="x", scopes=["read"])
    change_password(at_home(ana))
    assert is_in(hers)
    assert bea.api_tokens.exists()


def test_the_page_names_devices_and_hides_the_full_network_address(ana):
    on_the_phone(ana)
    here = at_home(ana)
    shown = [(row["device"], row["network"], row["is_here"]) for row in here.get(PAGE).context["sessions"]]
    assert shown == [
        ("Firefox on Windows", "203.0.113.x", True),
        ("Safari on iPhone", "2001:db8:1:x", False),
    ]
    assert b"203.0.113.77" not in here.get(PAGE).content


@pytest.mark.parametrize("agent", ["", "curl/8", "x" * 5000])
def test_an_odd_browser_is_an_unknown_device(ana, agent):
    client = sign_in(ana, HTTP_USER_AGENT=agent)
    assert client.get(PAGE).context["sessions"][0]["device"] == "Unknown device"


def test_one_device_is_signed_out_from_another(ana):
    here, there = at_home(ana), on_the_phone(ana)
    there_row = next(row["row"] for row in here.get(PAGE).context["sessions"] if not row["is_here"])
    reported = here.post(reverse("accounts:end-session", args=[there_row.pk]), follow=True)
    assert "Safari on iPhone" in reported.content.decode()
    assert (is_in(here), is_in(there)) == (True, False)


def test_all_other_devices_are_signed_out_at_once(ana):
    here, there, elsewhere = at_home(ana), on_the_phone(ana), on_the_phone(ana)
    assert b"2 other devices are signed out" in here.post(reverse("accounts:end-other-sessions"), follow=True).content
    assert (is_in(here), is_in(there), is_in(elsewhere)) == (True, False, False)


def test_this_device_is_signed_out_too(ana):
    here = at_home(ana)
    here.post(reverse("accounts:end-session", args=[UserSession.objects.get().pk]))
    assert not is_in(here)


def test_nobody_ends_the_session_of_another(ana):
    hers = at_home(a_person("bea"))
    row = UserSession.objects.get()
    assert at_home(ana).post(reverse("accounts:end-session", args=[row.pk])).status_code == 404
    assert is_in(hers)


def test_the_last_use_is_recorded_at_most_once_per_interval(ana):
    here = at_home(ana)
    row = UserSession.objects.get()
    UserSession.objects.update(last_seen_at=row.last_seen_at - dt.timedelta(days=2))
    cache.clear()
    here.get(reverse("accounts:live-versions"))  # an open page by itself is no use
    assert UserSession.objects.get().last_seen_at < row.last_seen_at
    here.get("/")
    seen = UserSession.objects.get().last_seen_at
    assert seen >= row.last_seen_at
    here.get("/")
    assert UserSession.objects.get().last_seen_at == seen


def test_a_session_from_before_the_upgrade_is_shown(ana):
    here = at_home(ana)
    UserSession.objects.all().delete()
    cache.clear()
    assert [row["is_here"] for row in here.get(PAGE).context["sessions"]] == [True]


def test_records_of_signing_in_are_kept_for_a_month(ana):
    old, new = at_home(ana), on_the_phone(ana)
    Client().post(reverse("account_login"), {"login": ana.email, "password": "wrong"})
    month = timezone.now() - dt.timedelta(days=31)
    UserSession.objects.filter(ip="203.0.113.77").update(last_seen_at=month)
    chores()
    assert (is_in(old), is_in(new)) == (False, True)
    assert AccessAttempt.objects.exists()
    for attempts in (AccessAttempt, AccessFailureLog, AccessLog):
        attempts.objects.update(attempt_time=month)
    Session.objects.update(expire_date=month)
    chores()
    for model in (AccessAttempt, AccessFailureLog, AccessLog, Session, UserSession):
        assert not model.objects.exists(), model


def test_a_session_ends_two_weeks_after_signing_in(ana):
    here = at_home(ana)
    ends_in = Session.objects.get(pk=here.session.session_key).expire_date - timezone.now()
    assert dt.timedelta(days=13, hours=23) < ends_in < dt.timedelta(days=14, hours=1)
    Session.objects.update(expire_date=timezone.now())
    assert not is_in(here)


@pytest.mark.parametrize(("days", "stays"), [(89, True), (91, False)])
def test_a_session_ends_after_ninety_days_of_use(ana, days, stays):
    here = at_home(ana)
    UserSession.objects.update(created_at=timezone.now() - dt.timedelta(days=days))
    chores()
    assert is_in(here) == stays


def test_device_records_are_exported_and_erased_with_the_account(ana):
    here = at_home(ana)
    mine = here.post(reverse("accounts:my-data")).json()["accounts"]
    assert (mine["sessions"][0]["ip"], mine["sessions"][0]["user_agent"]) == ("203.0.113.77", FIREFOX)
    assert mine["sign_ins"]["AccessLog"][0]["ip_address"] == "203.0.113.77"
    here.post(reverse("accounts:delete"))
    assert not UserSession.objects.exists()


def test_words_for_devices():
    edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"
    assert devices.device_name(edge) == "Edge on Windows"
    assert devices.device_name("Mozilla/5.0 (X11; Linux x86_64)") == "Linux"
