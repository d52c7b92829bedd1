"""The sweeper: checks the queue every five seconds in each worker, so that a lost message delays a log but never loses
it."""

import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections

from core.outbox import deliver_overdue
from judging.models import Submission
from judging.services.logs.queue import fail_exhausted
from judging.services.logs.worker import work_batch
from judging.validator.process import Validator

log = logging.getLogger(__name__)

EVERY_SECONDS = 5.0
NOTIFY_AFTER_SECONDS = 5.0
WORK_AFTER_SECONDS = 15.0


def sweep(validator: Validator, wake_workers: Callable[[], None]) -> None:
    fail_exhausted()
    deliver_overdue()
    if Submission.objects.overdue(WORK_AFTER_SECONDS).exists():
        work_batch(validator, wake_workers)  # no worker has reacted to the message
    elif Submission.objects.overdue(NOTIFY_AFTER_SECONDS).exists():
        wake_workers()


class Sweeper(threading.Thread):
    def __init__(self, wake_workers: Callable[[], None]) -> None:
        super().__init__(name="sweeper", daemon=True)
        self.wake_workers = wake_workers
        self.validator = Validator()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(EVERY_SECONDS):
            try:
                sweep(self.validator, self.wake_workers)
            except Exception as failure:  # noqa: BLE001  (the database may be down; in five seconds it may be back)
                log.warning("the sweep failed and will be tried again: %s", failure)
            finally:
                close_old_connections()
        self.validator.close()

    def stop(self) -> None:
        self.over.set()
        self.join(timeout=EVERY_SECONDS)
