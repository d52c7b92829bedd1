"""What a phone asks for and receives before a page is there: numbers that a change must not raise."""

import gzip
import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from config.static_files.storage import BUNDLES
from judging.models import Recording
from judging.replay.services.public_games import DEMONSTRATION, demonstration_log
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db
MOST = {  # by the first part of the address: requests and bytes, with gzip
    "": (12, 69_000),
    "events": (8, 51_800),  # 400 more: a long heading has the row of the state, news none; sentences of the table
    "teams": (12, 129_800),  # all figures with powers and spells, and the words that the search knows of each
    # 1,600 more: boards of any size, for Blast, what stands at its controls, and how a live game stands, said once
    "replay": (10, 56_400),
    # the same, what its pickers and conflicts say, how a submitted game is confirmed, whose turn is ended (500), why
    # nothing can be bought, the question of live games, and what a phone shows where two entries meet (1,000)
    "record": (10, 88_500),
}
FILES = re.compile(r'<(?:link|script|use|img)\b[^>]*?(?:href|src)="/static/([^"#?]+)[^>]*>')
TEXT_FONT, HEADING_FONT = "fonts/atkinson-latin.woff2", "fonts/fredoka-latin.woff2"
OWN_OF_GAMES = 2  # the film; the state of the table, and what is kept for a game without a line
HTMX = re.compile(r"<script [^>]*data-htmx")
FOR_HTMX = re.compile(r"hx-(?:get|post)=|data-with-htmx")  # as in js/begin.js
IMPORTS = re.compile(r"^(?:import|export) |^@import", re.MULTILINE)
PACKED = (".woff2", ".png")


def asked_for(page: str) -> set[str]:
    """Its own files; those of the sheet; not what only a browser without scripts reads. Recorder and replay ask for
    their font when the board is there (`tests/browser/test_recorder_fonts.py`)."""
    page = re.sub(r"<noscript>.*?</noscript>", "", page)
    if not FOR_HTMX.search(page):
        page = HTMX.sub("<!-- ", page)
    files = set(FILES.findall(page))
    if files & {"css/record-page.css", "css/replay-page.css"}:
        return files
    return files | {TEXT_FONT, HEADING_FONT}


def size(name: str) -> int:
    return len(_read(name) if name.endswith(PACKED) else gzip.compress(sent(name).encode()))


def sent(name: str) -> str:
    """As collectstatic writes it."""
    return BUNDLES[name](name, lambda other: _read(other).decode()) if name in BUNDLES else _read(name).decode()


def _read(name: str) -> bytes:
    found = finders.find(name)
    assert found, name
    return Path(found).read_bytes()


def holds(path: str, page: bytes, own: int = 0) -> None:
    """`own`: the requests of its scripts."""
    most_requests, most_bytes = MOST[path.split("/")[1]]
    files = asked_for(page.decode())
    assert 1 + own + len(files) <= most_requests, (path, sorted(files))
    weight = len(gzip.compress(page)) + sum(size(name) for name in files)
    assert weight <= most_bytes, (path, weight)


@pytest.fixture
def pages() -> list[str]:
    match = worlds.a_match()
    event = match.round.event
    of_event = (f"/events/{event.slug}/{part}" for part in ("", "rounds/1/", "standings/", "players/"))
    return ["/", "/teams/build/", *of_event]


def test_a_page_takes_few_requests_and_bytes(client, pages):
    for path in pages:
        holds(path, client.get(path).content)


def test_replay_and_recorder_are_there_after_few_requests(client):
    log = json.loads(demonstration_log())
    header = {name: value for name, value in log.items() if name not in ("actions", "result")}
    table = Recording.objects.create(header=header, actions=log["actions"][:40])
    replay, recorder = reverse("judging:replay", args=[DEMONSTRATION]), table.get_absolute_url()
    for path in (replay, recorder):
        page = client.get(path).content
        files = asked_for(page.decode())
        assert not IMPORTS.search("".join(sent(name) for name in files if name.endswith((".js", ".css"))))
        holds(path, page, OWN_OF_GAMES)


def test_every_script_of_a_page_is_seen(client):
    assert {"css/site.css", "js/site.js", "img/icons.svg"} <= asked_for(client.get("/").content.decode())
