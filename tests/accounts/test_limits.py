"""Guessing is stopped, and nobody else is stopped with it: a whole hall sits behind one address."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse

from accounts.models import User

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


def test_whoever_is_guessed_at_from_elsewhere_still_signs_in(client, people):
    guess_until_stopped(client, "ana")
    assert sign_in(client, "ana", address=HOME) == 302


def test_a_person_who_writes_without_end_is_asked_to_wait(client, people, settings):
    settings.THROTTLE_WRITES = {"person": (3, 60), "address": (100, 60)}
    client.force_login(people[0])
    statuses = [client.post(reverse("accounts:me"), {}).status_code for _ in range(4)]
    assert statuses == [400, 400, 400, 429]


def test_who_is_asked_to_wait_is_told_how_long_and_others_go_on(client, people, settings):
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
