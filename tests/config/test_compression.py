"""Compressed pages hold what the page holds, and their length tells nobody what that is (BREACH)."""

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from config.static_files.compression import CompressionMiddleware
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db


@pytest.fixture
def path() -> str:
    return f"/events/{worlds.a_match().round.event.slug}/rounds/1/"


def test_the_same_bytes_have_another_compressed_length_each_time():
    lengths = {len(compressed(HttpResponse(b"a secret" * 100)).content) for _ in range(12)}
    assert len(lengths) > 1


def test_the_token_of_forms_is_masked_anew_each_time(client, path):
    tokens = {client.get(path).content.split(b'X-CSRFToken": "')[1][:64] for _ in range(3)}
    assert len(tokens) == 3


def test_what_another_site_loads_comes_without_the_session(settings):
    assert (settings.SESSION_COOKIE_SAMESITE, settings.CSRF_COOKIE_SAMESITE) == ("Lax", "Lax")


def compressed(response, accepts: str = "br, gzip"):
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepts})
    return CompressionMiddleware(lambda _request: response)(request)


@pytest.mark.parametrize("length", [200, 3000, 500_000])
def test_a_compressed_page_opens_to_the_same_bytes(length):
    content = ("<li>Ana O’Shun</li>" * length).encode()[:length]
    answer = compressed(HttpResponse(content, headers={"ETag": '"1"'}))
    assert gzip.decompress(answer.content) == content
    assert answer["Content-Length"] == str(len(answer.content))
    assert (answer["ETag"], answer["Vary"]) == ('W/"1"', "Accept-Encoding")


def test_a_compressed_stream_opens_to_the_same_bytes():
    answer = compressed(StreamingHttpResponse([b"a" * 1000, b"b" * 1000]))
    assert gzip.decompress(b"".join(answer)) == b"a" * 1000 + b"b" * 1000


@pytest.mark.parametrize(
    ("response", "accepts"),
    [
        (HttpResponse(b"a" * 1000), "br"),
        (HttpResponse(b"a" * 199), "gzip"),
        (HttpResponse(bytes(range(256))), "gzip"),
        (HttpResponse(b"a" * 1000, headers={"Content-Encoding": "br"}), "gzip"),
    ],
)
def test_an_answer_that_would_not_shrink_stays_as_it_is(response, accepts):
    before = response.content
    assert compressed(response, accepts).content == before
