"""What a phone asks for and receives before a page is there: numbers that a change must not raise."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config.bundles import BUNDLES
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db
MOST_REQUESTS = 12
MOST_BYTES = 80_000
FILES = re.compile(r'<(?:link|script|use|img)\b[^>]*?(?:href|src)="/static/([^"#?]+)[^>]*>')
BY_EVERY_SHEET = ("fonts/atkinson-latin.woff2", "fonts/fredoka-latin.woff2")
PACKED = (".woff2", ".png")


def asked_for(page: str) -> set[str]:
    """Its own files; those of the sheet; not what only a browser without scripts reads."""
    return {*FILES.findall(re.sub(r"<noscript>.*?</noscript>", "", page)), *BY_EVERY_SHEET}


def size(name: str) -> int:
    content = _read(name)
    if name in BUNDLES:
        content = BUNDLES[name](name, lambda other: _read(other).decode()).encode()
    return len(content if name.endswith(PACKED) else gzip.compress(content))


def _read(name: str) -> bytes:
    found = finders.find(name)
    assert found, name
    return Path(found).read_bytes()


@pytest.fixture
def pages() -> list[str]:
    match = worlds.a_match()
    event = match.round.event
    return ["/", f"/events/{event.slug}/", f"/events/{event.slug}/rounds/1/", f"/events/{event.slug}/standings/"]


def test_a_page_takes_few_requests_and_bytes(client, pages):
    for path in pages:
        page = client.get(path).content
        files = asked_for(page.decode())
        own = 2 if path == "/" else 0  # its games and events come by themselves
        assert 1 + own + len(files) <= MOST_REQUESTS, (path, sorted(files))
        weight = len(gzip.compress(page)) + sum(size(name) for name in files)
        assert weight <= MOST_BYTES, (path, weight)


def test_every_script_of_a_page_is_seen(client):
    assert {"css/site.css", "js/site.js", "img/icons.svg"} <= asked_for(client.get("/").content.decode())
