"""Looks after the queue every five seconds in each worker, so that nothing depends on a message having arrived."""

import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections

from core.outbox import deliver_overdue
from judging.models import Submission
from judging.services.logs.queue import give_up_worn_out
from judging.services.logs.worker import work_a_shift
from judging.validator.process import Validator

log = logging.getLogger(__name__)

EVERY_SECONDS = 5.0
RING_AFTER_SECONDS = 5.0
WORK_MYSELF_AFTER_SECONDS = 15.0


def sweep(validator: Validator, ring: Callable[[], None]) -> None:
    give_up_worn_out()
    deliver_overdue()
    if Submission.objects.overdue(WORK_MYSELF_AFTER_SECONDS).exists():
        work_a_shift(validator, ring)  # nobody answers the bell
    elif Submission.objects.overdue(RING_AFTER_SECONDS).exists():
        ring()


class Sweeper(threading.Thread):
    def __init__(self, ring: Callable[[], None]) -> None:
        super().__init__(name="sweeper", daemon=True)
        self.ring = ring
        self.validator = Validator()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(EVERY_SECONDS):
            try:
                sweep(self.validator, self.ring)
            except Exception as failure:  # noqa: BLE001  (the database may be away; in five seconds it may be back)
                log.warning("the sweep failed and will be tried again: %s", failure)
            finally:
                close_old_connections()
        self.validator.close()

    def stop(self) -> None:
        self.over.set()
        self.join(timeout=EVERY_SECONDS)
