"""Another site may make a browser send a form: without the key of the form no page takes it, whoever is signed in."""

import pytest
from django.test import Client

from tests.nasty.routes import Door, doors

pytestmark = pytest.mark.django_db
BY_MAIL_PROGRAMS = {"tournaments:opt_out"}  # the address itself is the key
PAGES = [door for door in doors() if not door.pattern.startswith("api/")]


@pytest.fixture
def browser(person) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person)
    return client


def test_no_page_takes_a_form_of_another_site(browser, values):
    def answer(door: Door) -> int:
        return browser.post(door.address(values), {"name": "x"}, headers={"Origin": "https://evil.example"}).status_code

    assert {door.name for door in PAGES if answer(door) != 403} == BY_MAIL_PROGRAMS


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_the_api_takes_none_either(browser, values, kind):
    def answer(door: Door) -> int:
        return browser.generic("POST", door.address(values), "a=1", content_type=kind).status_code

    answers = {door.name: answer(door) for door in doors() if door.pattern.startswith("api/")}
    assert {name: status for name, status in answers.items() if status not in {403, 405, 415}} == {}
