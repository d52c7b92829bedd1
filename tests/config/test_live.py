"""Open pages are told that a topic changed: at once through the stream, within seconds by asking, and never falsely."""

import asyncio
import json
import re
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from django.contrib.staticfiles import finders
from django.db import OperationalError, transaction
from django.template import Context, Template
from django.urls import reverse

from config import live as live_stream
from config.asgi import application
from config.connections.protocol import Connection
from config.live import Hub
from core.pages import live
from launch import ROOT
from tests.config.broker import hints

LONG = 120  # seconds, after which a test fails rather than hangs
NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def _broker(settings, monkeypatch):
    with hints(settings, monkeypatch):
        yield


def in_its_own_loop(scene: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: the browser tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, scene).result()


class Page:
    """A browser's end of GET /live."""

    def __init__(self, query: str) -> None:
        self.scope = {"type": "http", "method": "GET", "path": "/live", "query_string": query.encode(), "headers": []}
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.gone = asyncio.Event()

    async def __aenter__(self) -> "Page":
        self.task = asyncio.create_task(application(self.scope, self.receive, self.sent.put))
        self.start = await asyncio.wait_for(self.sent.get(), LONG)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gone.set()
        await asyncio.wait_for(self.task, LONG)

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def event(self) -> Any:
        while True:
            body = (await asyncio.wait_for(self.sent.get(), LONG))["body"]
            if body.startswith(b"data: "):
                return json.loads(body.removeprefix(b"data: "))


async def refused(query: str, method: str = "GET") -> int:
    page = Page(query)
    page.scope["method"] = method
    async with page:
        return int(page.start["status"])


async def headers_of(query: str, scheme: str) -> dict[bytes, bytes]:
    page = Page(query)
    page.scope["scheme"] = scheme
    async with page:
        return dict(page.start["headers"])


@pytest.mark.usefixtures("_broker")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("query", ["topic=match:1", ""])
def test_a_stream_over_https_asks_browsers_to_stay_there(settings, query):
    settings.SECURE_HSTS_SECONDS = 60
    assert in_its_own_loop(headers_of(query, "https"))[b"strict-transport-security"] == b"max-age=60"
    assert b"strict-transport-security" not in in_its_own_loop(headers_of(query, "http"))


@pytest.mark.usefixtures("_broker")
@pytest.mark.django_db(transaction=True)
def test_a_stream_starts_with_versions_and_continues_with_changes():
    live.notify("event:1:pairings")

    async def scene() -> None:
        async with Page("topic=event:1:pairings&topic=event:1:standings") as page:
            assert (await page.event())["versions"] == {"event:1:pairings": 1, "event:1:standings": 0}
            await asyncio.to_thread(live.notify, "event:2:pairings")
            await asyncio.to_thread(live.notify, "event:1:pairings")
            assert await page.event() == {"topic": "event:1:pairings", "version": 2, "listeners": 1}

    in_its_own_loop(scene())


@pytest.mark.usefixtures("_broker")
@pytest.mark.django_db(transaction=True)
def test_a_stream_sends_heartbeats_while_nothing_changes(monkeypatch):
    """As an event of its own: comments do not reach a page, which would then say that it may be old."""
    monkeypatch.setattr(live_stream, "HEARTBEAT_SECONDS", 0.01)

    async def scene() -> None:
        async with Page("topic=event:1:pairings") as page:
            await page.event()
            assert (await page.sent.get())["body"].startswith(b"event: beat\ndata: ")

    in_its_own_loop(scene())


@pytest.mark.usefixtures("_broker")
@pytest.mark.django_db(transaction=True)
def test_a_page_that_leaves_is_forgotten():
    async def scene() -> None:
        async with Page("topic=event:1:pairings") as page:
            await page.event()
            assert live_stream.hub.by_topic
        assert not live_stream.hub.by_topic

    in_its_own_loop(scene())


