"""Compressed pages hold what the page holds, and their length tells nobody what that is (BREACH)."""

import gzip

import pytest

from tests.tournaments import worlds

pytestmark = pytest.mark.django_db
HAS_NAME = 8  # in the fourth byte of gzip


@pytest.fixture
def path() -> str:
    return f"/events/{worlds.a_match().round.event.slug}/rounds/1/"


def test_a_compressed_page_holds_the_page_and_hides_its_length(client, path):
    """A file name of a random length stands before it."""
    answer = client.get(path, headers={"Accept-Encoding": "br, gzip"})
    assert (answer["Content-Encoding"], answer.content[3] & HAS_NAME) == ("gzip", HAS_NAME)
    assert b"<html" in gzip.decompress(answer.content)


def test_the_token_of_forms_is_masked_anew_each_time(client, path):
    tokens = {client.get(path).content.split(b'X-CSRFToken": "')[1][:64] for _ in range(3)}
    assert len(tokens) == 3


def test_what_another_site_loads_comes_without_the_session(settings):
    assert (settings.SESSION_COOKIE_SAMESITE, settings.CSRF_COOKIE_SAMESITE) == ("Lax", "Lax")
