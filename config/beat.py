"""The Celery app of beat: it sends task names on schedule, so it needs the broker but not Django.

The app in `config.celery` would load all of Django: 120 MB of memory and a start of seconds.
"""

import os

from celery import Celery
from django.conf import settings
from django.utils.log import configure_logging

from config.celery_settings import SETTINGS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("krosmaster", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(SETTINGS)
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
