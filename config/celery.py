import gc
import os
from typing import Any

from celery import Celery, signals
from django.conf import settings

from config.celery_settings import SETTINGS
from config.databases import limit_waiting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("krosmaster")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(SETTINGS)
app.autodiscover_tasks()


@signals.worker_before_create_process.connect
def share_memory_with_children(**_: Any) -> None:
    """Freeze loaded objects before forking: the children's garbage collector would copy their pages by marking them."""
    gc.collect()
    gc.freeze()


@signals.worker_process_init.connect
def give_up_a_silent_database(**_: Any) -> None:
    """Before the worker is ended with its task: what it says then, nobody hears."""
    limit_waiting(settings.DATABASES["default"]["ENGINE"], SETTINGS["task_soft_time_limit"] / 2)
