from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from config.health import HEARTBEAT


@shared_task(name="config.heartbeat")
def heartbeat() -> None:
    """Beat asks for it, a worker does it: /readyz sees that both are there."""
    cache.set(HEARTBEAT, timezone.now().timestamp(), timeout=None)
