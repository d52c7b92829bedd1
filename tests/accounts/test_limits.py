"""Guessing is stopped, and nobody else is stopped with it: a whole hall sits behind one address."""

import re
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from axes.models import AccessAttempt
from django.conf import settings
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from accounts.security import devices
from accounts.security.devices import mark_of
from accounts.sign_in.guessing import count_guess, forget_failures, guesses_at
from config.cache import MemoryCache
from tests.accounts.signed_in import come_in

PASSWORD = "a long sentence of words"
HALL, HOME = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def people(db) -> list[User]:
    people = []
    for name in ("ana", "bea"):
        person = User.objects.create_user(name, f"{name}@example.org", PASSWORD, public_name=name)
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        people.append(person)
    return people


def sign_in(client, name: str, password: str = PASSWORD, address: str = HALL) -> int:
    client.cookies.pop("sessionid", None)  # and no other: `client.logout()` would drop the mark of the device
    form = {"login": f"{name}@example.org", "password": password}
    return client.post(reverse("account_login"), form, REMOTE_ADDR=address).status_code


def guess_until_stopped(client, name: str) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        sign_in(client, name, "a wrong guess")


def test_the_right_password_signs_in(client, people):
    assert sign_in(client, "ana") == 302


def test_guessing_one_password_is_stopped_even_for_the_right_one(client, people):
    guess_until_stopped(client, "ana")
    assert sign_in(client, "ana") == 429


def test_writing_the_address_differently_does_not_give_more_guesses(client, people):
    guess_until_stopped(client, "ana")
    form = {"login": " ANA@example.ORG ", "password": PASSWORD}
    assert client.post(reverse("account_login"), form, REMOTE_ADDR=HALL).status_code == 429


def test_the_neighbour_at_the_same_address_still_signs_in(client, people):
    guess_until_stopped(client, "ana")
    assert sign_in(client, "bea") == 302


def test_a_guessed_account_still_signs_in_from_elsewhere(client, people):
    guess_until_stopped(client, "ana")
    assert sign_in(client, "ana", address=HOME) == 302