@pytest.mark.usefixtures("_broker")
@pytest.mark.django_db(transaction=True)
def test_an_address_opens_so_many_streams_and_others_go_on(settings):
    settings.STREAMS_PER_ADDRESS = 1

    def page(address: str) -> Page:
        one = Page("topic=event:1:pairings")
        one.scope["client"] = (address, 1)
        return one

    async def scene() -> None:
        async with page("203.0.113.7") as first:
            await first.event()
            async with page("203.0.113.7") as second, page("203.0.113.8") as elsewhere:
                assert [opened.start["status"] for opened in (first, second, elsewhere)] == [200, 429, 200]
        async with page("203.0.113.7") as again:
            assert again.start["status"] == 200
        assert not live_stream.open_streams

    in_its_own_loop(scene())


@pytest.mark.usefixtures("_broker")
def test_the_hub_stops_with_its_server_at_any_point(monkeypatch):
    """While it connects too, where Python 3.11 may lose the word that it is to end."""
    monkeypatch.setattr(live_stream, "current_versions", lambda topics: dict.fromkeys(topics, 0))

    async def scene(turns: int) -> None:
        with live_stream.hub.subscribed({"match:1"}):
            for _ in range(turns):
                await asyncio.sleep(0)
        working = live_stream.hub._working
        assert working
        working.cancel()
        assert await asyncio.wait({working}, timeout=LONG) == ({working}, set())

    for turns in range(60):
        in_its_own_loop(scene(turns))


def test_a_slow_page_gets_only_the_last_version_per_topic():
    async def scene() -> list[tuple[str, int]]:
        with Hub("").subscribed({"match:1"}) as subscription:
            for number in range(1000):
                subscription.changed("match:1", number)
            return await subscription.changes(LONG)

    assert in_its_own_loop(scene()) == [("match:1", 999)]


@pytest.mark.parametrize("url", ["", NOWHERE], ids=["none is set up", "it is away"])
@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_stream_still_sends_every_change(monkeypatch, url):
    monkeypatch.setattr(live_stream, "hub", Hub(url))
    live.notify("match:1")

    async def scene() -> None:
        async with Page("topic=match:1") as page:
            assert (await page.event())["versions"] == {"match:1": 1}
            await asyncio.to_thread(live.notify, "match:1")
            assert await page.event() == {"topic": "match:1", "version": 2, "listeners": 1}

    in_its_own_loop(scene())


@pytest.mark.django_db(transaction=True)
def test_changes_before_the_broker_connection_are_still_sent(settings, monkeypatch):
    with hints(settings, monkeypatch):
        hub = live_stream.hub
        settings.REDIS_URL = ""  # nobody hints
        live.notify("match:1")

        async def scene() -> list[tuple[str, int]]:
            with hub.subscribed({"match:1"}) as subscription:
                return await subscription.changes(LONG)

        assert in_its_own_loop(scene()) == [("match:1", 1)]


def test_streams_end_when_their_database_fails(monkeypatch):
    def fails(_topics):
        raise OperationalError

    monkeypatch.setattr(live_stream, "current_versions", fails)

    async def scene() -> bool:
        with Hub("").subscribed({"match:1"}) as subscription:
            await subscription.changes(LONG)
            return subscription.ended

    assert in_its_own_loop(scene())


