"""One lock per key, so that one thread makes what many ask for at the same moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class KeyLocks:
    """Threads that use the same key wait for each other. A lock exists while a thread holds it or waits for it."""

    def __init__(self) -> None:
        self._all = Lock()
        # each lock with the number of threads that hold it or wait for it
        self._locks: dict[object, tuple[Lock, int]] = {}

    @contextmanager
    def locked(self, key: object) -> Iterator[None]:
        with self._all:
            lock, users = self._locks.get(key, (Lock(), 0))
            self._locks[key] = lock, users + 1
        try:
            with lock:
                yield
        finally:
            with self._all:
                users = self._locks[key][1] - 1
                if users:
                    self._locks[key] = lock, users
                else:
                    del self._locks[key]

    def waiting(self) -> int:
        """How many threads hold a lock or wait for one."""
        with self._all:
            return sum(users for _lock, users in self._locks.values())
