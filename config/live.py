"""GET /live?topic=a&topic=b: server-sent events that say "this topic is now at version n", and what time it is.

The first event is {"versions": {topic: n, ...}, "now": milliseconds} for all requested topics, read after subscribing,
so that no change is lost between page and stream; then follows one {"topic", "version", "listeners"} per change. From
the number of listeners pages know over how long to spread their requests, so that a thousand of them do not all ask at
once. Heartbeats say the time again.
"""

import asyncio
import json
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import parse_qs

import redis.asyncio
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from redis.exceptions import RedisError

from config.connections.early_responses import Receive, Scope, Send, https_only, respond
from core.pages import live
from core.pages.live import BROKER_TIMEOUT, CHANNEL, versions

log = logging.getLogger(__name__)

BROKER_POLL_SECONDS = 10.0  # seconds between two checks of the broker's connection
DATABASE_POLL_SECONDS = 0.4  # seconds between two polls of the database without a broker: one query for all streams
BROKER_RETRY_SECONDS = 10.0  # seconds before a lost broker is tried again
WELL_FORMED = re.compile(r"[a-z][a-z0-9:_-]{0,79}")
MOST_TOPICS = 50
HEARTBEAT_SECONDS = 20  # seconds between heartbeats, which tell the page and proxies that the stream is alive
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Subscription:
    """Changes not yet sent to one stream: at most one number per topic, however slowly its client reads."""

    def __init__(self, topics: set[str]) -> None:
        self.topics = topics
        self.sent: dict[str, int] = {}
        self.ended = False
        self._pending: dict[str, int] = {}
        self._changed = asyncio.Event()

    def changed(self, topic: str, number: int) -> None:
        self._pending[topic] = number
        self._changed.set()

    def end(self) -> None:
        self.ended = True
        self._changed.set()

    async def changes(self, timeout: float) -> list[tuple[str, int]]:
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._changed.wait()
        self._changed.clear()
        pending, self._pending = self._pending, {}
        news = {topic: number for topic, number in pending.items() if self.sent.get(topic) != number}
        self.sent |= news
        return list(news.items())


class Hub:
    """One source of changes per process, shared by all its streams: the broker, or polling the database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.by_topic: dict[str, set[Subscription]] = defaultdict(set)
        self._seen: dict[str, int] = {}
        self._working: asyncio.Task[None] | None = None

    @contextmanager
    def subscribed(self, topics: set[str]) -> Iterator[Subscription]:
        subscription = Subscription(topics)
        for topic in topics:
            self.by_topic[topic].add(subscription)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        try:
            yield subscription
        finally:
            for topic in topics:
                self.by_topic[topic].discard(subscription)
                if not self.by_topic[topic]:
                    del self.by_topic[topic]

    def listeners(self, topic: str) -> int:
        return len(self.by_topic.get(topic, ()))

    async def _work(self) -> None:
        """If the broker fails, the streams continue by polling the database, which has every version."""
        try:
            while True:
                if self.url:
                    await self._listen_to_broker()
                await self._poll_database(BROKER_RETRY_SECONDS)
        except DatabaseError:
            log.exception("versions could not be read")
        finally:
            for subscription in {one for group in self.by_topic.values() for one in group}:
                subscription.end()  # its page polls, and the next subscription starts it again

    async def _listen_to_broker(self) -> None:
        """Listen until the broker fails."""
        client = redis.asyncio.Redis.from_url(self.url, socket_connect_timeout=BROKER_TIMEOUT, health_check_interval=5)
        try:
            async with client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                await self._poll()  # check for changes from before the subscription
                while True:
                    raise_if_cancelled()
                    message = await channel.get_message(ignore_subscribe_messages=True, timeout=BROKER_POLL_SECONDS)
                    if message:
                        self._publish(**json.loads(message["data"]))
        except (RedisError, OSError) as error:
            log.warning("the broker of live updates is down: %s", error)
        finally:
            await client.aclose()

    async def _poll_database(self, seconds: float) -> None:
        for _ in range(int(seconds / DATABASE_POLL_SECONDS)):
            raise_if_cancelled()
            await self._poll()
            await asyncio.sleep(DATABASE_POLL_SECONDS)

    async def _poll(self) -> None:
        """Notify each topic whose version changed since the last poll, and new topics in any case."""
        topics = list(self.by_topic)
        now = await asyncio.to_thread(current_versions, topics) if topics else {}
        before, self._seen = self._seen, now
        for topic, number in now.items():
            if before.get(topic) != number:
                self._publish(topic, number)

    def _publish(self, topic: str, version: int) -> None:
        for subscription in self.by_topic.get(topic, ()):
            subscription.changed(topic, version)


def raise_if_cancelled() -> None:
    """redis-py waits with `wait_for`, which in Python 3.11 can lose a cancellation that coincides with the end of the
    wait."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError


def current_versions(topics: Iterable[str]) -> dict[str, int]:
    close_old_connections()
    try:
        return versions(topics)
    finally:
        close_old_connections()


hub = Hub(settings.REDIS_URL)
open_streams: Counter[str] = Counter()  # streams of each network address in this process


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    topics = requested_topics(scope)
    if scope["method"] != "GET":
        await refuse(scope, send, 405, "only GET")
    elif not topics:
        await refuse(scope, send, 400, f"1 to {MOST_TOPICS} well-formed topics")
    elif open_streams[client_address(scope)] >= settings.STREAMS_PER_ADDRESS:
        await refuse(scope, send, 429, "too many open streams from this address")  # the page polls instead
    else:
        stopping = scope.get("state", {}).get("stopping", asyncio.Event())
        await counted(scope, stream_changes(scope, topics, receive, send, stopping))


async def counted(scope: Scope, streaming: Coroutine[Any, Any, None]) -> None:
    address = client_address(scope)
    open_streams[address] += 1
    try:
        await streaming
    finally:
        open_streams[address] -= 1
        if not open_streams[address]:
            del open_streams[address]


def client_address(scope: Scope) -> str:
    return str((scope.get("client") or ("", 0))[0])


def requested_topics(scope: Scope) -> set[str]:
    """The requested topics, or none if there are too many or one is malformed."""
    topics = set(parse_qs(scope["query_string"].decode("latin-1")).get("topic", []))
    return topics if len(topics) <= MOST_TOPICS and all(map(WELL_FORMED.fullmatch, topics)) else set()


async def stream_changes(scope: Scope, topics: set[str], receive: Receive, send: Send, stopping: asyncio.Event) -> None:
    """Until the page leaves or the server stops, which would wait for the stream."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS + https_only(scope)})
    with hub.subscribed(topics) as subscription:
        ends = (send_changes(subscription, send), wait_for_disconnect(receive), stopping.wait())
        tasks = {asyncio.create_task(end) for end in ends}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def send_changes(subscription: Subscription, send: Send) -> None:
    try:
        subscription.sent = await asyncio.to_thread(current_versions, subscription.topics)
    except DatabaseError:
        log.exception("versions could not be read")
        return  # the page reconnects
    await event(send, {"versions": subscription.sent, "now": live.server_time()})
    while not subscription.ended:
        for topic, number in await subscription.changes(HEARTBEAT_SECONDS):
            await event(send, {"topic": topic, "version": number, "listeners": hub.listeners(topic)})
        await send({"type": "http.response.body", "body": heartbeat(), "more_body": True})


def heartbeat() -> bytes:
    return b"event: beat\ndata: %d\n\n" % live.server_time()


async def wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue


async def event(send: Send, content: Any) -> None:
    await send(
        {"type": "http.response.body", "body": b"data: %s\n\n" % json.dumps(content).encode(), "more_body": True}
    )


async def refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    await respond(scope, send, status, {"code": "live", "detail": why})
