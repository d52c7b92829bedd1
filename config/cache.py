"""The cache on Redis, which the site can do without: what fails counts as not cached."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

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
