"""A cache that is away is an empty cache: pages go on, only slower."""

import logging
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

Instead = TypeVar("Instead")


class ForgivingClient(RedisCacheClient):
    def get(self, key: str, default: Any) -> Any:
        try:
            return super().get(key, default)
        except RedisError:
            return _away(default)

    def get_many(self, keys: Any) -> dict[str, Any]:
        try:
            return super().get_many(keys)
        except RedisError:
            return _away({})

    def set(self, key: str, value: Any, timeout: Any) -> None:
        try:
            super().set(key, value, timeout)
        except RedisError:
            _away(None)

    def set_many(self, data: Any, timeout: Any) -> None:
        try:
            super().set_many(data, timeout)
        except RedisError:
            _away(None)

    def add(self, key: str, value: Any, timeout: Any) -> bool:
        try:
            return super().add(key, value, timeout)
        except RedisError:
            # "it was not there": the caller does its work, as with an empty cache
            return _away(True)

    def touch(self, key: str, timeout: Any) -> bool:
        try:
            return super().touch(key, timeout)
        except RedisError:
            return _away(False)

    def delete(self, key: str) -> bool:
        try:
            return super().delete(key)
        except RedisError:
            return _away(False)

    def has_key(self, key: str) -> bool:
        try:
            return super().has_key(key)
        except RedisError:
            return _away(False)


def _away(instead: Instead) -> Instead:
    log.warning("cache_away")
    return instead


class ForgivingRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient
