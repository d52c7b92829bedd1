"""Live updates: tells open pages that a topic changed.

Notifications hold nothing private: a page refetches its section with the rights of its user. The versions are stored in
the database, so that caches keyed by them are right in every process, with and without a broker.
"""

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import cache, partial

import redis
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from redis.backoff import NoBackoff
from redis.retry import Retry

from core import outbox
from core.compiled import TEXT, Compiled
from core.requests import SiteRequest

log = logging.getLogger(__name__)

CHANNEL = "live"
PEOPLE = "people"  # the topic of all names of people, which many cached pages show
CLOCK_SKEW = timedelta(seconds=1)  # how far the clocks of the machines of one site may differ
BROKER_TIMEOUT = 0.3  # seconds that a page may wait for the broker
losses: Counter[str] = Counter()  # errors without harm since this process started; /readyz shows them


class Topic(models.Model):
    name = models.CharField(max_length=80, primary_key=True)
    version = models.PositiveBigIntegerField(default=1)
    changed = models.DateTimeField(default=timezone.now, db_default=Now())

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


def version(topic: str) -> int:
    """The number that goes up with each change of the topic: the key of what is cached for it."""
    return versions([topic])[topic]


def versions(topics: Iterable[str]) -> dict[str, int]:
    wanted = list(topics)
    return dict.fromkeys(wanted, 0) | {name: number for name, number, _changed in _rows(wanted)}


def _rows(names: Iterable[str]) -> list[tuple[str, int, datetime]]:
    wanted = list(names)
    return _named(len(wanted)).all(*wanted) if wanted else []


@cache
def _named(topics: int) -> Compiled:
    """The query for so many names: a page asks for fifty at most."""
    return Compiled(
        lambda *names: Topic.objects.filter(name__in=names).values_list("name", "version", "changed"), *[TEXT] * topics
    )


class VersionsShown:
    """What a page shows that began to read at `since`; of what changed meanwhile, perhaps the version before."""

    def __init__(self, since: datetime) -> None:
        self.certain = since - CLOCK_SKEW
        self.expected: set[str] = set()
        self.known: dict[str, int] = {}
        self.read: dict[str, int] = {}

    def expect(self, topics: Iterable[str]) -> None:
        """Sections of the page may ask for these: they are read together with what is asked for first."""
        self.expected.update(topics)

    def numbers(self, topics: Iterable[str]) -> dict[str, int]:
        """As they were read, for the key of what is cached: made from rows that are read after them."""
        wanted = list(topics)
        self.of(wanted)
        return {name: self.read[name] for name in wanted}

    def of(self, topics: Iterable[str]) -> dict[str, int]:
        wanted = list(topics)
        if not self.known.keys() >= set(wanted):
            self._read(self.expected.union(wanted))
        return {name: self.known[name] for name in wanted}

    def _read(self, names: set[str]) -> None:
        self.known, self.read = dict.fromkeys(names, 0) | self.known, dict.fromkeys(names, 0) | self.read
        for name, number, changed in _rows(names):
            self.known[name], self.read[name] = number - (changed >= self.certain), number


class LiveRequest(SiteRequest):
    versions_shown: VersionsShown


class AsOfMiddleware:
    """Notes when a page began to read what it shows."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: LiveRequest) -> HttpResponse:
        request.as_of = timezone.now()
        request.versions_shown = VersionsShown(request.as_of)
        return self.get_response(request)


def notify(*topics: str) -> None:
    """Notify every open page of these topics after the commit, even if this process dies before."""
    outbox.publish("topics-changed", topics=sorted(topics))


def announce(*, topics: list[str]) -> None:
    """Handles "topics-changed". Sorted, so that two of them never wait for each other."""
    for topic in topics:
        number = _increment(topic)
        transaction.on_commit(partial(publish, topic, number), robust=True)


def _increment(topic: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO core_topic (name, version, changed) VALUES (%s, 1, %s) ON CONFLICT (name) "
            "DO UPDATE SET version = core_topic.version + 1, changed = excluded.changed RETURNING version",
            [topic, connection.ops.adapt_datetimefield_value(timezone.now())],
        )
        return int(cursor.fetchone()[0])


def begin_anew() -> None:
    """After a restore: numbers count up again from the backup's, but what browsers and the cache keep for those numbers
    shows what was lost. The number of people's names belongs to all of it, and none was ever as high as the time."""
    Topic.objects.update_or_create(name=PEOPLE, defaults={"version": int(timezone.now().timestamp())})


def publish(topic: str, number: int) -> None:
    """A lost notification costs seconds, because open pages also poll: a broker that is down is not an error."""
    if not settings.REDIS_URL:
        return
    try:
        broker(settings.REDIS_URL).publish(CHANNEL, json.dumps({"topic": topic, "version": number}))
    except redis.RedisError as error:
        losses["hints"] += 1
        log.warning("notification of %s not sent: %s", topic, error)


@cache
def broker(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=BROKER_TIMEOUT, socket_connect_timeout=BROKER_TIMEOUT, retry=Retry(NoBackoff(), 0)
    )
