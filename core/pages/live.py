"""Live updates: tell open pages that a topic changed.

Notifications hold nothing private: a page refetches its section with its user's rights. Versions are stored in the
database, so that caches keyed by them are right in every process, with and without a broker.
"""

import json
import logging
import time
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

import redis
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import Template
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from redis.backoff import NoBackoff
from redis.retry import Retry

from core.records import outbox

log = logging.getLogger(__name__)

CHANNEL = "live"
PEOPLE = "people"  # the topic of everybody's names, which many cached pages show
BROKER_TIMEOUT = 0.3  # how long a page may wait for the broker, in seconds
losses: Counter[str] = Counter()  # harmless errors since this process started, shown by /readyz


class TopicQuerySet(models.QuerySet["Topic"]):
    def numbers(self, *topics: Any) -> "models.QuerySet[Topic, tuple[str, int]]":
        """Return names and numbers of these topics, each a text or made in SQL (`topics_under`)."""
        return self.filter(name__in=topics).values_list("name", "version")


class Topic(models.Model):
    name = models.CharField(max_length=80, primary_key=True)
    version = models.PositiveBigIntegerField(default=1)

    objects = TopicQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


def version(topic: str) -> int:
    """The number of a topic, which grows with each change and is part of the key of everything cached for it."""
    return versions([topic])[topic]


def versions(topics: Iterable[str]) -> dict[str, int]:
    wanted = list(topics)
    return dict.fromkeys(wanted, 0) | dict(Topic.objects.numbers(*wanted))


def topics_under(topic: str, found: models.QuerySet[Any, Any], *themes: str) -> list[Any]:
    """Names, in SQL, of the topics of a row whose number a query finds ("event:12", "event:12:pairings"), so that their
    numbers can be read before the row."""
    number = Cast(models.Subquery(found[:1]), models.CharField())
    return [
        Concat(models.Value(f"{topic}:"), number, models.Value(end)) for end in ("", *(f":{one}" for one in themes))
    ]


def server_time() -> int:
    """Return the time in milliseconds, by which open pages count whatever the clocks of their devices show."""
    return time.time_ns() // 1_000_000


def take_versions(request: Any, *topics: Any) -> None:
    """Note the numbers of topics as of now: a view decorator calls it before reading a row that the page shows
    (docs/live.md). A topic that was not noted counts as 0, so that the page asks again."""
    request.versions = versions_of(request) | dict(Topic.objects.numbers(*topics))


def versions_of(request: Any) -> dict[str, int]:
    """The numbers of the topics that were noted before the rows of this page were read."""
    noted: dict[str, int] = getattr(request, "versions", {})
    return noted


def render_part(
    request: HttpRequest, page: str, context: dict[str, Any], status: int = 200, part: str = "part"
) -> HttpResponse:
    """Render a live part of a page alone: a block of its template, which extends its frame."""
    return render(request, page, context | {"frame": frame_of(part)}, status=status)


@cache
def frame_of(part: str) -> Template:
    """The frame in which a page shows this block and nothing around it."""
    return Template(f"{{% block {part} %}}{{% endblock %}}")


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
            "INSERT INTO core_topic (name, version) VALUES (%s, 1) ON CONFLICT (name) "
            "DO UPDATE SET version = core_topic.version + 1 RETURNING version",
            [topic],
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


# The numbers of live topics and the time, for pages that ask instead of listening (docs/live.md).
MOST_TOPICS = 50


@require_GET
@never_cache
def no_stream(_request: HttpRequest) -> HttpResponse:
    """The response to /live on servers without streams (config/asgi.py has them): pages poll the versions instead."""
    return HttpResponse(status=204)


@require_GET
@never_cache
def live_versions(request: HttpRequest) -> HttpResponse:
    """For pages that poll: /live/versions?topic=a returns {"versions": {"a": 3}, "now": 1772884800000}."""
    topics = request.GET.getlist("topic")[:MOST_TOPICS]
    numbers = versions(topic for topic in topics if "\0" not in topic)
    return JsonResponse({"versions": numbers, "now": server_time()})
