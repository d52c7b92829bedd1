"""An open session is not enough to take an account over: that needs a password or a code of the last minutes."""

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from tests.accounts.signed_in import (
    AGAIN,
    PASSWORD,
    a_person,
    an_hour_later,
    code_now,
    fields_of,
    is_in,
    sign_in,
    sign_in_again,
)
from tests.tournaments.worlds import an_event, staff
from tournaments.models import Role, Staff, StaffInvitation

pytestmark = pytest.mark.django_db

NEW = "new@example.org"
SPARE = "spare@example.org"
TOKEN = {"name": "scores", "scopes": "read", "days": "30"}


@pytest.fixture
def ana() -> User:
    ana = a_person()
    EmailAddress.objects.create(user=ana, email=SPARE, verified=True)
    ApiToken.issue(owner=ana, name="x", scopes=["read"])
    return ana


@pytest.fixture
def stale(ana) -> Client:
    return an_hour_later(sign_in(ana))


def account(person: User) -> str:
    kept = [
        User.objects.filter(pk=person.pk).values_list("email", "password", "is_active"),
        EmailAddress.objects.filter(user=person).order_by("pk").values_list("email", "primary"),
        Authenticator.objects.filter(user=person).order_by("pk").values_list("type", "data"),
        ApiToken.objects.filter(owner=person).values_list("name"),
    ]
    return json.dumps([list(rows) for rows in kept])


POSTS = [
    ("account_email", {"action_add": "", "email": NEW}),
    ("account_email", {"action_primary": "", "email": SPARE}),
    ("account_email", {"action_remove": "", "email": SPARE}),
    ("accounts:tokens", TOKEN),
    ("accounts:withdraw-token", {}),
    ("accounts:my-data", {}),
    ("accounts:delete", {}),
]
OF_THE_SECOND_FACTOR = ["mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_download_recovery_codes"]
PAGES = ["accounts:my-data", "accounts:delete", "mfa_activate_totp"]


def address_of(name: str) -> str:
    return reverse(name, args=[ApiToken.objects.get().pk] if name == "accounts:withdraw-token" else [])


@pytest.mark.parametrize(("name", "form"), POSTS)
def test_a_stolen_session_without_the_password_changes_nothing(ana, stale, name, form):
    before = account(ana)
    if name == "account_email" and "action_add" in form:
        EmailAddress.objects.filter(email=SPARE).delete()
        before = account(ana)
    answer = stale.post(address_of(name), form)
    assert answer.url.startswith(AGAIN)
    assert account(ana) == before


@pytest.mark.parametrize("name", PAGES)
def test_pages_that_give_something_away_ask_first(stale, name):
    assert stale.get(reverse(name)).url.startswith(AGAIN)


