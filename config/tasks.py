from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from config.health import HEARTBEAT


@shared_task(name="config.heartbeat")
def heartbeat() -> None:
    """Sent by beat and run by a worker, so that /readyz knows both are running."""
    cache.set(HEARTBEAT, timezone.now().timestamp(), timeout=None)
