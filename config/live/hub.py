"""One source of changes per process, shared by all its streams: the broker, or polling the database."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import redis.asyncio
from django.db import DatabaseError, close_old_connections
from redis.exceptions import RedisError

from core.pages.live import BROKER_TIMEOUT, CHANNEL, versions

log = logging.getLogger(__name__)

BROKER_POLL_SECONDS = 10.0  # seconds between two checks of the broker's connection
DATABASE_POLL_SECONDS = 0.4  # seconds between two polls of the database without a broker: one query for all streams
BROKER_RETRY_SECONDS = 10.0  # seconds before a lost broker is tried again


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