def test_guesses_from_many_addresses_are_limited_with_a_way_out(client, people, settings):
    settings.GUESSES_A_DAY = 5
    guesses = [sign_in(client, "ana", "a wrong guess", address=f"198.51.100.{number}") for number in range(5)]
    assert guesses == [200, 200, 200, 200, 429]
    assert sign_in(client, "ana", address=HOME) == 429
    assert sign_in(client, "bea", address=HOME) == 302
    client.logout()
    client.post(reverse("account_reset_password"), {"email": "ana@example.org"})
    (path,) = re.findall(r"https?://[^/]+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)
    page = client.get(path, follow=True)
    client.post(
        page.redirect_chain[-1][0], {"password1": "another long sentence", "password2": "another long sentence"}
    )
    assert sign_in(client, "ana", "another long sentence", address=HOME) == 302


def guess_from_everywhere(name: str) -> None:
    """One guess from each of so many addresses that the account has had its guesses of the day."""
    for number in range(settings.GUESSES_A_DAY):
        sign_in(Client(), name, "a wrong guess", address=f"198.51.100.{number}")


@pytest.fixture
def own_device(client, people):
    """Where Ana has signed in and out again."""
    assert sign_in(client, "ana") == 302
    client.get(reverse("accounts:me"), REMOTE_ADDR=HALL)
    client.post(reverse("account_logout"), REMOTE_ADDR=HALL)
    return client


def test_nobody_else_locks_out_the_owners_device(own_device, people, settings):
    settings.GUESSES_A_DAY = 3
    guess_from_everywhere("ana")
    guess_until_stopped(Client(), "ana")  # from the hall too
    assert sign_in(Client(), "ana") == 429
    assert sign_in(own_device, "ana") == 302
    assert sign_in(Client(), "ana", address=HOME) == 429


def test_a_known_device_has_a_limit_of_its_own(own_device, people):
    guess_until_stopped(own_device, "ana")
    assert sign_in(own_device, "ana") == 429
    assert sign_in(own_device, "ana", address=HOME) == 429
    assert sign_in(own_device, "bea") == 302
    assert sign_in(Client(), "ana") == 302


def test_a_known_device_has_no_more_guesses_a_day(own_device, people, settings):
    settings.GUESSES_A_DAY, settings.AXES_FAILURE_LIMIT = 3, 2
    statuses = []
    for _quarter in range(2):
        statuses += [sign_in(own_device, "ana", "a wrong guess") for _ in range(2)]
        forget_failures(known_device_of(own_device, people[0]))
    assert statuses == [200, 429, 429, 429]
    assert sign_in(own_device, "ana") == 429


def known_device_of(client, person: User) -> str:
    request = RequestFactory().get("/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    return mark_of(request, person)


def test_the_right_password_forgets_the_wrong_ones_before(own_device, people):
    for _ in range(2):
        for _guess in range(settings.AXES_FAILURE_LIMIT - 1):
            sign_in(own_device, "ana", "a wrong guess")
        assert sign_in(own_device, "ana") == 302


def test_a_device_is_known_to_its_people_alone(own_device, people):
    sign_in(own_device, "bea")
    own_device.get(reverse("accounts:me"))
    ana, bea = people
    marks = known_device_of(own_device, ana), known_device_of(own_device, bea)
    assert all(marks) and marks[0] != marks[1]
    own_device.cookies["device"] = own_device.cookies["device"].value.replace("~", "x~")
    assert not known_device_of(own_device, ana)
    ana.set_password("another long sentence")
    ana.save()
    assert not known_device_of(own_device, ana)


def test_a_shared_device_remembers_the_last_few_people(client, db):
    names = [f"p{number}" for number in range(devices.MOST_PEOPLE + 1)]
    people = [User.objects.create_user(name, f"{name}@example.org", PASSWORD, public_name=name) for name in names]
    for person in people:
        client.force_login(person)
        client.get(reverse("accounts:me"))
    assert [bool(known_device_of(client, person)) for person in people] == [False] + [True] * devices.MOST_PEOPLE


def test_scripts_cannot_read_the_mark_of_a_device(own_device):
    cookie = own_device.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_a_second_factor_slows_guesses_and_stops_nobody(client, people, settings):
    settings.GUESSES_A_DAY = 3
    TOTP.activate(people[0], generate_totp_secret())
    guess_from_everywhere("ana")
    assert [sign_in(client, "ana", "a wrong guess", HOME) for _ in range(2)] == [200, 429]
    assert sign_in(client, "ana", address=HOME) == 429
    answer = client.post(reverse("account_login"), {"login": people[0].email, "password": PASSWORD}, REMOTE_ADDR=HALL)
    assert answer.url == reverse("mfa_authenticate")


def test_what_is_refused_unseen_is_no_guess(client, people):
    guess_until_stopped(client, "ana")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        assert sign_in(client, "ana", "a wrong guess") == 429
    assert guesses_at("ana@example.org") == settings.AXES_FAILURE_LIMIT


@pytest.mark.parametrize("is_known", [False, True])
def test_a_guess_at_the_same_moment_is_over_the_limit(own_device, people, monkeypatch, is_known):
    client, second = own_device if is_known else Client(), Client()
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        assert sign_in(client, "ana", "a wrong guess") == 200
    second.cookies = SimpleCookie({name: morsel.value for name, morsel in client.cookies.items()})
    seen: list[int] = []

    def look(_user: User, password: str) -> bool:
        if password != PASSWORD:  # of the first, while which the second comes with the right one
            seen.append(sign_in(second, "ana"))
        return password == PASSWORD

    monkeypatch.setattr(User, "check_password", look)
    sign_in(client, "ana", "a wrong guess")
    assert seen == [429]


def test_guesses_at_one_moment_are_all_counted():
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count_guess, ["ana@example.org"] * 200))
    assert guesses_at("ana@example.org") == 200


def test_a_person_who_writes_without_end_is_asked_to_wait(client, people, settings):
    settings.THROTTLE_WRITES = {"person": (3, 60), "address": (100, 60)}
    client.force_login(people[0])
    statuses = [client.post(reverse("accounts:me"), {}).status_code for _ in range(4)]
    assert statuses == [400, 400, 400, 429]


