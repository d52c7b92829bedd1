"""Wakes the workers when logs are waiting. The caller never waits, and a lost message does not lose a log.

The message carries no id, because the database is the queue. One thread in each process sends the messages: calls while
it is busy are merged into one message, and each worker that claims a log wakes the next one if more are waiting.
Services that put logs into the queue call `worker_notifier.notify` on commit.
"""

import logging
import threading
from collections.abc import Callable

from celery import current_app

from core.pages.live import losses

log = logging.getLogger(__name__)

DRAIN = "judging.tasks.drain"

# Publishing must not hang on a broker that is down: one attempt, with a third of a second for each of its steps.
TRANSPORT_OPTIONS = {"socket_timeout": 0.3, "socket_connect_timeout": 0.3, "max_retries": 1}


class WorkerNotifier:
    def __init__(self, send: Callable[[], None]) -> None:
        self.send = send
        self.wanted = threading.Event()
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def notify(self) -> None:
        self.wanted.set()
        with self.lock:
            if self.thread is None or not self.thread.is_alive():  # not alive in a process that was forked since
                self.thread = threading.Thread(target=self._send_pending, name="worker-notifier", daemon=True)
                self.thread.start()

    def _send_pending(self) -> None:
        while self.wanted.wait():
            self.wanted.clear()
            try:
                self.send()
            except Exception as failure:  # noqa: BLE001  (whatever is wrong with the broker, the sweeper finds the log)
                losses["wake-ups"] += 1
                log.warning("the workers could not be notified (%d times so far): %s", losses["wake-ups"], failure)


def send_wake_up() -> None:
    if not current_app.conf.broker_url:
        return  # without a broker, `validate_worker` polls the table
    with current_app.connection_for_write(transport_options=TRANSPORT_OPTIONS) as connection:
        current_app.send_task(DRAIN, connection=connection, retry=False, ignore_result=True)


worker_notifier = WorkerNotifier(send_wake_up)
