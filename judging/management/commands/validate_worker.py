"""Validates waiting logs without a broker, with the database as the queue. Stop it with Ctrl-C; nothing is lost."""

import logging
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, OperationalError, close_old_connections

from judging.logs.services.worker import SWEEP_EVERY_SECONDS, Sweeper, work_one
from judging.logs.validator.process import Validator

log = logging.getLogger(__name__)

POLL_SECONDS = 0.5


class Command(BaseCommand):
    help = "Validate waiting game logs until stopped (or, with --once, until none is waiting)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="stop when no log is waiting")

    def handle(self, *args: Any, once: bool = False, **options: Any) -> None:
        over = threading.Event()
        signal.signal(signal.SIGTERM, lambda *_: over.set())
        validator = Validator()
        sweeper = Sweeper(wake_workers=lambda: None)
        beside = threading.Thread(target=sweeper.run, name="sweeper", daemon=True)
        beside.start()
        try:
            while not over.is_set() and (self.work(validator) or not once):
                over.wait(0 if self.busy else POLL_SECONDS)
        except KeyboardInterrupt:
            self.stderr.write("Stopped.")
        finally:
            validator.close()
            sweeper.over.set()
            beside.join(timeout=SWEEP_EVERY_SECONDS)

    def work(self, validator: Validator) -> bool:
        try:
            self.busy = work_one(validator)
        except (OperationalError, InterfaceError) as failure:
            log.warning("the database is down, trying again: %s", failure)
            self.busy = False
            close_old_connections()
        return self.busy