def test_streams_end_when_their_server_stops(monkeypatch):
    """It waits for them otherwise, until it is killed; their pages find another process, or the next one."""
    monkeypatch.setattr(live_stream, "current_versions", lambda topics: dict.fromkeys(topics, 0))
    monkeypatch.setattr(live_stream, "hub", Hub(""))

    async def scene() -> bytes:
        server = uvicorn.Server(
            uvicorn.Config(application, http=Connection, ws="none", lifespan="off", log_config=None)
        )
        with socket.create_server(("127.0.0.1", 0)) as listening:
            serving = asyncio.create_task(server.serve([listening]))
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writer.write(b"GET /live?topic=match:1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await asyncio.wait_for(reader.readuntil(b'"versions"'), LONG)
            server.should_exit = True
            rest = await asyncio.wait_for(reader.read(), LONG)
            await asyncio.wait_for(serving, LONG)
        writer.close()
        return rest

    assert in_its_own_loop(scene()).endswith(b"0\r\n\r\n")


def test_the_broker_timeouts_add_up_to_under_two_seconds():
    """By the stream: a look at the database and the jitter. By asking: the longest rhythm. A third is left to fetch."""
    script = finders.find("js/live.js")
    waits = {name: int(ms) for name, ms in re.findall(r"^const (\w+) = (\d+);", Path(str(script)).read_text(), re.M)}
    assert 1000 * live_stream.DATABASE_POLL_SECONDS + waits["JITTER"] <= 1800
    assert waits["POLL"] + waits["SPREAD"] <= 1800
    most = waits["JITTER"] // waits["EACH"]
    assert f"where no more than {most} pages listen" in (ROOT / "docs" / "live.md").read_text()


@pytest.mark.parametrize(
    "query",
    ["", "topic=", "topic=A", "topic=%00", "topic=%ff", "topic=a%20b", "&".join(f"topic=t{n}" for n in range(51))],
)
def test_topics_that_are_malformed_or_too_many_are_refused(query):
    assert in_its_own_loop(refused(query)) == 400


def test_the_stream_is_only_read():
    assert in_its_own_loop(refused("topic=match:1", "POST")) == 405


def test_a_header_that_could_pose_as_a_proxys_is_dropped(monkeypatch):
    headers = [(b"x_forwarded_for", b"1.2.3.4"), (b"x-forwarded-for", b"5.6.7.8")]
    reached: list[tuple[bytes, bytes]] = []

    async def site(scope: dict[str, Any], _receive: Any, send: Any) -> None:
        reached.extend(scope["headers"])
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def scene() -> None:
        page = Page("")
        page.scope |= {"path": "/", "headers": headers}
        async with page:
            assert page.start["status"] == 200

    monkeypatch.setattr("config.asgi.site", site)
    in_its_own_loop(scene())
    assert reached == headers[1:]


@pytest.mark.django_db
def test_versions_include_topics_that_never_changed(client, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        live.notify("match:1")
        live.notify("match:1", "match:2")
    answer = client.get(reverse("accounts:live-versions") + "?topic=match:1&topic=match:2&topic=never&topic=%00")
    assert answer.json()["versions"] == {"match:1": 2, "match:2": 1, "never": 0}
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_what_was_rolled_back_is_announced_to_nobody(django_capture_on_commit_callbacks):
    capture = django_capture_on_commit_callbacks(execute=True)
    with capture as callbacks, pytest.raises(ZeroDivisionError), transaction.atomic():
        live.notify("match:1")
        raise ZeroDivisionError
    assert not callbacks
    assert live.version("match:1") == 0


@pytest.mark.django_db
def test_a_broker_that_is_down_costs_only_the_notification(settings, django_capture_on_commit_callbacks):
    settings.REDIS_URL = NOWHERE
    before = live.losses["live updates"]
    with django_capture_on_commit_callbacks(execute=True):
        live.notify("match:1")
    assert live.version("match:1") == 1
    assert live.losses["live updates"] == before + 1


def section(*shown: Any, **versions: int) -> str:
    """Of a request that noted these numbers of the topics of event 1."""
    noted = {f"event:1:{theme}": number for theme, number in versions.items()}
    row = SimpleNamespace(topic="event:1", topic_of="event:1:{}".format)
    values = {"request": SimpleNamespace(versions=noted), "row": row, "none": None, "named": ["log:a<b"]}
    return Template(f"{{% load live %}}{{% live {' '.join(shown)} %}}").render(Context(values))


def test_a_section_says_its_topics_and_the_versions_noted():
    assert section("row", "none", "named") == 'data-live="event:1 log:a&lt;b" data-version="0 0"'
    assert section("row", '"timer"', '"state"', timer=7) == 'data-live="event:1:timer event:1:state" data-version="7 0"'


@pytest.mark.django_db
def test_a_change_after_the_topics_does_not_count_as_shown(django_capture_on_commit_callbacks):
    request = SimpleNamespace()
    live.take_versions(request, "match:1", "match:2")
    with django_capture_on_commit_callbacks(execute=True):
        live.notify("match:1")
    live.take_versions(request, "match:3")
    assert live.versions_of(request).get("match:1", 0) == 0
    live.take_versions(request, "match:1")
    assert live.versions_of(request) == {"match:1": 1}
