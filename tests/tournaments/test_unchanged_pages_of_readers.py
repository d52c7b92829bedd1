"""An unchanged page is answered with a 304, and only to readers who may still have it."""

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.sessions import SessionStore
from tests.work import queries_of
from tournaments.models import Staff

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def path(event) -> str:
    return reverse("tournaments:round", args=[event.slug, 1])


@pytest.fixture
def reader(match, path) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(match.a.user)
    client.get(path)
    client.defaults["HTTP_IF_NONE_MATCH"] = client.get(path)["ETag"]
    assert again(client, path) == 304
    return client


def again(client: Client, path: str, **more: str) -> int:
    return client.get(path, headers=more).status_code


def test_a_suspended_person_gets_no_answer(reader, match, path):
    User.objects.filter(pk=match.a.user.pk).update(is_active=False)
    assert again(reader, path) == 200


def test_a_session_that_ended_gets_no_answer(reader, path):
    reader.session.delete()
    assert again(reader, path) == 200


def test_a_session_of_an_old_password_gets_no_answer(reader, match, path):
    User.objects.filter(pk=match.a.user.pk).update(password="another")
    assert again(reader, path) == 200


def test_a_new_member_of_the_staff_gets_no_old_answer(reader, match, event, path):
    Staff.objects.create(event=event, user=match.a.user, role="judge")
    assert again(reader, path) == 200


def test_a_message_that_waits_is_shown(reader, path):
    session = reader.session
    session["_messages"] = "[]"
    session.save()
    assert again(reader, path) == 200


def test_another_host_gets_its_own(reader, path, settings):
    settings.ALLOWED_HOSTS = ["testserver", "another.example"]
    assert again(reader, path, Host="another.example") == 200


def test_each_language_of_the_browser_gets_its_own(reader, path):
    assert again(reader, path, **{"Accept-Language": "fr"}) == 200


def test_its_use_of_the_session_is_noted(reader, match, path):

    UserSession.objects.all().delete()
    cache.clear()
    assert again(reader, path) == 304
    assert UserSession.objects.filter(user=match.a.user).exists()


def test_session_keys_are_made_of_letters_that_databases_take(path):
    visitor = Client()
    visitor.get(path)
    visitor.defaults["HTTP_IF_NONE_MATCH"] = visitor.get(path)["ETag"]
    csrf = visitor.cookies["csrftoken"].value
    for key in ('"\\000aaaaaaaaaaaa"', "a" * 5000, "'; --------", "é" * 20):
        cookies = f"csrftoken={csrf}; sessionid={key}"
        asked = Client(headers={"Cookie": cookies, "If-None-Match": visitor.defaults["HTTP_IF_NONE_MATCH"]})
        assert SessionStore(asked.get(path).wsgi_request.COOKIES["sessionid"]).session_key is None
        assert again(asked, path) == 304


def test_it_takes_six_queries_and_no_drawing(reader, path):
    assert queries_of(lambda: again(reader, path)) == 6
