"""Live updates: tell open pages that a topic changed.

Notifications hold nothing private: a page refetches its section with its user's rights. Versions are stored in the
database, so that caches keyed by them are right in every process, with and without a broker.
"""

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

import redis
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from redis.backoff import NoBackoff
from redis.retry import Retry

from core.pages.requests import SiteRequest
from core.records import outbox

log = logging.getLogger(__name__)

CHANNEL = "live"
PEOPLE = "people"  # the topic of everybody's names, which many cached pages show
CLOCK_SKEW = timedelta(seconds=1)  # maximum clock difference between the machines of one site
BROKER_TIMEOUT = 0.3  # how long a page may wait for the broker, in seconds
ALONE = {"frame": "part.html"}  # for a page that is rendered without what is around its live part
losses: Counter[str] = Counter()  # harmless errors since this process started, shown by /readyz


class Topic(models.Model):
    name = models.CharField(max_length=80, primary_key=True)
    version = models.PositiveBigIntegerField(default=1)
    changed = models.DateTimeField(default=timezone.now, db_default=Now())

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


def version(topic: str) -> int:
    """The number of a topic, which grows with each change and is part of the key of everything cached for it."""
    return versions([topic])[topic]


def versions(topics: Iterable[str]) -> dict[str, int]:
    wanted = list(topics)
    return dict.fromkeys(wanted, 0) | dict(Topic.objects.filter(name__in=wanted).values_list("name", "version"))


def server_time() -> int:
    """Return the time in milliseconds, by which open pages count whatever the clocks of their devices show."""
    return time.time_ns() // 1_000_000


class VersionsShown:
    """The versions that a page shows. A topic changed after the page began to read (`since`) may count as its previous
    version."""

    def __init__(self, since: datetime) -> None:
        self.certain = since - CLOCK_SKEW
        self.expected: set[str] = set()
        self.known: dict[str, int] = {}
        self.read: dict[str, int] = {}

    def expect(self, topics: Iterable[str]) -> None:
        """Announce topics whose versions the page may ask for later, so that one query reads them all."""
        self.expected.update(topics)

    def numbers(self, topics: Iterable[str]) -> dict[str, int]:
        """The versions as they were read, for the cache key of a fragment made from rows read after them."""
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
        for topic in Topic.objects.filter(name__in=names):
            self.known[topic.name] = topic.version - (topic.changed >= self.certain)
            self.read[topic.name] = topic.version


class LiveRequest(SiteRequest):
    versions_shown: VersionsShown


class AsOfMiddleware:
    """Record when a page began to read what it shows."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: LiveRequest) -> HttpResponse:
        request.as_of = timezone.now()
        request.versions_shown = VersionsShown(request.as_of)
        return self.get_response(request)


def render_part(request: HttpRequest, page: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Render the live part of a page alone: the block `part` of its template, which extends its frame."""
    return render(request, page, context | ALONE, status=status)


def notify(*topics: str) -> None:
    """Notify every open page of these topics after the commit, even if this process dies before."""
    outbox.publish("topics-changed", topics=sorted(topics))


def announce(*, topics: list[str]) -> None:
    """Handle the "topics-changed" event. Topics are sorted so that two handlers cannot deadlock."""
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


def renew_versions() -> None:
    """Renew versions after a restore: they continue from the backup's numbers, for which browsers and caches may hold
    pages with data that was lost.

    The version of people's names is part of every key, and is set to the current time, which is higher than any version
    reached by counting.
    """
    Topic.objects.update_or_create(name=PEOPLE, defaults={"version": int(timezone.now().timestamp())})


def publish(topic: str, number: int) -> None:
    """Send the notification to the broker. A failure is not an error: open pages also poll, so it costs seconds."""
    if not settings.REDIS_URL:
        return
    try:
        broker(settings.REDIS_URL).publish(CHANNEL, json.dumps({"topic": topic, "version": number}))
    except redis.RedisError as error:
        losses["live updates"] += 1
        log.warning("notification of %s not sent: %s", topic, error)


@cache
def broker(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=BROKER_TIMEOUT, socket_connect_timeout=BROKER_TIMEOUT, retry=Retry(NoBackoff(), 0)
    )
