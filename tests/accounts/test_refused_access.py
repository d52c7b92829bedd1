"""What a signed-in person was refused stands in the security log, without the keys that an address may hold."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, SecurityEvent, User
from accounts.security import models
from tests.accounts.signed_in import a_person, come_in

pytestmark = pytest.mark.django_db


def of_a_person() -> Client:
    client = Client()
    come_in(client, a_person())
    return client


def test_a_refused_page_is_logged_with_person_page_and_address():
    of_a_person().get(reverse("accounts:security-log"), REMOTE_ADDR="203.0.113.7")
    event = SecurityEvent.objects.get(action="access-refused")
    assert (event.user.username, event.name, event.address) == ("ana", "GET security-log/", "203.0.113.7")


def test_a_request_its_token_forbids_is_logged_with_the_owner(client):
    ana = a_person()
    _row, reading = ApiToken.issue(owner=ana, name="r", scopes=["read"])
    answer = client.post("/api/v1/teams/", "{}", "application/json", headers={"Authorization": f"Bearer {reading}"})
    assert answer.status_code == 403
    event = SecurityEvent.objects.get(action="access-refused")
    assert (event.user, event.name) == (ana, "POST api/v1/teams/")


def test_visitors_who_are_asked_to_sign_in_are_not_logged(client):
    client.get(reverse("accounts:security-log"))
    assert not SecurityEvent.objects.exists()


def test_nobody_fills_the_log_with_it(monkeypatch):
    monkeypatch.setattr(models, "MOST", (3, 60))
    client = of_a_person()
    for _ in range(5):
        assert client.get(reverse("accounts:security-log")).status_code == 403
    assert SecurityEvent.objects.filter(action="access-refused").count() == 3


def test_the_page_of_the_log_shows_which_page_was_refused():
    of_a_person().get(reverse("accounts:security-log"))
    admin = Client()
    come_in(admin, User.objects.create_superuser("boss", "boss@example.org"))
    assert "GET security-log/" in admin.get(reverse("accounts:security-log")).content.decode()