def test_a_throttled_person_learns_the_delay_and_others_go_on(client, people, settings):
    settings.THROTTLE_WRITES = {"person": (1, 60), "address": (100, 60)}
    client.force_login(people[0])
    client.post(reverse("accounts:me"), {})
    refused = client.post(reverse("accounts:me"), {}, headers={"Accept": "application/json"})
    assert refused.json()["code"] == "throttled"
    assert 0 < int(refused["Retry-After"]) <= 60
    client.force_login(people[1])
    assert client.post(reverse("accounts:me"), {}).status_code == 400


def test_strangers_share_the_allowance_of_their_address(client, db, settings):
    settings.THROTTLE_WRITES = {"person": (100, 60), "address": (2, 60)}
    url = reverse("account_signup")
    assert [client.post(url, {}, REMOTE_ADDR=HALL).status_code for _ in range(3)] == [200, 200, 429]
    assert client.post(url, {}, REMOTE_ADDR=HOME).status_code == 200


def test_reading_is_never_limited(client, db, settings):
    settings.THROTTLE_WRITES = {"person": (0, 60), "address": (0, 60)}
    assert client.get("/").status_code == 200


def sign_up(client, number: int, address: str = HALL) -> int:
    client.logout()
    form = {"public_name": "Buy at http://evil.example", "email": f"p{number}@example.org", "password1": PASSWORD}
    return client.post(reverse("account_signup"), form, REMOTE_ADDR=address).status_code


@pytest.mark.parametrize("confirmation", ["optional", "mandatory"])
def test_of_40_sign_ups_from_one_address_20_are_accepted(client, db, settings, confirmation):
    settings.ACCOUNT_EMAIL_VERIFICATION = confirmation
    assert [sign_up(client, number) for number in range(40)] == [302] * 20 + [429] * 20
    assert len(mail.outbox) == User.objects.count() == 20
    assert sign_up(client, 41, HOME) == 302


def test_an_address_given_at_sign_up_receives_no_typed_text(client, db, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    sign_up(client, 1)
    [letter] = mail.outbox
    assert "evil" not in letter.subject + letter.body
    assert len(re.findall(r"https?://", letter.body)) == 1


def reset(client, email: str) -> int:
    return client.post(reverse("account_reset_password"), {"email": email}, REMOTE_ADDR=HALL).status_code


def test_five_resets_a_minute_per_address_do_not_affect_others(client, people):
    assert [reset(client, "ana@example.org") for _ in range(6)] == [302] * 5 + [429]
    assert reset(client, "bea@example.org") == 302
    assert len(mail.outbox) == 6


def test_resets_from_one_network_address_end_at_20_a_minute(client, people):
    assert [reset(client, f"p{number}@example.org") for number in range(21)] == [302] * 20 + [429]


def test_no_reset_e_mail_is_sent_to_an_unknown_address(client, people):
    reset(client, "stranger@example.org")
    assert not mail.outbox


def test_a_hall_signs_in_within_minutes(client, people):
    assert [sign_in(client, "ana") for _ in range(31)] == [302] * 30 + [429]


def test_an_account_confirms_at_most_20_addresses_a_day(client, people, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"manage_email": "20/d/user"}
    come_in(client, people[0])
    url = reverse("account_email")
    for number in range(30):
        client.post(url, {"action_add": "", "email": f"p{number}@example.org"}, REMOTE_ADDR=HALL)
        client.post(url, {"action_remove": "", "email": f"p{number}@example.org"}, REMOTE_ADDR=HALL)
    to_strangers = [message for message in mail.outbox if message.to != [people[0].email]]
    assert 0 < len(to_strangers) <= 20


def test_without_redis_all_web_processes_count_tries_together(client, db, monkeypatch):
    one = MemoryCache("the memory of one process", {})
    one.clear()
    monkeypatch.setattr("allauth.core.internal.ratelimit.cache", one)
    assert [sign_up(client, number) for number in range(20)] == [302] * 20
    monkeypatch.setattr("allauth.core.internal.ratelimit.cache", MemoryCache("the memory of another process", {}))
    assert sign_up(client, 21) == 429


def test_a_wrong_password_keeps_no_link_to_return_to(client, people):
    form = {"login": "ana@example.org", "password": "a wrong guess"}
    client.post(f"{reverse('account_login')}?next=/events/claim/SECRETSECRET/", form | {"next": "/events/join/SECRET/"})
    attempt = AccessAttempt.objects.get()
    assert "SECRET" not in attempt.get_data + attempt.post_data
