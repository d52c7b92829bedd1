"""A lock for each key: what many ask for at the same moment is made by one of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class KeyLocks:
    """Threads that use the same key wait for each other. A lock lives as long as somebody holds or awaits it."""

    def __init__(self) -> None:
        self._all = Lock()
        self._locks: dict[object, tuple[Lock, int]] = {}  # and how many hold or await it

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
        """How many threads hold a lock or await one."""
        with self._all:
            return sum(users for _lock, users in self._locks.values())
