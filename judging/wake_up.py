"""Rings the workers: "there is work". Who rings never waits, and nothing is lost when nobody hears it.

The message carries no id, because the database is the queue. One thread a process does the ringing; many calls while it
is busy become one ring, and each worker that takes a log rings on if more are waiting.
"""

import logging
import threading
from collections.abc import Callable

from core.live import losses

log = logging.getLogger(__name__)

# Publishing must not hang on a broker that is away: one try, and a third of a second for each step of it.
IMPATIENT = {"socket_timeout": 0.3, "socket_connect_timeout": 0.3, "max_retries": 1}


class Bell:
    def __init__(self, strike: Callable[[], None]) -> None:
        self.strike = strike
        self.wanted = threading.Event()
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def ring(self) -> None:
        self.wanted.set()
        with self.lock:
            if self.thread is None or not self.thread.is_alive():  # not alive in a process that was forked since
                self.thread = threading.Thread(target=self._ring_for_ever, name="bell", daemon=True)
                self.thread.start()

    def _ring_for_ever(self) -> None:
        while self.wanted.wait():
            self.wanted.clear()
            try:
                self.strike()
            except Exception as failure:  # noqa: BLE001  (whatever the broker's trouble, the sweeper will see the log)
                losses["bells"] += 1  # /readyz shows how many
                log.warning("the bell did not ring (%d times so far): %s", losses["bells"], failure)
