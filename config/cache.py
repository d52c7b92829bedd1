"""The cache on Redis, which the site can do without: what fails counts as not cached.

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

IMPATIENT: dict[str, Any] = {
    "socket_timeout": 0.3,
    "socket_connect_timeout": 0.3,
    "retry": Retry(NoBackoff(), 0),
}


def forgiving(method: Callable[..., Any], answer: Any) -> Callable[..., Any]:
    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except RedisError as error:
            log.warning("cache %s failed: %s", method.__name__, error)
            return answer

    return call


class ForgivingClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **IMPATIENT, **options)

    def get(self, key: Any, default: Any) -> Any:
        return forgiving(super().get, default)(key, default)

    add = forgiving(RedisCacheClient.add, True)
    set = forgiving(RedisCacheClient.set, None)
    touch = forgiving(RedisCacheClient.touch, False)
    delete = forgiving(RedisCacheClient.delete, False)
    get_many = forgiving(RedisCacheClient.get_many, {})
    has_key = forgiving(RedisCacheClient.has_key, False)
    incr = forgiving(RedisCacheClient.incr, 1)
    set_many = forgiving(RedisCacheClient.set_many, None)
    delete_many = forgiving(RedisCacheClient.delete_many, None)
    clear = forgiving(RedisCacheClient.clear, False)


class ForgivingRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient


class MemoryCache(LocMemCache):
    """With several web processes somebody would else have the allowed tries once for each of them."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self.tries = FileBasedCache(str(settings.VAR_DIR / "tries"), params)

    def _keeper(self, key: str) -> Any:
        return self.tries if key.startswith("allauth:rl:") else super()

    def add(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return self._keeper(key).add(key, *args, **kwargs)

    def get(self, key: str, *args: Any, **kwargs: Any) -> Any:
        return self._keeper(key).get(key, *args, **kwargs)

    def set(self, key: str, *args: Any, **kwargs: Any) -> None:
        self._keeper(key).set(key, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return self._keeper(key).delete(key, *args, **kwargs)

    def clear(self) -> None:
        super().clear()
        self.tries.clear()