@pytest.mark.parametrize("name", [*OF_THE_SECOND_FACTOR, "mfa_generate_recovery_codes"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_stolen_session_does_nothing_to_the_second_factor(ana, method, name):
    client = sign_in(ana)
    with_second_factor(ana, client)
    before = account(ana)
    answer = getattr(an_hour_later(client), method)(reverse(name))
    assert answer.status_code == 405 or answer.url.startswith(AGAIN)
    assert account(ana) == before


def with_second_factor(person: User, client: Client) -> str:
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    client.post(reverse("mfa_generate_recovery_codes"))
    return secret


def test_the_password_changes_only_with_the_old_one(ana, stale):
    form = {"password1": "quite another one", "password2": "quite another one"}
    for old in ("", "a guess"):
        assert stale.post(reverse("account_change_password"), form | {"oldpassword": old}).status_code == 200
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_a_wrong_old_password_counts_as_a_guess(ana, stale):
    stale.get(reverse("accounts:me"))
    form = {"oldpassword": "a guess", "password1": "quite another one", "password2": "quite another one"}
    answers = [
        Client.post(stale, reverse("account_change_password"), form, REMOTE_ADDR="127.0.0.1").status_code
        for _ in range(4)
    ]
    assert answers == [200] * 4
    assert guesses_until_stopped(stale) == settings.AXES_FAILURE_LIMIT - 4


def guesses_until_stopped(client: Client) -> int:
    for number in range(1, 20):
        if client.post(AGAIN, {"password": "a guess"}).status_code == 429:
            return number
    raise AssertionError


def test_guessing_the_password_when_signing_in_again_is_limited(ana, stale):
    stale.get(reverse("accounts:me"))
    assert guesses_until_stopped(stale) == settings.AXES_FAILURE_LIMIT
    assert stale.post(AGAIN, {"password": PASSWORD}).status_code == 429
    assert Client().post(reverse("account_login"), {"login": ana.email, "password": PASSWORD}).status_code == 302


def test_setting_a_password_needs_a_link_from_an_e_mail(stale):
    assert stale.get("/accounts/password/set/").url == reverse("account_reset_password")


def test_who_has_just_signed_in_is_not_asked_twice(ana):
    assert sign_in(ana).get(reverse("accounts:delete")).status_code == 200


def test_a_fresh_sign_in_does_not_stay_fresh(ana, stale):
    again = sign_in_again(stale, stale.get(reverse("accounts:delete")))
    assert again.url == reverse("accounts:delete")
    assert stale.get(again.url).status_code == 200
    assert an_hour_later(stale).get(again.url).url.startswith(AGAIN)


def test_a_wrong_password_does_not_refresh_the_session(stale):
    assert sign_in_again(stale, stale.get(reverse("accounts:delete")), "wrong").status_code == 200
    assert stale.get(reverse("accounts:delete")).url.startswith(AGAIN)


def test_signing_in_again_works_with_a_code(ana):
    client = sign_in(ana)
    secret = with_second_factor(ana, client)
    an_hour_later(client)
    page = client.get(client.get(reverse("accounts:delete")).url)
    other_way = page.context["reauthentication_alternatives"][0]["url"]
    assert other_way.startswith(reverse("mfa_reauthenticate"))
    wrong = client.post(other_way, {"code": "000000", "next": reverse("accounts:delete")})
    assert wrong.status_code == 200
    client.post(other_way, {"code": code_now(secret), "next": reverse("accounts:delete")})
    assert client.get(reverse("accounts:delete")).status_code == 200


def test_a_form_that_came_too_late_is_offered_again_whole(ana, stale):
    late = stale.post(reverse("accounts:tokens"), TOKEN)
    offered = stale.get(sign_in_again(stale, late).url)
    assert "scores" in offered.context["waiting"]
    assert not ana.api_tokens.filter(name="scores").exists()  # the one who signs in need not be the one who sent it
    stale.post(offered.context["kept"]["to"], fields_of(offered))
    assert ana.api_tokens.filter(name="scores").exists()


def test_two_tabs_keep_a_form_each(ana, stale):
    EmailAddress.objects.filter(email=SPARE).delete()
    first = stale.post(reverse("accounts:tokens"), TOKEN)
    second = stale.post(reverse("account_email"), {"action_add": "", "email": NEW})
    in_second = stale.get(sign_in_again(stale, second).url)
    in_first = stale.get(sign_in_again(stale, first).url)
    assert (fields_of(in_first)["name"], fields_of(in_second)["email"]) == ("scores", NEW)


def test_saved_forms_are_hidden_once_the_sign_in_is_old(stale):
    late = stale.post(reverse("accounts:tokens"), TOKEN)
    there = sign_in_again(stale, late).url
    assert an_hour_later(stale).get(there).url.startswith(AGAIN)


def test_a_kept_form_is_not_for_another_person(stale):
    there = sign_in_again(stale, stale.post(reverse("accounts:tokens"), TOKEN)).url
    other = sign_in(a_person("bea"))
    assert other.get(there).url == reverse("accounts:me")


def test_no_kept_form_holds_a_password_or_fills_the_session(stale):
    for form in ({"password": "secret words"}, {"name": "x" * 30_000}):
        assert "next=%2F" in stale.post(reverse("accounts:tokens"), form).url
    assert "secret words" not in json.dumps(dict(stale.session.items()))


def test_fragments_and_programs_get_their_own_kind_of_answer(stale):
    tokens = reverse("accounts:tokens")
    assert stale.post(tokens, TOKEN, headers={"HX-Request": "true"})["HX-Redirect"].startswith(AGAIN)
    answer = stale.post(tokens, TOKEN, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (403, "sign-in-again")


def test_no_address_of_the_api_writes_to_an_account(client):
    paths = client.get(reverse("schema"), headers={"Accept": "application/vnd.oai.openapi+json"}).json()["paths"]
    words = ("me", "account", "token", "session", "staff", "user", "email", "password", "invit")
    about = {path: set(ways) for path, ways in paths.items() if any(word in path.split("/") for word in words)}
    assert about == {"/api/v1/me/": {"get"}}


def test_a_token_opens_no_page_of_the_account(ana):
    _row, secret = ApiToken.issue(owner=ana, name="all", scopes=list(settings.API_SCOPES))
    before = account(ana)
    for name, form in POSTS:
        path = reverse(name, args=[1] if name == "accounts:withdraw-token" else [])
        answer = Client().post(path, form, headers={"Authorization": f"Bearer {secret}"})
        assert answer.url.startswith(reverse("account_login"))
    assert account(ana) == before


def test_changing_owners_of_an_event_needs_a_fresh_sign_in(ana, stale):
    event = an_event()
    other = staff(event, Role.OWNER)
    Staff.objects.create(event=event, user=ana, role=Role.OWNER)
    row = Staff.objects.get(user=other)
    invite = reverse("tournaments:invite", args=[event.slug])
    remove = reverse("tournaments:remove_staff", args=[event.slug, row.pk])
    assert stale.post(invite, {"role": "owner"}).url.startswith(AGAIN)
    assert stale.post(remove).url.startswith(AGAIN)
    assert not event.invitations.exists()
    assert stale.post(invite, {"role": "judge"}).status_code == 302
    assert event.invitations.get().role == "judge"
    fresh = sign_in(ana)
    fresh.post(invite, {"role": "owner"})
    fresh.post(remove)
    assert event.invitations.filter(role="owner").exists()
    assert list(event.staff.values_list("user", flat=True)) == [ana.pk]


def test_the_ownership_link_is_shown_after_a_fresh_sign_in(ana, stale):
    event = an_event()
    Staff.objects.create(event=event, user=ana, role=Role.OWNER)
    owner, judge = (
        StaffInvitation.objects.create(event=event, role=role, invited_by=ana) for role in (Role.OWNER, Role.JUDGE)
    )
    here = reverse("tournaments:staff", args=[event.slug])
    page = stale.get(here).content.decode()
    assert (owner.token in page, judge.token in page) == (False, True)
    again = f"{AGAIN}?next={here}"
    assert f'href="{again}"' in page
    answer = stale.post(again, {"password": PASSWORD, "next": here})
    assert answer.url == here
    assert owner.token in stale.get(here).content.decode()


def test_the_admin_changes_nothing_from_a_stale_session(ana):
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    client = an_hour_later(sign_in(ana))
    there = reverse("admin:auth_group_add")
    assert client.get(there).status_code == 200
    assert client.post(there, {"name": "Reviewers"}).url.startswith(AGAIN)
    assert not Group.objects.exists()
    assert sign_in(ana).post(there, {"name": "Reviewers"}).status_code == 302
    assert Group.objects.exists()
    assert client.get("/admin/password_change/").url == reverse("account_change_password")


def test_a_copied_session_key_is_worthless_after_signing_in_again(ana, stale):
    copied = Client()
    copied.cookies[settings.SESSION_COOKIE_NAME] = stale.session.session_key
    sign_in_again(stale, stale.get(reverse("accounts:my-data")))
    assert stale.get(reverse("accounts:my-data")).status_code == 200
    assert not is_in(copied)
    assert UserSession.objects.get(user=ana).session_key == stale.session.session_key
