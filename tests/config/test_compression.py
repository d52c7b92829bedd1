"""The length of a compressed page tells nobody what stands in it (BREACH)."""

import pytest

from tests.tournaments import worlds

pytestmark = pytest.mark.django_db


@pytest.fixture
def path() -> str:
    return f"/events/{worlds.a_match().round.event.slug}/rounds/1/"


def test_a_page_has_another_compressed_length_each_time(client, path):
    lengths = {len(client.get(path, headers={"Accept-Encoding": "gzip"}).content) for _ in range(12)}
    assert len(lengths) > 1


def test_the_token_of_forms_is_masked_anew_each_time(client, path):
    tokens = {client.get(path).content.split(b'X-CSRFToken": "')[1][:64] for _ in range(3)}
    assert len(tokens) == 3


def test_what_another_site_loads_comes_without_the_session(settings):
    assert (settings.SESSION_COOKIE_SAMESITE, settings.CSRF_COOKIE_SAMESITE) == ("Lax", "Lax")
