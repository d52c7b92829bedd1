"""The Celery app of beat: it sends task names on schedule, so it needs the broker and the settings, and no app.

The app in `config.celery` would load all of Django: 120 MB of memory and a start of seconds.
"""

import logging.config
import os
from typing import Any

from celery import Celery, signals
from django.conf import settings

from config.celery_settings import SETTINGS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("krosmaster", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(SETTINGS)
logging.config.dictConfig(settings.LOGGING)


@signals.beat_init.connect
def send_first_heartbeat(**_: Any) -> None:
    """Send a heartbeat at the start: the schedule sends its first when the interval has passed, and /readyz waits."""
    app.send_task("config.heartbeat", expires=30)
