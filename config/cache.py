"""The cache on Redis, which is optional: a failing operation counts as not cached.

Without Redis each process has its own, but tries that are limited (signing up, in, resets) are counted together.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

CONNECTION_OPTIONS: dict[str, Any] = {
    "socket_timeout": 0.3,
    "socket_connect_timeout": 0.3,
    "retry": Retry(NoBackoff(), 0),
}


def fail_safe(method: Callable[..., Any], answer: Any) -> Callable[..., Any]:
    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except RedisError as error:
            log.warning("cache %s failed: %s", method.__name__, error)
            return answer

    return call


class FailSafeClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **CONNECTION_OPTIONS, **options)

    def get(self, key: Any, default: Any) -> Any:
        return fail_safe(super().get, default)(key, default)

    add = fail_safe(RedisCacheClient.add, True)
    set = fail_safe(RedisCacheClient.set, None)
    touch = fail_safe(RedisCacheClient.touch, False)
    delete = fail_safe(RedisCacheClient.delete, False)
    get_many = fail_safe(RedisCacheClient.get_many, {})
    has_key = fail_safe(RedisCacheClient.has_key, False)
    incr = fail_safe(RedisCacheClient.incr, 1)
    set_many = fail_safe(RedisCacheClient.set_many, None)
    delete_many = fail_safe(RedisCacheClient.delete_many, None)
    clear = fail_safe(RedisCacheClient.clear, False)


class FailSafeRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FailSafeClient


class MemoryCache(LocMemCache):
    """Limits are shared by all web processes; otherwise the attempts would count in each of them separately."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self.tries = FileBasedCache(str(settings.VAR_DIR / "tries"), params)

    def _backend_for(self, key: str) -> Any:
        return self.tries if key.startswith("allauth:rl:") else super()

    def add(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return self._backend_for(key).add(key, *args, **kwargs)

    def get(self, key: str, *args: Any, **kwargs: Any) -> Any:
        return self._backend_for(key).get(key, *args, **kwargs)

    def set(self, key: str, *args: Any, **kwargs: Any) -> None:
        self._backend_for(key).set(key, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return self._backend_for(key).delete(key, *args, **kwargs)

    def clear(self) -> None:
        super().clear()
        self.tries.clear()
