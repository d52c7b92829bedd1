import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config import timeouts
from config.databases import limit_waiting
from judging.logs.services.worker import Sweeper
from judging.logs.wake_up import worker_notifier


class Command(BaseCommand):
    help = (
        "Looks after the queue beside the workers, every five seconds until stopped (or, with --once, once): wakes "
        "them, takes up the logs that none has, and delivers what is overdue. The database is all it needs."
    )
    requires_system_checks: tuple[str, ...] = ()  # they load all pages: 40 MB

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once and stop")

    def handle(self, *args: Any, once: bool = False, **options: Any) -> None:
        limit_waiting(settings.DATABASES["default"]["ENGINE"], timeouts.LIMITS.database)
        sweeper = Sweeper(worker_notifier.notify)
        if once:
            sweeper.sweep()
            return
        signal.signal(signal.SIGTERM, lambda *_: sweeper.over.set())
        try:
            sweeper.run()
        except KeyboardInterrupt:
            sweeper.validator.close()
