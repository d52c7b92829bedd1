"""Guessing is stopped, and nobody else is stopped with it: a whole hall sits behind one address."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.urls import reverse

from accounts.guessing import count_guess, guesses_at
from accounts.models import User
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
    client.logout()
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
