"""The health check for the proxy and monitoring: is the site ready? Whether its process lives, config/asgi.py says."""

import logging
from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from core.pages import live
from judging.logs.services.health import unfinished_logs

log = logging.getLogger(__name__)

HEARTBEAT = "worker:heartbeat"
WORKER_SILENT_AFTER = 60  # in seconds
QUEUE_STUCK_AFTER = 180


class NotReady(Exception):
    pass


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return connection.vendor


def broker() -> str:
    if not settings.REDIS_URL:
        return "none: open pages poll, validate_worker empties the queue"
    live.broker(settings.REDIS_URL).ping()
    return "answers"


def worker() -> str:
    """Whether worker and beat run: beat schedules a heartbeat every ten seconds, and a worker records it."""
    if not settings.REDIS_URL:
        return "not asked without a broker: see the age of the queue"
    beat = cache.get(HEARTBEAT)
    if beat is None:
        raise NotReady("no worker has been seen")
    age = int(timezone.now().timestamp() - beat)
    if age > WORKER_SILENT_AFTER:
        raise NotReady(f"the last heartbeat of a worker is {age} s old")
    return f"seen {age} s ago"


def queue() -> str:
    """How long logs have been waiting: seconds with a running worker, minutes without one."""
    logs = unfinished_logs()
    if logs.oldest_seconds > QUEUE_STUCK_AFTER:
        raise NotReady(f"the oldest of {logs.waiting + logs.running} logs waits for {logs.oldest_seconds} s")
    return f"{logs.waiting} wait, {logs.running} are being checked, {logs.needs_human} need the organiser"


PROBES: tuple[Callable[[], str], ...] = (database, broker, worker, queue)


@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    report: dict[str, Any] = {}
    ready = True
    for probe in PROBES:
        try:
            report[probe.__name__] = probe()
        except (NotReady, DatabaseError, redis.RedisError) as error:
            log.warning("not ready: %s: %s", probe.__name__, error)
            report[probe.__name__] = str(error) if isinstance(error, NotReady) else type(error).__name__
            ready = False
    return JsonResponse({"ready": ready, "swallowed": dict(live.losses)} | report, status=200 if ready else 503)
