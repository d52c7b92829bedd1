"""The cache, in Redis or in the memory of each process, and the counters of rate limits, which always count.

Redis is optional: if an operation fails, the value counts as not cached. Rate limits are then counted in files, which
all web processes of this machine share, until Redis writes again; sites without Redis do the same.
"""

import fcntl
import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar

from django.conf import settings
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

# keys of what is counted: attempts, and codes of a second factor, each of which is taken once
LIMITS = ("allauth:rl:", "allauth.mfa.totp.used", "guesses:", "throttle:")
MOST_BYTES = 128 * 2**20  # entries in the memory of a process
LARGE = 4096  # values from this length on are counted towards the limit of memory
MOST_COUNTERS = 20_000  # of files; beyond that Django deletes some of them
LONGEST_WINDOW = 24 * 3600  # the window is part of the key, so an old one is never read again
WRITES = ("add", "set", "incr", "touch")
REFUSED_AT = "redis-refused"  # the key of the files that holds when, for all processes of this machine
TRY_AGAIN = 10  # seconds after a refusal
CONNECTION_OPTIONS: dict[str, Any] = {
    "socket_timeout": 0.3,
    "socket_connect_timeout": 0.3,
    "retry": Retry(NoBackoff(), 0),
}


class AttemptsCache(FileBasedCache):
    def __init__(self, params: dict[str, Any]) -> None:
        self.folder = settings.VAR_DIR / "tries"
        super().__init__(str(self.folder), params | {"OPTIONS": {"MAX_ENTRIES": MOST_COUNTERS}})

    def add(self, key: str, *args: Any, **kwargs: Any) -> bool:
        with self._alone():
            return super().add(key, *args, **kwargs)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        with self._alone():
            counted = self.get(key, version=version)
            if counted is None:
                raise ValueError(f"nothing is counted under {key}")
            self.set(key, counted + delta, timeout=LONGEST_WINDOW, version=version)
        return int(counted) + delta

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Two that read the same number would count one try for both."""
        self.folder.mkdir(0o700, parents=True, exist_ok=True)
        lock = os.open(self.folder / "lock", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


class QuickClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **CONNECTION_OPTIONS, **options)


@cache
def client_of(*servers: str) -> QuickClient:
    """One client per process. Each request creates a cache object, which would otherwise connect anew."""
    return QuickClient(list(servers))


def fail_safe(name: str, answer: Any) -> Callable[..., Any]:
    def call(self: "FailSafeRedisCache", *args: Any, **kwargs: Any) -> Any:
        in_redis = getattr(super(FailSafeRedisCache, self), name)
        if _is_limit(args):
            return self.count(name, in_redis, *args, **kwargs)
        try:
            return in_redis(*args, **kwargs)
        except RedisError as error:
            log.warning("cache %s failed: %s", name, error)
            return answer

    return call


def _is_limit(args: tuple[Any, ...]) -> bool:
    return bool(args) and isinstance(args[0], str) and args[0].startswith(LIMITS)


class FailSafeRedisCache(RedisCache):
    _servers: list[str]

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.attempts = AttemptsCache(params)

    @property
    def _cache(self) -> QuickClient:
        return client_of(*self._servers)

    def count(self, name: str, in_redis: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Do it in Redis, or in the files from a refusal on until Redis writes again: a full one refuses to write, but
        goes on to read what was counted before."""
        in_files = getattr(self.attempts, name)
        refused_at = self.attempts.get(REFUSED_AT)
        if refused_at and name != "delete" and (name not in WRITES or time.time() < refused_at + TRY_AGAIN):
            return in_files(*args, **kwargs)
        try:
            answer = in_redis(*args, **kwargs)
        except RedisError as error:
            log.warning("cache %s failed: %s", name, error)
            self.attempts.set(REFUSED_AT, time.time(), timeout=LONGEST_WINDOW)
            return in_files(*args, **kwargs)
        if name == "delete":  # it may be in both
            return in_files(*args, **kwargs) or answer
        if refused_at:
            self.attempts.delete(REFUSED_AT)
        return answer

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return fail_safe("get", default)(self, key, default, version)

    add = fail_safe("add", True)
    set = fail_safe("set", None)
    touch = fail_safe("touch", False)
    delete = fail_safe("delete", False)
    get_many = fail_safe("get_many", {})
    has_key = fail_safe("has_key", False)
    incr = fail_safe("incr", 1)
    set_many = fail_safe("set_many", None)
    delete_many = fail_safe("delete_many", None)

    def clear(self) -> Any:
        self.attempts.clear()
        return fail_safe("clear", False)(self)


class MemoryCache(LocMemCache):
    """One per process, except for rate limits."""

    added: ClassVar[Counter[str]] = Counter()  # bytes since the entries were last added up, by the name of the cache

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self.name = name
        self.attempts = AttemptsCache(params)

    def _backend_for(self, key: str) -> Any:
        return self.attempts if key.startswith(LIMITS) else super()

    def add(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return self._backend_for(key).add(key, *args, **kwargs)

    def get(self, key: str, *args: Any, **kwargs: Any) -> Any:
        return self._backend_for(key).get(key, *args, **kwargs)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        """Cap the memory: the tables of a large event, cached after each result, would fill the machine before they
        expire."""
        self._backend_for(key).set(key, value, *args, **kwargs)
        if isinstance(value, str | bytes) and len(value) > LARGE:
            self._make_room(len(value))

    def _make_room(self, added: int) -> None:
        """Adding up all entries takes long when there are many: it is done after each hundredth of the limit."""
        memory: Any = self
        with memory._lock:
            self.added[self.name] += added
            if self.added[self.name] < MOST_BYTES // 100:
                return
            self.added[self.name] = 0
            held = sum(len(value) for value in memory._cache.values())
            while held > MOST_BYTES:
                asked_for_longest_ago, value = memory._cache.popitem()
                del memory._expire_info[asked_for_longest_ago]
                held -= len(value)

    def incr(self, key: str, *args: Any, **kwargs: Any) -> int:
        return self._backend_for(key).incr(key, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return self._backend_for(key).delete(key, *args, **kwargs)

    def clear(self) -> None:
        super().clear()
        self.attempts.clear()
