"""One subscription to the broker a process, shared by all the streams it serves."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis.asyncio
from redis.exceptions import RedisError

from accounts.live import CHANNEL, PATIENCE

log = logging.getLogger(__name__)

LISTEN = 10.0  # seconds between two looks whether the broker still answers


class Subscription:
    """What changed for one stream and is not sent yet: at most one number a topic, however slowly its page reads."""

    def __init__(self, topics: set[str]) -> None:
        self.topics = topics
        self.over = False
        self._pending: dict[str, int] = {}
        self._news = asyncio.Event()

    def changed(self, topic: str, number: int) -> None:
        self._pending[topic] = number
        self._news.set()

    def end(self) -> None:
        self.over = True
        self._news.set()

    async def changes(self, patience: float) -> list[tuple[str, int]]:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)
        self._news.clear()
        pending, self._pending = self._pending, {}
        return list(pending.items())


class Hub:
    def __init__(self, url: str) -> None:
        self.url = url
        self.by_topic: dict[str, set[Subscription]] = defaultdict(set)
        self._listening: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()

    async def ready(self) -> bool:
        """Connected, or so within the patience of a page."""
        if not self.url:
            return False
        if self._listening is None or self._listening.done():
            self._connected.clear()
            self._listening = asyncio.create_task(self._listen())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._connected.wait(), 2 * PATIENCE)
        return self._connected.is_set()

    @contextmanager
    def subscribed(self, topics: set[str]) -> Iterator[Subscription]:
        subscription = Subscription(topics)
        for topic in topics:
            self.by_topic[topic].add(subscription)
        try:
            yield subscription
        finally:
            for topic in topics:
                self.by_topic[topic].discard(subscription)
                if not self.by_topic[topic]:
                    del self.by_topic[topic]

    async def _listen(self) -> None:
        """Until the broker fails: then every stream ends, its page polls, and the next page to come tries again."""
        client = redis.asyncio.Redis.from_url(self.url, socket_connect_timeout=PATIENCE, health_check_interval=5)
        try:
            async with client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                self._connected.set()
                while True:
                    message = await channel.get_message(ignore_subscribe_messages=True, timeout=LISTEN)
                    if message:
                        self._pass_on(message["data"])
        except (RedisError, OSError) as error:
            log.warning("the stream of hints broke: %s", error)
        finally:
            self._connected.clear()
            for subscription in {one for group in self.by_topic.values() for one in group}:
                subscription.end()
            await client.aclose()

    def _pass_on(self, data: bytes) -> None:
        hint = json.loads(data)
        for subscription in self.by_topic.get(hint["topic"], ()):
            subscription.changed(hint["topic"], hint["version"])
